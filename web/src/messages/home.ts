// Made from messages/en/home.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('home');
export const pages = message('Pages');
export const switchToClock = message('Switch to clock');
export const switchToTimer = message('Switch to timer');
export const quickAdd = message('Quick add');
