// Made from messages/en/lead_times.json by `npm run messages`. Change the texts there.
import { formatNumber, plural } from './format';

export const atDueTime = () => 'at due time';
export const weeksBefore = ({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} week before`, other: `${formatNumber(count)} weeks before` })}`;
export const daysBefore = ({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} day before`, other: `${formatNumber(count)} days before` })}`;
export const hoursBefore = ({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} hour before`, other: `${formatNumber(count)} hours before` })}`;
export const minutesBefore = ({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} minute before`, other: `${formatNumber(count)} minutes before` })}`;
