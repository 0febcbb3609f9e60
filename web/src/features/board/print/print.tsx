/**
 * Prints the open board, or the card that is open on it. The board is rendered for paper, because the page may have mounted
 * only the cards in view, and the card, because its values are fields and buttons.
 */
import type { Id } from '@twentyfour/core';
import { mirror } from '../../../core/client';
import { enablePrinting } from '../../../shell/printing';
import { BoardPrint } from './BoardPrint';
import { CardPrint } from './CardPrint';

/** The list to print; null for the whole board, which is what the browser's own command prints. */
let chosen: Id | null = null;

/** Opens the browser's print dialog for the open board, or for one of its lists. */
export function print(list_id: Id | null): void {
  chosen = list_id;
  window.print();
}

enablePrinting(
  () => {
    const { board, cards, open_card } = mirror.getState();
    const card = open_card && cards.get(open_card.id);
    if (card) return <CardPrint card={card} details={open_card} />;
    return board && <BoardPrint board={board} list_id={chosen} />;
  },
  () => {
    chosen = null;
  },
);
