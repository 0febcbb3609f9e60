// Made from messages/en/selection.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';
import { formatNumber, plural } from './format';

const message = messagesOf('selection');
export const bar = message('Selected cards');
export const count = message(({ count }: { count: number }) => `${formatNumber(count)} selected`);
export const clear = message('Clear selection');
export const complete = message('Complete');
export const moved = message(({ count, list }: { count: number; list: string }) => `${plural(count, { one: `${formatNumber(count)} card moved to ${list}`, other: `${formatNumber(count)} cards moved to ${list}` })}`);
export const labelsFilter = message('Find or add a label');
export const labelAdd = message(({ label }: { label: string }) => `Add “${label}”`);
export const labelsEmpty = message('No labels yet. Type one to add it.');
export const membersFilter = message('Find a member');
export const listsFilter = message('Find a list');
export const noMatches = message('No matches');
export const nextWeek = message('Next week');
export const setDueDate = message('Set');
export const moveTo = message('Move to list');
export const moveEnd = message('Position');
export const moveTop = message('Top');
export const moveBottom = message('Bottom');
