import type { Id, Rejection } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import * as messages from '../../messages/board';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Field } from '../../ui/Field';
import { LabeledSelect } from '../../ui/LabeledSelect';

/** A list or board to which something can be moved or copied. */
export interface MoveTarget {
  id: Id;
  name: string;
  /** The number of positions, counting the item itself. */
  positionCount: number;
}

interface MoveFormProps {
  /** The available targets; just one for a list, which leaves nothing to choose. */
  targets: readonly MoveTarget[];
  /** The target and the index that are chosen at first. */
  target_id: Id;
  index: number;
  isTargetShown: boolean;
  hasAutoFocus: boolean;
  submitText: string;
  /** Called with the chosen target and index. A rejection is shown. */
  onSubmit: (target_id: Id, index: number) => Rejection | null;
}

/** The form of a dialog that puts an item at a position of a target. */
export function MoveForm({ targets, target_id, index, isTargetShown, hasAutoFocus, submitText, onSubmit }: MoveFormProps) {
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
        <LabeledSelect
          label={messages.moveTargetList()}
          autoFocus={hasAutoFocus}
          value={chosen}
          options={targets.map(({ id, name }) => ({ value: id, text: name }))}
          onValueChange={(id) => {
            setChosen(id);
            // Defaults to the last position of another list, as for a new card, and to the current position of its
            // own list.
            setPosition(id === target_id ? index + 1 : (targets.find((one) => one.id === id)?.positionCount ?? 1));
          }}
        />
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
          <Button variant="quiet" className="h-10" onClick={() => setPosition(1)}>
            {messages.moveFirst()}
          </Button>
          <Button variant="quiet" className="h-10" onClick={() => setPosition(positionCount)}>
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
