/** Padding at the end of a row for its menu button. On devices with hover, only while the button is visible. */
export const MENU_SPACE = 'pr-9 coarse:pr-11 [@media(hover:hover)]:[:not(:hover,:has(:focus-visible,[aria-expanded=true]))>&]:pr-2.5';

/** The menu button at the end of a row, which has the class `group`. On devices with hover, it is visible while the row or the button is used. */
export const MENU_BUTTON =
  'absolute top-0 right-0 text-glass-secondary group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 [@media(hover:hover)]:opacity-0';
