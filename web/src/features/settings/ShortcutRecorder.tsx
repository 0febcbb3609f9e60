import { type KeyboardEvent, useEffect, useState } from 'react';
import * as messages from '../../messages/shortcut_settings';
import { isSingleKey, strokeOf } from '../../shell/commands/strokes';
import { inputClassName } from '../../ui/Field';
import { isKey } from '../../ui/keyboard';
import { keyNames } from '../../ui/Keys';

/** How long a second key is waited for, in milliseconds. */
const SEQUENCE_TIMEOUT_MS = 1000;

interface ShortcutRecorderProps {
  /** The name of the command. */
  name: string;
  /** Called with the pressed keys, or null for Escape. */
  onRecord: (keys: string | null) => void;
  /** Called when the field has lost the focus. */
  onCancel: () => void;
}

/** A field that records the next keys: one, or two in a row without Ctrl, Alt or ⌘. Escape and Tab leave it. */
export function ShortcutRecorder({ name, onRecord, onCancel }: ShortcutRecorderProps) {
  const [first, setFirst] = useState<string | null>(null);
  useEffect(() => {
    if (first === null) return undefined;
    const timeout = setTimeout(() => onRecord(first), SEQUENCE_TIMEOUT_MS);
    return () => clearTimeout(timeout);
  }, [first, onRecord]);

  const record = (event: KeyboardEvent) => {
    if (isKey(event, 'Tab')) return;
    // Neither the page nor the browser reacts to the recorded keys.
    event.preventDefault();
    event.stopPropagation();
    const stroke = strokeOf(event.nativeEvent);
    if (stroke === null || event.repeat) return;
    if (stroke === 'Escape') onRecord(null);
    else if (!isSingleKey(stroke)) onRecord(stroke);
    else if (first === null) setFirst(stroke);
    else onRecord(`${first} ${stroke}`);
  };

  return (
    <input
      readOnly
      autoFocus
      aria-label={messages.record({ name })}
      placeholder={messages.pressKeys()}
      value={first === null ? '' : keyNames(first).join(' ')}
      onKeyDown={record}
      onBlur={onCancel}
      className={`${inputClassName} h-9 w-36 text-center coarse:h-11`}
    />
  );
}
