// Made from messages/en/files.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';
import { formatNumber, plural } from './format';

const message = messagesOf('files');
export const refused = message(({ name, reason }: { name: string; reason: string }) => `${name}: ${reason}`);
export const manyRefused = message(({ name, count, reason }: { name: string; count: number; reason: string }) => `${name} and ${plural(count, { one: `${formatNumber(count)} more file`, other: `${formatNumber(count)} more files` })}: ${reason}`);
export const foldersRefused = message('Folders can’t be attached. Drop the files in them instead.');
export const bytes = message(({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} byte`, other: `${formatNumber(count)} bytes` })}`);
export const kilobytes = message(({ size }: { size: string }) => `${size} KB`);
export const megabytes = message(({ size }: { size: string }) => `${size} MB`);
