// Made from messages/en/print.json by `npm run messages`. Change the texts there.
import { formatNumber, plural } from './format';

export const print = () => 'Print…';
export const due = ({ due }: { due: string }) => `Due ${due}`;
export const subtasks = ({ done, count }: { done: number; count: number }) => `${formatNumber(done)}/${plural(count, { one: `${formatNumber(count)} sub-task`, other: `${formatNumber(count)} sub-tasks` })}`;
export const unloaded = ({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} more card isn’t loaded yet.`, other: `${formatNumber(count)} more cards aren’t loaded yet.` })}`;
