// Made from messages/en/guest_settings.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('guest_settings');
export const profileDetails = message('You’re using Twentyfour as a guest. Your data is stored only in this browser. Create an account to keep it and use it on your other devices.');
export const dataTitle = message('Guest data');
export const dataThisBrowser = message('This browser');
export const dataDetails = message('Your boards, notes, sessions and name');
export const dataDelete = message('Delete guest data');
export const dataDeleteTitle = message('Delete guest data?');
export const dataDeleteDetails = message('This permanently deletes your boards, notes and sessions. You can’t undo it.');
export const subscriptionTitle = message('No subscription');
export const subscriptionDetails = message('You’re using Twentyfour as a guest, so there’s nothing to pay. Sign up to choose a plan. Your data moves with you.');
