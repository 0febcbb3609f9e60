import { createStore } from 'zustand';

/** How notes are shown, until the page is reloaded. */
export const noteView = createStore(() => ({
  /** Whether only the text is shown, without the list and the navigation. */
  isFocusMode: false,
  /** Whether the toolbar stays above the text. */
  isToolbarPinned: false,
}));
