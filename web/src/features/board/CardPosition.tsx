import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import { boardFocus, CARD_POSITION_ID } from './boardFocus';
import { useVisibleCards } from './dragStore';
import { displayListName } from './text';

/** The position of the current card, which is its description for screen readers. One element serves the whole board. */
export function CardPosition() {
  const { list_id, stop } = useStore(boardFocus);
  const list = useMirror(({ lists }) => lists.get(list_id));
  const shown = useVisibleCards(list_id);
  const index = shown.indexOf(stop);
  return (
    <span hidden id={CARD_POSITION_ID}>
      {list &&
        index !== -1 &&
        messages.cardPosition({
          position: index + 1,
          count: shown.length + (list.unloaded_cards ?? 0),
          list: displayListName(list.name),
        })}
    </span>
  );
}
