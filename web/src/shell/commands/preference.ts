/**
 * The keys of commands as the account has set them. They are stored in the preference `shortcuts`, a JSON text that only
 * the web app reads. It keeps the ids that this version does not know.
 */
import { mirror } from '../../core/client';
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
