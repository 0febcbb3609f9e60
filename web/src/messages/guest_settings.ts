// Made from messages/en/guest_settings.json by `npm run messages`. Change the texts there.

export const profileDetails = () => 'You’re using Twentyfour as a guest. Your data is stored only in this browser. Create an account to keep it and use it on your other devices.';
export const dataTitle = () => 'Guest data';
export const dataThisBrowser = () => 'This browser';
export const dataDetails = () => 'Deletes your boards, notes, sessions and name from this browser.';
export const dataDelete = () => 'Delete guest data';
export const dataDeleteTitle = () => 'Delete guest data?';
export const dataDeleteDetails = () => 'This permanently deletes your boards, notes and sessions. You can’t undo it.';
export const subscriptionTitle = () => 'No subscription';
export const subscriptionDetails = () => 'You’re using Twentyfour as a guest, so there’s nothing to pay. Sign up to choose a plan. Your data moves with you.';
