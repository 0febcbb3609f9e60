// Made from messages/en/card_dialog.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { messagesOf } from './catalog.ts';
import { formatNumber, plural, richText } from './format';

const message = messagesOf('card_dialog');
export const list = message('List');
export const addDueDate = message('Add due date');
export const addRepeat = message('Add repeat');
export const addEstimate = message('Add estimate');
export const addLabels = message('Add labels');
export const addAssignee = message('Assign someone');
export const addDescription = message('Add a description');
export const labelsMore = message(({ count }: { count: number }) => `${formatNumber(count)} more`);
export const cover = message('Cover');
export const coverUse = message(({ name }: { name: string }) => `Use ${name}`);
export const activityShow = message('Show activity');
export const activityHide = message('Hide activity');
export const activityFolded = message(({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} earlier change`, other: `${formatNumber(count)} earlier changes` })}`);
export const activityClearFilter = message('Clear filter');
export const removedArchived = message('This card is archived');
export const removedTrashed = message('This card is in the trash');
export const removedFrom = message(({ name, place }: { name: (text: string) => ReactNode; place: string }) => richText('It was in ', name(`${place}`), '.'));
