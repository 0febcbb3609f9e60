import { createStore } from 'zustand/vanilla';

interface Permission {
  /** What the person has decided; `denied` where the browser has no notifications. */
  decision: NotificationPermission;
  /** Whether this page has asked. It asks once, however the question was put away. */
  wasAsked: boolean;
}

/** Whether notifications may be shown. */
export const notificationPermission = createStore<Permission>(() => ({ decision: decision(), wasAsked: false }));

/** Shows a notification with the product's name as its title, if the person has permitted it. */
export function showNotification(body: string): void {
  // The tag lets the next one take the place of the last, so that an absence leaves one notification and no pile.
  show(body, 'timer', () => undefined);
}

/** Calls a card to mind by a notification that leads to it. */
export function showReminder(body: string, tag: string, open: () => void): void {
  show(body, tag, open);
}

/** Asks whether notifications may be shown, where the person has not decided yet. Call it in answer to a press. */
export function askToNotify(): void {
  const { wasAsked } = notificationPermission.getState();
  const decided = () => notificationPermission.setState({ decision: decision() });
  // The person may have decided in another tab.
  decided();
  if (wasAsked || decision() !== 'default') return;
  notificationPermission.setState({ wasAsked: true });
  try {
    // Old browsers answer by a callback and not by a promise.
    const answer = Notification.requestPermission(decided) as Promise<unknown> | undefined;
    answer?.then(decided, () => undefined);
  } catch {
    // A browser that lets no page ask: the title, the icon and the sound still tell.
  }
}

function decision(): NotificationPermission {
  const { Notification: known } = globalThis as { Notification?: typeof Notification };
  return known?.permission ?? 'denied';
}

function show(body: string, tag: string, open: () => void): void {
  if (decision() !== 'granted') return;
  try {
    const notification = new Notification('Twentyfour', { body, icon: '/apple-touch-icon.png', tag });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      open();
    });
  } catch {
    // Some browsers on phones have the class and refuse to construct it; the title, the sound and the toast still tell.
  }
}
