import type { Id } from '@twentyfour/core';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { lazyComponent } from '../../ui/lazyComponent';
import { LazyPanel } from '../../ui/LazyPanel';

const CardTitleEditor = lazyComponent(async () => ({ default: (await import('./card/CardTitleEditor')).CardTitleEditor }));

export const preloadCardTitleEditor = CardTitleEditor.preload;

/** The id of the card whose title is being edited on the board. */
const editing = createStore<{ card_id: Id | null }>(() => ({ card_id: null }));

/** Turns the title of a card on the board into a field. */
export const editCardTitle = (card_id: Id): void => editing.setState({ card_id });

/** The field for a title on the board. The whole board shares one, so that cards need not subscribe to it. */
export function EditedCardTitle() {
  const { card_id } = useStore(editing);
  const close = () => editing.setState({ card_id: null });
  return (
    <LazyPanel component={CardTitleEditor} open={card_id !== null} onClose={close}>
      {card_id !== null && <CardTitleEditor key={card_id} card_id={card_id} onClose={close} />}
    </LazyPanel>
  );
}
