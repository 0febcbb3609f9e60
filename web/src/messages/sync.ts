// Made from messages/en/sync.json by `npm run messages`. Change the texts there.
import { formatNumber, plural } from './format';

export const status = () => 'Sync status';
export const issue = ({ title, details }: { title: string; details: string }) => `${title}. ${details}`;
export const rejectedTitle = ({ count }: { count: number }) => `${plural(count, { one: 'A change couldn’t be saved', other: `${formatNumber(count)} changes couldn’t be saved` })}`;
export const rejectedHint = () => 'Review and copy your text.';
export const rejectedReview = () => 'Review changes';
export const rejectedDescription = ({ count }: { count: number }) => `${plural(count, { one: 'The server rejected it, so it was undone.', other: 'The server rejected them, so they were undone.' })} You can still copy your text.`;
export const rejectedDismissAll = () => 'Dismiss all';
export const rejectedToast = ({ change }: { change: string }) => `Change not saved: ${change}`;
export const rejectedToastMany = ({ count }: { count: number }) => `${formatNumber(count)} changes couldn’t be saved.`;
export const clockWrongTitle = () => 'Your device clock is wrong';
export const sendingBlockedTitle = () => 'Changes can’t be sent';
export const notStoredTitle = () => 'Changes aren’t being saved on this device';
export const notStoredHint = ({ unsent }: { unsent: number }) => `Browser storage is full or turned off. ${plural(unsent, { '=0': 'Everything is synced.', one: `If you close this tab, you’ll lose ${formatNumber(unsent)} change.`, other: `If you close this tab, you’ll lose ${formatNumber(unsent)} changes.` })}`;
export const offlineHint = ({ unsent }: { unsent: number }) => `You can keep working. Changes are saved on this device.${plural(unsent, { '=0': '', one: ` ${formatNumber(unsent)} change will sync when you’re back online.`, other: ` ${formatNumber(unsent)} changes will sync when you’re back online.` })}`;
export const offlineNotStoredHint = ({ unsent }: { unsent: number }) => `You can keep working.${plural(unsent, { '=0': '', one: ` ${formatNumber(unsent)} change will sync when you’re back online.`, other: ` ${formatNumber(unsent)} changes will sync when you’re back online.` })}`;
export const serverErrorTitle = () => 'Server error';
export const serverErrorHint = () => 'Your changes are saved and will be sent again.';
export const serverErrorNotStoredHint = () => 'Keep this tab open. Your changes will be sent again.';
export const sendingTitle = ({ count }: { count: number }) => `${plural(count, { one: `Sending ${formatNumber(count)} change`, other: `Sending ${formatNumber(count)} changes` })}`;
export const sendingHint = () => 'Changes stay on this device until they’re sent.';
export const sendingNotStoredHint = () => 'Keep this tab open until everything is sent.';
