// Made from messages/en/palette.json by `npm run messages`. Change the texts there.
import { formatNumber, plural } from './format';

export const title = () => 'Command palette';
export const placeholder = () => 'Search or run a command';
export const results = () => 'Results';
export const untitledNote = () => 'New note';
export const groupRecent = () => 'Recent';
export const groupCommands = () => 'Commands';
export const groupCards = () => 'Cards';
export const searchEverywhere = ({ query }: { query: string }) => `Search everywhere for “${query}”`;
export const noResults = ({ query }: { query: string }) => `No results for “${query}”`;
export const resultCount = ({ count }: { count: number }) => `${plural(count, { '=0': 'No results', one: `${formatNumber(count)} result`, other: `${formatNumber(count)} results` })}`;
