/** The keys of shortcuts as text, as `commands.ts` describes it. */
import { isMac, keyOf } from '../../ui/keyboard';

/** Keys that change another key and are no stroke of their own. */
const MODIFIERS = /^(Alt(Graph)?|CapsLock|Control|Dead|Fn|FnLock|Meta|NumLock|OS|Process|Shift|Unidentified)$/;

/**
 * Returns the pressed key with its modifiers, such as `Mod+k`. Returns null for a modifier alone and while an input method
 * is composing a text.
 */
export function strokeOf(event: KeyboardEvent): string | null {
  const key = keyOf(event);
  if (key === null || MODIFIERS.test(key)) return null;
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  const isLetter = key.toUpperCase() !== key.toLowerCase();
  // The modifiers that a layout needs for a character are part of it: Shift, and AltGr, which is reported as Control and
  // Alt, or as Option on a Mac.
  const isCharacter = key.length === 1 && key !== ' ' && !isLetter;
  const isAltGr = isCharacter && altKey && (isMac ? !ctrlKey && !metaKey : ctrlKey);
  let stroke = key === ' ' ? 'Space' : key;
  if (shiftKey && !isCharacter) stroke = `Shift+${stroke}`;
  if (altKey && !isAltGr) stroke = `Alt+${stroke}`;
  // With both keys it is a shortcut of the system.
  if (ctrlKey && metaKey) return `Ctrl+Mod+${stroke}`;
  return (ctrlKey && !isAltGr) || metaKey ? `Mod+${stroke}` : stroke;
}

/** Returns whether keys are characters without Ctrl, Alt or ⌘: what WCAG 2.1.4 wants to be able to turn off. */
export function isSingleKey(keys: string): boolean {
  return keys.split(' ').some((stroke) => /^(Shift\+)?(.|Space)$/u.test(stroke));
}
