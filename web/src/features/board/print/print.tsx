/**
 * Prints the open board. While the browser prints, the board is rendered for paper beside the app, which is not printed and may
 * have mounted only the cards in view.
 */
import type { Id } from '@twentyfour/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { mirror } from '../../../core/client';
import { BoardPrint } from './BoardPrint';
import './print.css';

/** The list to print; null for the whole board, which is what the browser's own command prints. */
let chosen: Id | null = null;

/** Removes what is rendered for paper; null while nothing is printed. */
let remove: (() => void) | null = null;

/** Opens the browser's print dialog for the open board, or for one of its lists. */
export function print(list_id: Id | null): void {
  chosen = list_id;
  window.print();
}

function onBeforePrint(): void {
  const { board } = mirror.getState();
  if (!board || remove) return;
  const page = document.createElement('div');
  page.className = 'print';
  document.body.append(page);
  const root = createRoot(page);
  remove = () => {
    root.unmount();
    page.remove();
  };
  // Rendered at once, because the browser prints the page as it is after this event.
  flushSync(() => root.render(<BoardPrint board={board} list_id={chosen} />));
}

function onAfterPrint(): void {
  remove?.();
  remove = null;
  chosen = null;
}

window.addEventListener('beforeprint', onBeforePrint);
window.addEventListener('afterprint', onAfterPrint);
