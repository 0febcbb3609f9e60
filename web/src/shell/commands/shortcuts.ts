/** The keys that components show beside a command. */
import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import { isMac } from '../../ui/keyboard';
import { dispatcherStore } from './bindings';
import type { CommandId } from './commands';

/** Returns the keys of a command, such as `Mod+k`. Returns undefined if it has none, and until the dispatcher is loaded. */
export function useShortcut(id: CommandId): string | undefined {
  const dispatcher = useStore(dispatcherStore);
  return useMirror(({ preferences }) => dispatcher?.keysOf(id, preferences.shortcuts)[0]);
}

/** Returns a command's keys for the attribute `aria-keyshortcuts`, which has no form for sequences. */
export function ariaKeys(keys: string | undefined): string | undefined {
  return keys?.includes(' ') ? undefined : keys?.replace('Mod', isMac ? 'Meta' : 'Control');
}
