import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import { BOARD_KEYS_ID, boardFocus, CARD_POSITION_ID } from './boardFocus';
import { useVisibleCards } from './dragStore';
import { displayListName } from './text';

/** The hidden descriptions of the board and of its current card for screen readers. One of each serves the whole board. */
export function BoardDescriptions() {
  const { list_id, stop } = useStore(boardFocus);
  const list = useMirror(({ lists }) => lists.get(list_id));
  const shown = useVisibleCards(list_id);
  const index = shown.indexOf(stop);
  return (
    <div hidden>
      <span id={BOARD_KEYS_ID}>{messages.boardKeys()}</span>
      <span id={CARD_POSITION_ID}>
        {list &&
          index !== -1 &&
          messages.cardPosition({
            position: index + 1,
            count: shown.length + (list.unloaded_cards ?? 0),
            list: displayListName(list.name),
          })}
      </span>
    </div>
  );
}
