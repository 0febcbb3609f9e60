// Made from messages/en/shell.json by `npm run messages`. Change the texts there.
import { formatNumber, plural } from './format';

export const appLoadFailedTitle = () => 'Couldn’t load Twentyfour';
export const appLoadFailedHint = () => 'Check your connection and try again. Your data is safe.';
export const unexpectedErrorTitle = () => 'Unexpected Application Error!';
export const unexpectedErrorNoDetails = () => 'No details available.';
export const unexpectedErrorHint = () => 'Your changes are saved. Reload to continue.';
export const pageErrorTitle = () => 'Something went wrong';
export const pageErrorHint = () => 'Your changes are saved.';
export const pageLoadFailedTitle = () => 'Couldn’t load this page';
export const pageLoadFailedHint = () => 'Check your connection, or reload to get the latest version.';
export const pageErrorHome = () => 'Go to Home';
export const notificationsPrompt = () => 'Get notified when time is up';
export const notificationsAllow = () => 'Turn on notifications';
export const rejectedChangeText = () => 'Your text';
export const rejectedChangeCopyFailed = () => 'Couldn’t copy. The text is selected.';
export const unsentTitle = () => 'Some changes haven’t been sent';
export const unsentRejectedTitle = () => 'Some changes couldn’t be saved';
export const unsentDescription = ({ status, consequence }: { status: string; consequence: string }) => `${status} ${consequence}`;
export const unsentOffline = ({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} change can’t be sent while you’re offline.`, other: `${formatNumber(count)} changes can’t be sent while you’re offline.` })}`;
export const unsentServerError = ({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} change can’t be sent because of a server error.`, other: `${formatNumber(count)} changes can’t be sent because of a server error.` })}`;
export const unsentSending = ({ count }: { count: number }) => `${plural(count, { one: `Sending ${formatNumber(count)} change.`, other: `Sending ${formatNumber(count)} changes.` })}`;
export const unsentLogOutHint = ({ count }: { count: number }) => `${plural(count, { one: 'You’ll be logged out once it’s sent. If you log out now, you’ll lose it.', other: 'You’ll be logged out once they’re sent. If you log out now, you’ll lose them.' })}`;
export const unsentLogOut = () => 'Log out anyway';
export const unsentStay = () => 'Stay logged in';
export const rejectedChangesHint = () => 'Logging out also deletes the rejected changes from this browser.';
export const moreFaces = ({ count }: { count: number }) => `+${formatNumber(count)}`;
