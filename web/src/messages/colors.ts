// Made from messages/en/colors.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('colors');
export const pageTitle = message('Colors · Twentyfour');
export const heading = message('Color selector');
