// Made from messages/en/shortcuts.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('shortcuts');
export const keyBackspace = message('Backspace');
export const keyDelete = message('Delete');
export const keyEnter = message('Enter');
export const keyEscape = message('Esc');
export const keySpace = message('Space');
export const keyTab = message('Tab');
export const close = message('Close dialog or menu');
export const otherCard = message('Move between cards and lists');
export const extendSelection = message('Select the next card too');
export const pickUpOrDrop = message('Pick up or drop a card or list');
export const move = message('Move the picked-up card or list');
export const cancelMove = message('Cancel move');
export const previousOrNextNote = message('Previous or next note');
export const addLink = message('Add link');
export const focusToolbar = message('Focus toolbar');
export const customize = message('Change shortcuts in Settings');
export const singleKeysOff = message('Single-key shortcuts are off.');
