/** Keyboard helpers for all components: which key was pressed, and whether it is text input or a shortcut. */
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

type KeyPress = KeyboardEvent | ReactKeyboardEvent;

/** The `keyCode` that Safari reports for the Enter that ends a composition, after `compositionend`. */
const COMPOSITION_KEY_CODE = 229;

/** The non-letter shortcut characters by their position on an English keyboard. */
const PUNCTUATION: Readonly<Record<string, string>> = { BracketLeft: '[', Slash: '/' };

/** Input types that accept no text. */
const WITHOUT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Returns whether the key belongs to an input method that is composing a text, such as Japanese. */
export function isComposing(event: KeyPress): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  // Deprecated, but Safari offers nothing else.
  return native.isComposing || native.keyCode === COMPOSITION_KEY_CODE;
}

/**
 * Returns the pressed key: a lower-case letter, another character, or a name such as `Enter`. On layouts without Latin
 * letters it returns the key of an English keyboard. Returns null while an input method is composing a text.
 */
export function keyOf(event: KeyPress): string | null {
  if (isComposing(event)) return null;
  const { key, code } = event;
  const isOtherScript = /[\p{L}\p{M}]/u.test(key) && !/\p{Script=Latin}/u.test(key);
  if (!isOtherScript) return key.length === 1 ? key.toLowerCase() : key;
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : (PUNCTUATION[code] ?? key);
}

/** Returns whether this key, as named by `keyOf`, was pressed while no input method was composing. */
export function isKey(event: KeyPress, key: string): boolean {
  return keyOf(event) === key;
}

/** Returns whether the element takes key presses as text. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.has(target.type);
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof Element && target.closest('[contenteditable]:not([contenteditable="false"])') !== null;
}

/**
 * Returns whether the page's shortcuts must ignore a key press, because it was handled already, is text input, or a
 * dialog or menu is open.
 */
export function isShortcutBlocked(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isTextField(event.target)) return true;
  // A letter selects the option that begins with it.
  if (event.target instanceof HTMLSelectElement) return true;
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

/**
 * Keeps an overlay open while an input method is composing, because Escape then cancels the composition. For Radix's
 * `onEscapeKeyDown`.
 */
export function preventCloseWhileComposing(event: KeyboardEvent): void {
  if (isComposing(event)) event.preventDefault();
}

/** Whether shortcuts use the Command key on this device. */
export const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
