// Made from messages/en/recovery.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('recovery');
export const coreRecovered = message('Twentyfour recovered from an error. Check your last change.');
export const coreRestartFailed = message('The app couldn’t restart.');
export const coreLoadTimeout = message('The app took too long to load.');
export const moduleLoadFailed = message('Part of the app couldn’t load.');
