/** Runs commands by their keys. */
import { isMac, isShortcutBlocked, isTextField } from '../../ui/keyboard';
import { type Binding, bindings } from './bindings';
import { COMMAND_IDS, COMMANDS, type CommandId } from './commands';
import { keysOf } from './preference';
import { isSingleKey, strokeOf } from './strokes';

export { keysOf } from './preference';

/** The time within which the second key of a sequence must follow, in milliseconds. */
const SEQUENCE_TIMEOUT_MS = 1500;

/** Elements that handle Space and Enter themselves. */
const ACTIVATED = 'a[href], button, input, select, textarea, summary, [role="button"], [role="slider"], [role="switch"]';

/** Elements in which a letter moves to the item that begins with it. */
const TYPE_AHEAD_ELEMENTS = 'select, [role="menu"], [role="listbox"]';

/** The first key of a sequence that was begun, and when. */
let begun = { stroke: '', at: 0 };

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
  // A Mac edits texts with Control, as in Ctrl+K.
  if (reach === 'text_fields') return isMac && event.ctrlKey && isTextField(event.target);
  if (reach !== 'dialogs' && !(reach === 'card' && isInCardDialog(event))) return isShortcutBlocked(event);
  if (isTextField(event.target)) return true;
  return !event.ctrlKey && !event.metaKey && (isTypeAhead(event) || isPopoverOpen());
}

/** Returns whether a key was pressed in the dialog of a card that can be changed, and not in a picker or a dialog over it. */
function isInCardDialog({ target }: KeyboardEvent): boolean {
  return target instanceof Element && Boolean(target.closest('[role="dialog"]')?.querySelector('[data-card-field]'));
}

function isTypeAhead({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(TYPE_AHEAD_ELEMENTS) !== null;
}

/** A popover has the focus, and would be closed by a dialog over it, which could not give it the focus back. */
function isPopoverOpen(): boolean {
  return document.querySelector('[data-popover]') !== null;
}

function isHandledByTarget(stroke: string, { target }: KeyboardEvent): boolean {
  return (stroke === 'Space' || stroke === 'Enter') && target instanceof Element && target.closest(ACTIVATED) !== null;
}

/** Runs the first command in the order of the table that has the pressed keys, can run now and is not blocked. */
export function dispatchKey(event: KeyboardEvent): void {
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
