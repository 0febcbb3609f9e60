// Made from messages/en/install.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('install');
export const install = message('Install app');
export const benefit = message('Open Twentyfour in its own window, also offline.');
export const confirm = message('Install');
export const shareMenu = message('Add Twentyfour to your Home Screen to open it like an app: tap Share, then “Add to Home Screen”.');
