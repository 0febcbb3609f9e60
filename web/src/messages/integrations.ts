// Made from messages/en/integrations.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('integrations');
export const guestTitle = message('You need an account');
export const guestDetails = message('Calendars, API tokens and webhooks need an account. Sign up to use them. Your data moves with you.');
export const password = message('Your password');
export const noResponse = message('Couldn’t reach the server. Try again.');
export const urlInvalid = message('Enter a public address that starts with https://, without a user name. Of the ports below 1024, only 80 and 443 are allowed.');
