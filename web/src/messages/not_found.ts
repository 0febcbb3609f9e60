// Made from messages/en/not_found.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('not_found');
export const pageTitle = message('Page not found · Twentyfour');
export const heading = message('404');
export const details = message('Page not found. Check the address.');
