/** Reads the keyboard for every component: which key was pressed, and whether it is meant for a text or for the page. */
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

type KeyPress = KeyboardEvent | ReactKeyboardEvent;

/** What Safari reports as `keyCode` for the Enter that ends a composition, after `compositionend`. */
const COMPOSITION_KEY_CODE = 229;

/** The characters of shortcuts that are no letters, by where an English keyboard has them. */
const PUNCTUATION: Readonly<Record<string, string>> = { BracketLeft: '[', Slash: '/' };

/** Input types that take no text. */
const WITHOUT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Returns whether the key belongs to an input method that is composing a text, such as Japanese. */
export function isComposing(event: KeyPress): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  // Deprecated, and the only sign of it in Safari.
  return native.isComposing || native.keyCode === COMPOSITION_KEY_CODE;
}

/**
 * Returns the pressed key: a letter in lower case, another character, or a name such as `Enter`. On layouts without Latin letters
 * a key is what it is on an English keyboard. Null while an input method is composing a text.
 */
export function keyOf(event: KeyPress): string | null {
  if (isComposing(event)) return null;
  const { key, code } = event;
  const isOtherScript = /[\p{L}\p{M}]/u.test(key) && !/\p{Script=Latin}/u.test(key);
  if (!isOtherScript) return key.length === 1 ? key.toLowerCase() : key;
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : (PUNCTUATION[code] ?? key);
}

/** Returns whether this key was pressed, as `keyOf` names it, and not while an input method is composing a text. */
export function isKey(event: KeyPress, key: string): boolean {
  return keyOf(event) === key;
}

/** Returns whether keys pressed there are typed into a text. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.has(target.type);
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof Element && target.closest('[contenteditable]:not([contenteditable="false"])') !== null;
}

/** Returns whether the page's shortcuts must leave a key alone: something else has handled it, takes it as text, or is open. */
export function isShortcutBlocked(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isTextField(event.target)) return true;
  // A letter goes to the option that begins with it.
  if (event.target instanceof HTMLSelectElement) return true;
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

/** Keeps what is open while an input method is composing, whose Escape takes back its own text. For Radix's `onEscapeKeyDown`. */
export function preventCloseWhileComposing(event: KeyboardEvent): void {
  if (isComposing(event)) event.preventDefault();
}

/** Whether commands are given with the Command key on this device. */
export const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
