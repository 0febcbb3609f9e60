// Made from messages/en/palette.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';
import { formatNumber, plural } from './format';

const message = messagesOf('palette');
export const title = message('Command palette');
export const placeholder = message('Search or run a command');
export const results = message('Results');
export const untitledNote = message('New note');
export const groupRecent = message('Recent');
export const groupCommands = message('Commands');
export const groupCards = message('Cards');
export const searchEverywhere = message(({ query }: { query: string }) => `Search everywhere for “${query}”`);
export const noResults = message(({ query }: { query: string }) => `No results for “${query}”`);
export const resultCount = message(({ count }: { count: number }) => `${plural(count, { '=0': 'No results', one: `${formatNumber(count)} result`, other: `${formatNumber(count)} results` })}`);
