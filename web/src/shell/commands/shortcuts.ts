/** The keys of commands as the account has set them. */
import { COMMANDS, type CommandId } from './commands';

/** Returns the keys that run a command now. */
export function keysOf(id: CommandId): readonly string[] {
  return COMMANDS[id].keys;
}
