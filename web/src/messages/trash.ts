// Made from messages/en/trash.json by `npm run messages`. Change the texts there.
import { formatNumber, plural } from './format';

export const backToBoards = () => 'My Boards /';
export const retention = ({ days }: { days: number }) => `Deleted items are permanently deleted after ${plural(days, { one: `${formatNumber(days)} day`, other: `${formatNumber(days)} days` })}. Archived items stay until you restore them.`;
export const filterLabel = () => 'Filter trash';
export const filterPlaceholder = () => 'Filter';
export const clearFilter = () => 'Clear filter';
export const noResults = ({ text }: { text: string }) => `No results for “${text}”`;
export const loading = () => 'Loading trash';
export const loadFailedTitle = () => 'Couldn’t load the trash';
export const emptyHint = () => 'Deleted boards, lists and cards appear here.';
export const groupCards = () => 'Cards';
export const groupArchive = () => 'Archive';
export const origin = ({ place }: { place: string }) => `From ${place}`;
export const archivedOn = ({ day }: { day: string }) => `Archived ${day}`;
export const deletedOn = ({ day }: { day: string }) => `Deleted ${day}`;
export const daysLeft = ({ days }: { days: number }) => `${plural(days, { '=0': 'Deletes today', '=1': 'Deletes tomorrow', other: `Deletes in ${formatNumber(days)} days` })}`;
export const restoreItem = ({ name }: { name: string }) => `Restore ${name}`;
export const restored = ({ name }: { name: string }) => `Restored: ${name}`;
