/** Dialogs, menus and popovers, which are sheets at the bottom of a phone's screen. Their styles are in `global.css`. */

/** Phones. The styles have the same condition. */
const PHONE = '(width < 640px) and (pointer: coarse)';

const sheets = new WeakSet<Element>();

/** On phones, lets a swipe down close a panel, and keeps it above the keyboard. Used as its ref; the panel has the attribute `data-sheet`. */
export function enableSheet(panel: HTMLElement | null): void {
  if (!panel || sheets.has(panel) || !matchMedia(PHONE).matches) return;
  sheets.add(panel);
  // The sheet can be used without, so a failed load is not reported.
  import('./sheetTouch').then(({ enableSheetTouch }) => enableSheetTouch(panel), () => undefined);
}
