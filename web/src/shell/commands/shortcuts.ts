/**
 * The keys of commands as the account has set them. They are stored in the preference `shortcuts`, a text that only this
 * module reads. It keeps the ids that this version does not know.
 */
import { mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { isMac } from '../../ui/keyboard';
import { COMMANDS, type CommandId } from './commands';
import { isSingleKey } from './strokes';

export interface Shortcuts {
  /** Whether shortcuts of single keys work. WCAG 2.1.4 asks for a way to turn them off. */
  singleKeys: boolean;
  /** The changed keys by the command's id; null if the command has none. */
  keys: Readonly<Record<string, string | null>>;
}

let last = { text: '', shortcuts: parseShortcuts('') };

/** Parses the preference. What it does not understand is as if it was not changed. */
export function parseShortcuts(text: string): Shortcuts {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // Empty until something was changed.
  }
  const { singleKeys, keys } = Object(stored) as Record<string, unknown>;
  const entries = Object.entries(Object(keys) as object).filter(([, key]) => key === null || typeof key === 'string');
  return { singleKeys: singleKeys !== false, keys: Object.fromEntries(entries) };
}

/** Returns the keys that a command has, even those that do not work because single keys are off. */
export function assignedKeys(id: CommandId, { keys }: Shortcuts): readonly string[] {
  const own = keys[id];
  if (own === undefined) return COMMANDS[id].keys;
  return own === null ? [] : [own];
}

/** Returns the keys that run a command. */
export function keysOf(id: CommandId, text: string = mirror.getState().preferences.shortcuts ?? ''): readonly string[] {
  if (last.text !== text) last = { text, shortcuts: parseShortcuts(text) };
  const { shortcuts } = last;
  const keys = assignedKeys(id, shortcuts);
  return shortcuts.singleKeys ? keys : keys.filter((one) => !isSingleKey(one));
}

/** Returns the keys to show beside a command's name, if it has any. */
export function useShortcut(id: CommandId): string | undefined {
  return useMirror(({ preferences }) => keysOf(id, preferences.shortcuts)[0]);
}

/** Returns shown keys for the attribute `aria-keyshortcuts`, which has no form for sequences. */
export function ariaKeys(keys: string | undefined): string | undefined {
  return keys?.includes(' ') ? undefined : keys?.replace('Mod', isMac ? 'Meta' : 'Control');
}
