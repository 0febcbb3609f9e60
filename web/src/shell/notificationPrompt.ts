/** When the app asks for permission to show notifications. */
import { createStore } from 'zustand/vanilla';
import { canRequestNotificationPermission, requestNotificationPermission } from '../platform/notifications';
import { dismissToast, showActionToast } from '../platform/toasts';

const TOAST_ID = 'notifications';

/** Whether this page has already shown the toast that offers to ask. */
export const notificationPrompt = createStore(() => ({ wasOffered: false }));

/** Asks for permission to show notifications if the user has not decided yet. Must be called from a user gesture. */
export function askForNotifications(): void {
  if (requestNotificationPermission()) dismissToast(TOAST_ID);
}

/** Offers, once, to ask for permission, if the user has not decided yet. */
export function promptForNotifications(): void {
  if (notificationPrompt.getState().wasOffered || !canRequestNotificationPermission()) return;
  notificationPrompt.setState({ wasOffered: true });
  showActionToast(TOAST_ID, 'Get notified when time is up', 'Turn on notifications', askForNotifications);
}
