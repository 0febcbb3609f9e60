import type { Id, Rejection } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import * as messages from '../../messages/board';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';

/** A list or board to which something can be moved. */
export interface MoveTarget {
  id: Id;
  name: string;
  /** The number of positions, counting the moved item. */
  positionCount: number;
}

interface MoveFormProps {
  /** The available targets; just one when a list is moved within its board, which leaves nothing to choose. */
  targets: readonly MoveTarget[];
  /** The target and the index that are chosen at first. */
  target_id: Id;
  index: number;
  /** Whether the target is shown although there is just one. */
  isTargetShown?: boolean;
  hasAutoFocus?: boolean;
  submitText: string;
  /** Called with the chosen target and index. A rejection is shown. */
  onSubmit: (target_id: Id, index: number) => Rejection | null;
}

interface MoveDialogProps extends Pick<MoveFormProps, 'targets' | 'target_id' | 'index' | 'isTargetShown'> {
  title: string;
  onMove: MoveFormProps['onSubmit'];
  onClose: () => void;
}

/** A dialog that moves an item to a target and a position without dragging. */
export function MoveDialog({ title, onMove, onClose, ...rest }: MoveDialogProps) {
  const submit = (target_id: Id, index: number) => {
    const rejection = onMove(target_id, index);
    if (!rejection) onClose();
    return rejection;
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <MoveForm {...rest} submitText={messages.moveSubmit()} onSubmit={submit} />
    </Dialog>
  );
}

/** The form of a dialog that puts an item at a position of a target. */
export function MoveForm({ targets, target_id, index, isTargetShown = targets.length > 1, hasAutoFocus = true, submitText, onSubmit }: MoveFormProps) {
  const [chosen, setChosen] = useState(target_id);
  const [text, setText] = useState(String(index + 1));
  const [error, setError] = useState<string | null>(null);
  const positionCount = targets.find(({ id }) => id === chosen)?.positionCount ?? 1;

  const setPosition = (position: number) => {
    setText(String(position));
    setError(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const position = /^\s*\d+\s*$/.test(text) ? Number(text) : 0;
    if (position < 1 || position > positionCount) {
      setError(messages.moveEnterPosition({ count: positionCount }));
      return;
    }
    setError(onSubmit(chosen, position - 1)?.message ?? null);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {isTargetShown && (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            {messages.moveTargetList()}
          </span>
          <Select
            label={messages.moveTargetList()}
            autoFocus={hasAutoFocus}
            className="w-full"
            value={chosen}
            options={targets.map(({ id, name }) => ({ value: id, text: name }))}
            onValueChange={(id) => {
              setChosen(id);
              // Defaults to the last position of another list, as for a new card, and to the current position of its
              // own list.
              setPosition(id === target_id ? index + 1 : (targets.find((one) => one.id === id)?.positionCount ?? 1));
            }}
          />
        </div>
      )}
      <div className="flex items-end gap-2">
        <Field
          label={messages.movePosition({ count: positionCount })}
          className="w-28"
          inputMode="numeric"
          autoComplete="off"
          autoFocus={hasAutoFocus && !isTargetShown}
          value={text}
          error={error}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
        />
        <span className={cx('flex gap-1', error !== null && 'pb-7')}>
          <Button variant="quiet" className="h-10 px-3" onClick={() => setPosition(1)}>
            {messages.moveFirst()}
          </Button>
          <Button variant="quiet" className="h-10 px-3" onClick={() => setPosition(positionCount)}>
            {messages.moveLast()}
          </Button>
        </span>
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary">
          {submitText}
        </Button>
      </div>
    </form>
  );
}
