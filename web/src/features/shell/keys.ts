/** What the app's own keys have in common. */

/** Inputs into which one types nothing. */
const WITHOUT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Whether keys typed there are text. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.has(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** The Latin letter of a key. Layouts without Latin letters have them where an English keyboard does. */
export function letterOf(event: KeyboardEvent): string {
  const letter = event.key.toLowerCase();
  return /^[a-z]$/.test(letter) ? letter : event.code.replace(/^Key/, '').toLowerCase();
}

/** Whether commands are given with the Command key here. */
export const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
