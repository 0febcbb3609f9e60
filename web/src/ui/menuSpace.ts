/**
 * The space of a menu's button at the end of a row, for the element before the button. Where the button is shown by hovering, the
 * row's text has the space until then.
 */
export const MENU_SPACE = 'pr-9 coarse:pr-11 [@media(hover:hover)]:[:not(:hover,:has(:focus-visible,[aria-expanded=true]))>&]:pr-2.5';
