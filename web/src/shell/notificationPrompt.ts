/** Asks for permission to show notifications, and remembers for the life of the page what was asked. */
import { createStore } from 'zustand/vanilla';
import * as messages from '../messages/shell';
import { askForNotificationPermission, readNotificationPermission } from '../platform/notifications';
import { dismissToast, showActionToast } from '../platform/toasts';

/** The id of the toast that offers to ask for permission. */
const PROMPT_TOAST_ID = 'notifications';

interface Permission {
  /** The user's decision; `denied` if the browser does not support notifications. */
  permission: NotificationPermission;
  /** Whether this page has asked. It asks once, even if the user closes the browser's prompt without deciding. */
  wasAsked: boolean;
  /** Whether this page has already shown the toast that offers to ask. */
  wasOffered: boolean;
}

/** Whether notifications may be shown, and what this page has asked so far. */
export const notificationPermission = createStore<Permission>(() => ({ permission: readNotificationPermission(), wasAsked: false, wasOffered: false }));

/** Asks for permission to show notifications if the user has not decided yet. Must be called from a user gesture. */
export function requestNotificationPermission(): void {
  const { wasAsked } = notificationPermission.getState();
  const updatePermission = () => notificationPermission.setState({ permission: readNotificationPermission() });
  // The user may have decided in another tab.
  const permission = readNotificationPermission();
  notificationPermission.setState({ permission });
  if (wasAsked || permission !== 'default') return;
  notificationPermission.setState({ wasAsked: true });
  dismissToast(PROMPT_TOAST_ID);
  askForNotificationPermission(updatePermission);
}

/** Offers, once, to ask for permission, if the user has not decided yet. */
export function promptForNotifications(): void {
  const { wasAsked, wasOffered } = notificationPermission.getState();
  if (wasAsked || wasOffered || readNotificationPermission() !== 'default') return;
  notificationPermission.setState({ wasOffered: true });
  showActionToast(PROMPT_TOAST_ID, messages.notificationsPrompt(), messages.notificationsAllow(), requestNotificationPermission);
}
