/** Which commands the mounted components offer, and the one listener that runs them by their keys. */
import { useEffect, useRef } from 'react';
import { isShortcutBlocked, isTextField } from '../../ui/keyboard';
import { COMMAND_IDS, COMMANDS, type CommandId } from './commands';
import { keysOf } from './shortcuts';
import { isSingleKey, strokeOf } from './strokes';

interface Binding {
  run: () => void;
  isEnabled: () => boolean;
}

interface CommandOptions {
  /** Whether the command can run now. A function is called at each press of its keys and when the palette opens. */
  isEnabled?: boolean | (() => boolean);
}

/** The time within which the second key of a sequence must follow, in milliseconds. */
const SEQUENCE_TIMEOUT_MS = 1500;

/** Elements that handle Space and Enter themselves. */
const ACTIVATED = 'a[href], button, input, select, textarea, summary, [role="button"], [role="slider"], [role="switch"]';

const bindings = new Map<CommandId, Binding[]>();

/** The first key of a sequence that was begun, and when. */
let begun = { stroke: '', at: 0 };

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

function findBinding(id: CommandId): Binding | undefined {
  return bindings.get(id)?.find((binding) => binding.isEnabled());
}

/** Returns the commands that can run now, in the order of the table. */
export function availableCommands(): CommandId[] {
  return COMMAND_IDS.filter(findBinding);
}

/** Runs a command. Does nothing if no mounted component offers it. */
export function runCommand(id: CommandId): void {
  findBinding(id)?.run();
}

/** Returns whether a command's keys must be ignored where they were pressed. */
function isBlocked(id: CommandId, event: KeyboardEvent): boolean {
  const { reach, repeats } = COMMANDS[id];
  if (event.defaultPrevented || (event.repeat && !repeats)) return true;
  if (reach === 'text_fields') return false;
  return reach === 'dialogs' ? isTextField(event.target) : isShortcutBlocked(event);
}

function isHandledByTarget(stroke: string, { target }: KeyboardEvent): boolean {
  return (stroke === 'Space' || stroke === 'Enter') && target instanceof Element && target.closest(ACTIVATED) !== null;
}

function onKeyDown(event: KeyboardEvent): void {
  const stroke = strokeOf(event);
  if (stroke === null || isHandledByTarget(stroke, event)) return;
  const isSequence = begun.stroke !== '' && event.timeStamp - begun.at < SEQUENCE_TIMEOUT_MS;
  const keys = isSequence && isSingleKey(stroke) ? `${begun.stroke} ${stroke}` : stroke;
  begun.stroke = '';
  for (const id of COMMAND_IDS) {
    const isWhole = keysOf(id).includes(keys);
    if (!isWhole && !keysOf(id).some((one) => one.startsWith(`${keys} `))) continue;
    const binding = findBinding(id);
    if (!binding || isBlocked(id, event)) continue;
    event.preventDefault();
    if (!isWhole) begun = { stroke: keys, at: event.timeStamp };
    else binding.run();
    return;
  }
}
