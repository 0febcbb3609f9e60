/**
 * Prints the open board. It is rendered for paper, because the page may have mounted only the cards in view.
 */
import type { Id } from '@twentyfour/core';
import { mirror } from '../../../core/client';
import { enablePrinting } from '../../../shell/printing';
import { BoardPrint } from './BoardPrint';

/** The list to print; null for the whole board, which is what the browser's own command prints. */
let chosen: Id | null = null;

/** Opens the browser's print dialog for the open board, or for one of its lists. */
export function print(list_id: Id | null): void {
  chosen = list_id;
  window.print();
}

enablePrinting(
  () => {
    const { board } = mirror.getState();
    return board && <BoardPrint board={board} list_id={chosen} />;
  },
  () => {
    chosen = null;
  },
);
