/** Changes of the keyboard shortcuts. Loaded with the settings. */
import { COMMAND_IDS, COMMANDS, type CommandId } from './commands';
import { COMMAND_DETAILS, doGroupsOverlap } from './details';
import { assignedKeys, type Shortcuts } from './preference';

/** Returns the preference of changed shortcuts; empty if nothing is changed. */
export function formatShortcuts({ singleKeys, keys }: Shortcuts): string {
  return singleKeys && Object.keys(keys).length === 0 ? '' : JSON.stringify({ singleKeys, keys });
}

/** Returns whether a command has other keys than by default. */
export const isChanged = (id: CommandId, { keys }: Shortcuts): boolean => id in keys;

/** Returns the shortcuts with the default keys of a command. */
export function resetKeys(id: CommandId, { singleKeys, keys }: Shortcuts): Shortcuts {
  return { singleKeys, keys: Object.fromEntries(Object.entries(keys).filter(([key]) => key !== id)) };
}

/** Returns the shortcuts with other keys for a command; null removes its keys. */
export function setKeys(id: CommandId, value: string | null, shortcuts: Shortcuts): Shortcuts {
  const defaults = COMMANDS[id].keys;
  const isDefault = value === null ? defaults.length === 0 : defaults.length === 1 && defaults[0] === value;
  if (isDefault) return resetKeys(id, shortcuts);
  return { ...shortcuts, keys: { ...shortcuts.keys, [id]: value } };
}

/** Returns whether two shortcuts are equal, or one is the beginning of the other. */
function doKeysCollide(one: string, other: string): boolean {
  return `${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `);
}

/** Returns another command that keys would run too; undefined if there is none. */
export function findConflict(id: CommandId, value: string, shortcuts: Shortcuts): CommandId | undefined {
  return COMMAND_IDS.find(
    (other) =>
      other !== id &&
      doGroupsOverlap(COMMAND_DETAILS[id].group, COMMAND_DETAILS[other].group) &&
      assignedKeys(other, shortcuts).some((keys) => doKeysCollide(keys, value)),
  );
}

/** Returns the shortcuts in which no other command has keys that collide with those of a command. */
export function takeKeys(id: CommandId, value: string, shortcuts: Shortcuts): Shortcuts {
  const other = findConflict(id, value, shortcuts);
  if (other === undefined) return setKeys(id, value, shortcuts);
  const rest = assignedKeys(other, shortcuts).find((keys) => !doKeysCollide(keys, value)) ?? null;
  return takeKeys(id, value, setKeys(other, rest, shortcuts));
}
