// Made from messages/en/views.json by `npm run messages`. Change the texts there.
import { formatNumber } from './format';

export const save = () => 'Save view';
export const name = () => 'View name';
export const nameInvalid = () => 'Use 1 to 100 characters.';
export const limitReached = ({ count }: { count: number }) => `You have ${formatNumber(count)} views. Delete one to save another.`;
export const saved = () => 'View saved';
export const deleted = () => 'View deleted';
export const renameTitle = () => 'Rename view';
export const moveUp = () => 'Move view up';
export const moveDown = () => 'Move view down';
export const list = ({ name }: { name: string }) => `Views of ${name}`;
export const empty = () => 'No views yet. Filter a board or your tasks, then save the view.';
