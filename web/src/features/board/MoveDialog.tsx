import type { Id } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import * as messages from '../../messages/board';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';

/** A list or board to which something can be moved. */
interface MoveTarget {
  id: Id;
  name: string;
  /** The number of positions, counting the moved item. */
  positionCount: number;
}

interface MoveDialogProps {
  title: string;
  /** The available targets; just one when a list is moved within its board, which leaves nothing to choose. */
  targets: readonly MoveTarget[];
  /** The current target of the item. */
  target_id: Id;
  index: number;
  onMove: (target_id: Id, index: number) => void;
  onClose: () => void;
}

/** A dialog that moves an item to a target and a position without dragging. */
export function MoveDialog({ title, onClose, ...rest }: MoveDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <MoveForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function MoveForm({ targets, target_id, index, onMove, onClose }: Omit<MoveDialogProps, 'title'>) {
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
    onClose();
    if (chosen !== target_id || position !== index + 1) onMove(chosen, position - 1);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {targets.length > 1 && (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            {messages.moveTargetList()}
          </span>
          <Select
            label={messages.moveTargetList()}
            autoFocus
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
          autoFocus={targets.length === 1}
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
          {messages.moveSubmit()}
        </Button>
      </div>
    </form>
  );
}
