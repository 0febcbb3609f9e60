import { Pencil, RotateCcw, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as common from '../../messages/common';
import * as messages from '../../messages/shortcut_settings';
import type { CommandId } from '../../shell/commands/commands';
import { commandName } from '../../shell/commands/details';
import { findConflict, isChanged, resetKeys, setKeys, takeKeys } from '../../shell/commands/editShortcuts';
import { assignedKeys, type Shortcuts } from '../../shell/commands/preference';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Keys, keyNames } from '../../ui/Keys';
import { ShortcutRecorder } from './ShortcutRecorder';

interface ShortcutRowProps {
  id: CommandId;
  shortcuts: Shortcuts;
  onChange: (shortcuts: Shortcuts) => void;
}

/** A command with its keys, which can be changed, removed and reset. */
export function ShortcutRow({ id, shortcuts, onChange }: ShortcutRowProps) {
  const [isRecording, setIsRecording] = useState(false);
  // Recorded keys that another command has.
  const [wanted, setWanted] = useState<string | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const hasRecorded = useRef(false);
  const name = commandName(id);
  const keys = assignedKeys(id, shortcuts);
  const conflict = wanted === null ? undefined : findConflict(id, wanted, shortcuts);

  const stop = useCallback(() => setIsRecording(false), []);
  const record = useCallback(
    (recorded: string | null) => {
      hasRecorded.current = true;
      setIsRecording(false);
      if (recorded === null) return;
      if (findConflict(id, recorded, shortcuts) !== undefined) setWanted(recorded);
      else onChange(setKeys(id, recorded, shortcuts));
    },
    [id, shortcuts, onChange],
  );
  const settle = (next: Shortcuts | null) => {
    setWanted(null);
    if (next) onChange(next);
    editButton.current?.focus();
  };
  useEffect(() => {
    // The field is gone, so its button gets the focus.
    if (isRecording || !hasRecorded.current) return;
    hasRecorded.current = false;
    editButton.current?.focus();
  }, [isRecording]);

  return (
    <li data-row={name} className="border-b border-line py-1 last:border-transparent">
      <div className="flex min-h-10 flex-wrap items-center gap-x-2">
        <span className="min-w-24 flex-1 max-sm:basis-full">{name}</span>
        {/* Below the name where both do not fit on one line. */}
        <div className="ms-auto flex min-w-0 items-center gap-x-2 max-sm:w-full">
          {isRecording ? (
            <ShortcutRecorder name={name} onRecord={record} onCancel={stop} />
          ) : (
            <span className="flex min-w-0 grow flex-wrap gap-x-3 gap-y-1 sm:justify-end">
              {keys.length === 0 && <span className="text-sm text-secondary">{messages.none()}</span>}
              {keys.map((one) => (
                <Keys key={one} keys={one} />
              ))}
            </span>
          )}
          <div className="flex shrink-0">
            <IconButton ref={editButton} label={messages.change({ name })} disabled={isRecording} onClick={() => setIsRecording(true)}>
              <Icon icon={Pencil} size={16} />
            </IconButton>
            <IconButton label={messages.remove({ name })} disabled={keys.length === 0} onClick={() => settle(setKeys(id, null, shortcuts))}>
              <Icon icon={X} size={16} />
            </IconButton>
            <IconButton label={messages.reset({ name })} disabled={!isChanged(id, shortcuts)} onClick={() => settle(resetKeys(id, shortcuts))}>
              <Icon icon={RotateCcw} size={16} />
            </IconButton>
          </div>
        </div>
      </div>
      {wanted !== null && conflict !== undefined && (
        <div className="flex flex-wrap items-center justify-end gap-2 pb-2">
          <p role="alert" className="min-w-0 flex-1 text-sm text-danger">
            {messages.conflict({ keys: keyNames(wanted).join(' '), name: commandName(conflict) })}
          </p>
          <Button onClick={() => settle(takeKeys(id, wanted, shortcuts))}>{messages.replace()}</Button>
          <Button variant="quiet" onClick={() => settle(null)}>
            {common.cancel()}
          </Button>
        </div>
      )}
    </li>
  );
}
