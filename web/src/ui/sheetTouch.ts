import { keepAboveKeyboard } from './sheetKeyboard';
import { enableSheetSwipe } from './sheetSwipe';

/** What phones add to a sheet. */
export function enableSheetTouch(sheet: HTMLElement): void {
  enableSheetSwipe(sheet);
  keepAboveKeyboard(sheet);
}
