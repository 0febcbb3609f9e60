// Made from messages/en/views.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';
import { formatNumber } from './format';

const message = messagesOf('views');
export const save = message('Save view');
export const name = message('View name');
export const nameInvalid = message('Use 1 to 100 characters.');
export const limitReached = message(({ count }: { count: number }) => `You have ${formatNumber(count)} views. Delete one to save another.`);
export const saved = message('View saved');
export const deleted = message('View deleted');
export const renameTitle = message('Rename view');
export const moveUp = message('Move view up');
export const moveDown = message('Move view down');
export const list = message(({ name }: { name: string }) => `Views of ${name}`);
export const empty = message('No views yet. Filter a board or your tasks, then save the view.');
