// Made from messages/en/print.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';
import { formatNumber, plural } from './format';

const message = messagesOf('print');
export const print = message('Print…');
export const due = message(({ due }: { due: string }) => `Due ${due}`);
export const subtasks = message(({ done, count }: { done: number; count: number }) => `${formatNumber(done)}/${plural(count, { one: `${formatNumber(count)} sub-task`, other: `${formatNumber(count)} sub-tasks` })}`);
export const unloaded = message(({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} more card isn’t loaded yet.`, other: `${formatNumber(count)} more cards aren’t loaded yet.` })}`);
