// Made from messages/en/lead_times.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';
import { formatNumber, plural } from './format';

const message = messagesOf('lead_times');
export const atDueTime = message('at due time');
export const weeksBefore = message(({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} week before`, other: `${formatNumber(count)} weeks before` })}`);
export const daysBefore = message(({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} day before`, other: `${formatNumber(count)} days before` })}`);
export const hoursBefore = message(({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} hour before`, other: `${formatNumber(count)} hours before` })}`);
export const minutesBefore = message(({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} minute before`, other: `${formatNumber(count)} minutes before` })}`);
