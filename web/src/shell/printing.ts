/**
 * Prints something else than the page: while the browser prints, it is rendered for paper beside the app, which is not
 * printed (`print.css`).
 */
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './print.css';

/**
 * Prints what a function returns instead of the page, unless that is null, until the returned function is called.
 * `onEnd` is called after printing.
 */
export function enablePrinting(render: () => ReactNode, onEnd?: () => void): () => void {
  /** Removes what is rendered for paper; null while nothing is printed. */
  let remove: (() => void) | null = null;
  const onBeforePrint = () => {
    const content = render();
    if (content === null || remove) return;
    const page = document.createElement('div');
    page.className = 'print';
    document.body.append(page);
    const root = createRoot(page);
    remove = () => {
      root.unmount();
      page.remove();
    };
    // Rendered at once, because the browser prints the page as it is after this event.
    flushSync(() => root.render(content));
  };
  const onAfterPrint = () => {
    remove?.();
    remove = null;
    onEnd?.();
  };
  window.addEventListener('beforeprint', onBeforePrint);
  window.addEventListener('afterprint', onAfterPrint);
  return () => {
    window.removeEventListener('beforeprint', onBeforePrint);
    window.removeEventListener('afterprint', onAfterPrint);
    onAfterPrint();
  };
}
