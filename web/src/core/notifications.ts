/**
 * Shows a notification with the product's name as its title, if the person has permitted it. If they have not decided
 * yet, asks, and shows nothing this time (specification, section 4).
 */
export function showNotification(body: string): void {
  // The tag lets the next one take the place of the last, so that an absence leaves one notification and no pile.
  if (!show(body, 'timer', () => undefined)) askToNotify();
}

/** Calls a card to mind by a notification that leads to it. Reminders come by themselves, so it never asks. */
export function showReminder(body: string, tag: string, open: () => void): void {
  show(body, tag, open);
}

/** Asks whether notifications may be shown, where the person has not decided yet. Call it in answer to a press. */
export function askToNotify(): void {
  try {
    if (permission() === 'default') Notification.requestPermission().catch(() => undefined);
  } catch {
    // Old browsers answer by a callback and not by a promise; they have asked all the same.
  }
}

/** What the person has decided; `denied` where the browser has no notifications. */
function permission(): NotificationPermission {
  const { Notification: known } = globalThis as { Notification?: typeof Notification };
  return known?.permission ?? 'denied';
}

/** Answers whether the person has decided, one way or the other. */
function show(body: string, tag: string, open: () => void): boolean {
  if (permission() === 'granted') {
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
  return permission() !== 'default';
}
