// Made from messages/en/shortcuts.json by `npm run messages`. Change the texts there.

export const title = () => 'Keyboard shortcuts';
export const keyEnter = () => 'Enter';
export const keyEscape = () => 'Esc';
export const keySpace = () => 'Space';
export const keyTab = () => 'Tab';
export const general = () => 'General';
export const undo = () => 'Undo';
export const redo = () => 'Redo';
export const close = () => 'Close dialog or menu';
export const toggleSidebar = () => 'Toggle sidebar';
export const showShortcuts = () => 'Show keyboard shortcuts';
export const startOrPause = () => 'Start or pause timer';
export const reset = () => 'Reset timer';
export const skip = () => 'Skip';
export const filterCards = () => 'Filter cards';
export const nextCard = () => 'Next card';
export const openCard = () => 'Open a card';
export const pickUpOrDrop = () => 'Pick up or drop a card or list';
export const move = () => 'Move the picked-up card or list';
export const cancelMove = () => 'Cancel move';
export const newNote = () => 'New note';
export const searchNotes = () => 'Search';
export const previousOrNextNote = () => 'Previous or next note';
export const addLink = () => 'Add link';
export const focusToolbar = () => 'Focus toolbar';
