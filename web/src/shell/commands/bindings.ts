/** Which commands the mounted components offer. What runs them is loaded when the page is idle, or with the first key. */
import { useEffect, useRef } from 'react';
import { createStore } from 'zustand';
import { isComposing } from '../../ui/keyboard';
import type { CommandId } from './commands';

export interface Binding {
  run: () => void;
  isEnabled: () => boolean;
}

interface CommandOptions {
  /** Whether the command can run now. A function is called at each press of its keys and when the palette opens. */
  isEnabled?: boolean | (() => boolean);
}

/** The bindings of each command, the newest first. */
export const bindings = new Map<CommandId, Binding[]>();

/** The module that runs commands by their keys; null until it is loaded. */
export const dispatcherStore = createStore<typeof import('./dispatcher') | null>(() => null);

/** The keys that were pressed before the dispatcher was loaded. */
let earlyEvents: KeyboardEvent[] = [];

/** Loads what runs commands by their keys. */
export async function preloadDispatcher(): Promise<void> {
  try {
    const dispatcher = await import('./dispatcher');
    dispatcherStore.setState(dispatcher, true);
    for (const event of earlyEvents) {
      // What has the focus now is not what the key was meant for.
      if (event.target === document.activeElement) dispatcher.dispatchKey(event);
    }
  } finally {
    earlyEvents = [];
  }
}

function onKeyDown(event: KeyboardEvent): void {
  const dispatcher = dispatcherStore.getState();
  if (dispatcher) return dispatcher.dispatchKey(event);
  if (isComposing(event)) return undefined;
  earlyEvents.push(event);
  // Loaded again by the next key.
  return void preloadDispatcher().catch(() => undefined);
}

/** Offers a command until the returned function is called. Of several bindings the newest that is enabled runs. */
function bindCommand(id: CommandId, binding: Binding): () => void {
  if (bindings.size === 0) document.addEventListener('keydown', onKeyDown);
  bindings.set(id, [binding, ...(bindings.get(id) ?? [])]);
  return () => {
    const rest = (bindings.get(id) ?? []).filter((one) => one !== binding);
    if (rest.length > 0) bindings.set(id, rest);
    else bindings.delete(id);
    if (bindings.size === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

/** Offers a command while the component is mounted: its handler runs by the command's keys and from the palette. */
export function useCommand(id: CommandId, run: () => void, { isEnabled = true }: CommandOptions = {}): void {
  const latest = useRef({ run, isEnabled });
  useEffect(() => {
    latest.current = { run, isEnabled };
  });
  useEffect(() => {
    const isEnabledNow = () => {
      const enabled = latest.current.isEnabled;
      return typeof enabled === 'function' ? enabled() : enabled;
    };
    return bindCommand(id, { run: () => latest.current.run(), isEnabled: isEnabledNow });
  }, [id]);
}
