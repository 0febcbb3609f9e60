// Made from messages/en/shortcuts.json by `npm run messages`. Change the texts there.

export const title = () => 'Keyboard shortcuts';
export const keyBackspace = () => 'Backspace';
export const keyDelete = () => 'Delete';
export const keyEnter = () => 'Enter';
export const keyEscape = () => 'Esc';
export const keySpace = () => 'Space';
export const keyTab = () => 'Tab';
export const close = () => 'Close dialog or menu';
export const nextCard = () => 'Next card';
export const pickUpOrDrop = () => 'Pick up or drop a card or list';
export const move = () => 'Move the picked-up card or list';
export const cancelMove = () => 'Cancel move';
export const previousOrNextNote = () => 'Previous or next note';
export const addLink = () => 'Add link';
export const focusToolbar = () => 'Focus toolbar';
export const customize = () => 'Change shortcuts in Settings';
export const singleKeysOff = () => 'Single-key shortcuts are off.';
