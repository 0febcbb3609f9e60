// Made from messages/en/trash.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';
import { formatNumber, plural } from './format';

const message = messagesOf('trash');
export const backToBoards = message('My Boards /');
export const retention = message(({ days }: { days: number }) => `Deleted items are permanently deleted after ${plural(days, { one: `${formatNumber(days)} day`, other: `${formatNumber(days)} days` })}. Archived items stay until you restore them.`);
export const filterLabel = message('Filter trash');
export const filterPlaceholder = message('Filter');
export const clearFilter = message('Clear filter');
export const noResults = message(({ text }: { text: string }) => `No results for “${text}”`);
export const loading = message('Loading trash');
export const loadFailedTitle = message('Couldn’t load the trash');
export const emptyHint = message('Deleted boards, lists and cards appear here.');
export const groupCards = message('Cards');
export const groupArchive = message('Archive');
export const origin = message(({ place }: { place: string }) => `From ${place}`);
export const archivedOn = message(({ day }: { day: string }) => `Archived ${day}`);
export const deletedOn = message(({ day }: { day: string }) => `Deleted ${day}`);
export const daysLeft = message(({ days }: { days: number }) => `${plural(days, { '=0': 'Deletes today', '=1': 'Deletes tomorrow', other: `Deletes in ${formatNumber(days)} days` })}`);
export const restoreItem = message(({ name }: { name: string }) => `Restore ${name}`);
export const restored = message(({ name }: { name: string }) => `Restored: ${name}`);
