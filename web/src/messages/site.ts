// Made from messages/en/site.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('site');
export const waitlistJoined = message('Successfully joined the waitlist!');
export const genericError = message('Something went wrong. Please try again.');
export const linkIncomplete = message('This link is incomplete. Open it from the email again.');
