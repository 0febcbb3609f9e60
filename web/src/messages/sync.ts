// Made from messages/en/sync.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';
import { formatNumber, plural } from './format';

const message = messagesOf('sync');
export const status = message('Sync status');
export const issue = message(({ title, details }: { title: string; details: string }) => `${title}. ${details}`);
export const rejectedTitle = message(({ count }: { count: number }) => `${plural(count, { one: 'A change couldn’t be saved', other: `${formatNumber(count)} changes couldn’t be saved` })}`);
export const rejectedHint = message('Review and copy your text.');
export const rejectedReview = message('Review changes');
export const rejectedDescription = message(({ count }: { count: number }) => `${plural(count, { one: 'The server rejected it, so it was undone.', other: 'The server rejected them, so they were undone.' })} You can still copy your text.`);
export const rejectedDismissAll = message('Dismiss all');
export const rejectedToast = message(({ change }: { change: string }) => `Change not saved: ${change}`);
export const rejectedToastMany = message(({ count }: { count: number }) => `${formatNumber(count)} changes couldn’t be saved.`);
export const clockWrongTitle = message('Your device clock is wrong');
export const sendingBlockedTitle = message('Changes can’t be sent');
export const notStoredTitle = message('Changes aren’t being saved on this device');
export const notStoredHint = message(({ unsent }: { unsent: number }) => `Browser storage is full or turned off. ${plural(unsent, { '=0': 'Everything is synced.', one: `If you close this tab, you’ll lose ${formatNumber(unsent)} change.`, other: `If you close this tab, you’ll lose ${formatNumber(unsent)} changes.` })}`);
export const offlineHint = message(({ unsent }: { unsent: number }) => `You can keep working. Changes are saved on this device.${plural(unsent, { '=0': '', one: ` ${formatNumber(unsent)} change will sync when you’re back online.`, other: ` ${formatNumber(unsent)} changes will sync when you’re back online.` })}`);
export const offlineNotStoredHint = message(({ unsent }: { unsent: number }) => `You can keep working.${plural(unsent, { '=0': '', one: ` ${formatNumber(unsent)} change will sync when you’re back online.`, other: ` ${formatNumber(unsent)} changes will sync when you’re back online.` })}`);
export const serverErrorTitle = message('Server error');
export const serverErrorHint = message('Your changes are saved and will be sent again.');
export const serverErrorNotStoredHint = message('Keep this tab open. Your changes will be sent again.');
export const sendingTitle = message(({ count }: { count: number }) => `${plural(count, { one: `Sending ${formatNumber(count)} change`, other: `Sending ${formatNumber(count)} changes` })}`);
export const sendingHint = message('Changes stay on this device until they’re sent.');
export const sendingNotStoredHint = message('Keep this tab open until everything is sent.');
