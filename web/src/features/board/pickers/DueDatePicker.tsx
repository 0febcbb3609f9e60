import { type FormEvent, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import * as common from '../../../messages/common';
import * as dates from '../../../messages/dates';
import * as messages from '../../../messages/selection';
import { addDays } from '../../../platform/format/dates';
import { Button } from '../../../ui/Button';
import { DueDateField } from '../card/DueDateField';
import { PickerPopover } from './PickerPopover';
import type { OnPick, PickerProps } from './types';

interface DueDatePickerProps extends PickerProps {
  /** The due date that all cards have; null if they have none, or different ones. */
  value: string | null;
  onChange: OnPick<[due_date: string | null]>;
}

/** A picker for the due date of cards: the next days, or any date with an optional time. */
export function DueDatePicker({ value, onChange, ...picker }: DueDatePickerProps) {
  const today = useMirror(({ clock }) => clock.today);
  const [text, setText] = useState(value ?? '');
  const [error, setError] = useState<string | null>(null);
  const save = (due_date: string | null) => {
    const rejection = onChange(due_date);
    setError(rejection?.message ?? null);
    if (!rejection) picker.onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(text === '' ? null : text);
  };
  // A day that is chosen by its name keeps the time.
  const saveDay = (days: number) => {
    const time = text.split('T')[1];
    const day = addDays(today, days);
    save(time === undefined ? day : `${day}T${time}`);
  };
  const choices = [
    { text: dates.today(), run: () => saveDay(0) },
    { text: dates.tomorrow(), run: () => saveDay(1) },
    { text: messages.nextWeek(), run: () => saveDay(7) },
    { text: common.noDueDate(), run: () => save(null) },
  ];
  return (
    <PickerPopover label={common.dueDate()} {...picker}>
      <div className="flex flex-wrap gap-1">
        {choices.map((choice) => (
          <Button key={choice.text} variant="quiet" className="flex-1 px-2.5 whitespace-nowrap" onClick={choice.run}>
            {choice.text}
          </Button>
        ))}
      </div>
      <form noValidate onSubmit={submit} className="mt-1 flex flex-col gap-3 border-t border-line p-2.5">
        <DueDateField
          field={{ value: text, isDirty: text !== (value ?? ''), otherText: null, change: setText, discard: () => setText(value ?? '') }}
          error={error}
        />
        <Button type="submit" variant="primary">
          {messages.setDueDate()}
        </Button>
      </form>
    </PickerPopover>
  );
}
