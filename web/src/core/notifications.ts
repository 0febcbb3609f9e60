/**
 * Shows a notification with the product's name as its title, if the person has permitted it. If they have not decided
 * yet, asks, and shows nothing this time (specification, section 4).
 */
export function showNotification(body: string): void {
  if (!('Notification' in globalThis)) return;
  try {
    if (Notification.permission === 'granted') {
      // The tag lets the next one take the place of the last, so that an absence leaves one notification and no pile.
      const notification = new Notification('Twentyfour', { body, icon: '/apple-touch-icon.png', tag: 'timer' });
      notification.addEventListener('click', () => window.focus());
    } else if (Notification.permission === 'default') {
      Notification.requestPermission().catch(() => undefined);
    }
  } catch {
    // Some browsers on phones have the class and refuse to construct it; the title and the sound still tell.
  }
}
