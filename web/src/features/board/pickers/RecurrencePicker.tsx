import type { Recurrence } from '@twentyfour/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import * as messages from '../../../messages/planning';
import { Button } from '../../../ui/Button';
import { ErrorText } from '../../../ui/ErrorText';
import { cx } from '../../../ui/cx';
import { inputClassName } from '../../../ui/Field';
import { NumberInput, parseInteger } from '../../../ui/NumberInput';
import { Select } from '../../../ui/Select';
import { WEEKDAYS, nameOfWeekday } from '../recurrenceText';
import { PickerPopover } from './PickerPopover';
import { PRESETS, UNIT_TEXTS, UNITS, WEEKLY } from './recurrencePresets';
import type { OnPick, PickerProps } from './types';

interface RecurrencePickerProps extends PickerProps {
  /** How all cards repeat; null if they do not, or repeat differently. */
  value: Recurrence | null;
  onChange: OnPick<[recurrence: Recurrence | null]>;
}

type End = 'never' | 'day' | 'count';

const rowClassName = 'flex flex-wrap items-center gap-2';

/** A picker for how cards repeat: a usual interval, or any with weekdays and an end. */
export function RecurrencePicker({ value, onChange, ...picker }: RecurrencePickerProps) {
  const [rule, setRule] = useState(value ?? WEEKLY);
  const [every, setEvery] = useState(String(rule.every));
  const [end, setEnd] = useState<End>(rule.until !== null ? 'day' : rule.remaining !== null ? 'count' : 'never');
  const [until, setUntil] = useState(rule.until ?? '');
  const [count, setCount] = useState(String(rule.remaining ?? 10));
  const [error, setError] = useState<string | null>(null);
  const save = (recurrence: Recurrence | null) => {
    const rejection = onChange(recurrence);
    setError(rejection?.message ?? null);
    if (!rejection) picker.onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const numbers = end === 'count' ? [every, count] : [every];
    if (numbers.some((text) => (parseInteger(text) ?? -1) < 0)) setError(messages.numberInvalid());
    else if (end === 'day' && until === '') setError(messages.lastDayRequired());
    else {
      save({
        ...rule,
        every: Number(every),
        weekdays: rule.unit === 'weeks' ? rule.weekdays : [],
        until: end === 'day' ? until : null,
        remaining: end === 'count' ? Number(count) : null,
      });
    }
  };
  return (
    <PickerPopover label={messages.repeat()} className="min-w-76 coarse:w-86" {...picker}>
      <div className="grid grid-cols-[auto_1fr] gap-x-1">
        {PRESETS.map(({ text, recurrence }) => (
          <Button key={text()} variant="quiet" className="justify-start px-2.5" onClick={() => save(recurrence)}>
            {text()}
          </Button>
        ))}
      </div>
      <form noValidate onSubmit={submit} className="mt-1 flex flex-col gap-3 border-t border-line p-2.5 text-sm">
        <div className={rowClassName}>
          <Labeled label={messages.interval()}>
            {(id) => (
              <NumberInput id={id} value={every} min={1} max={365} onChange={setEvery} className="w-20" />
            )}
          </Labeled>
          <Select
            label={messages.unit()}
            value={rule.unit}
            options={UNITS.map((unit) => ({ value: unit, text: UNIT_TEXTS[unit]({ every: parseInteger(every) ?? 0 }) }))}
            onValueChange={(unit) => setRule({ ...rule, unit })}
          />
        </div>
        {rule.unit === 'weeks' && (
          <WeekdayButtons weekdays={rule.weekdays} onChange={(weekdays) => setRule({ ...rule, weekdays })} />
        )}
        <Labeled label={messages.countFrom()}>
          {(id) => (
            <Select
              id={id}
              label={messages.countFrom()}
              value={rule.from_completion ? 'completion' : 'due_date'}
              options={[
                { value: 'due_date', text: messages.countFromDueDate() },
                { value: 'completion', text: messages.countFromCompletion() },
              ]}
              onValueChange={(from) => setRule({ ...rule, from_completion: from === 'completion' })}
            />
          )}
        </Labeled>
        <Labeled label={messages.ends()}>
          {(id) => (
            <Select
              id={id}
              label={messages.ends()}
              value={end}
              options={[
                { value: 'never', text: messages.endsNever() },
                { value: 'day', text: messages.endsOnDay() },
                { value: 'count', text: messages.endsAfterCount() },
              ]}
              onValueChange={setEnd}
            />
          )}
        </Labeled>
        {end === 'day' && (
          <input
            type="date"
            aria-label={messages.lastDay()}
            max="9999-12-31"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
            className={cx(inputClassName, 'h-9 w-auto! self-start coarse:h-11')}
          />
        )}
        {end === 'count' && (
          <Labeled label={messages.times()}>
            {(id) => (
              <NumberInput id={id} value={count} min={1} max={999} onChange={setCount} className="w-20" />
            )}
          </Labeled>
        )}
        {error && <ErrorText>{error}</ErrorText>}
        <Button type="submit" variant="primary">
          {messages.set()}
        </Button>
      </form>
    </PickerPopover>
  );
}

/** The weekdays as buttons. If none is pressed, the weekday of the due date counts. */
function WeekdayButtons({ weekdays, onChange }: { weekdays: readonly number[]; onChange: (weekdays: number[]) => void }) {
  return (
    <div role="group" aria-label={messages.weekdays()} className="grid grid-cols-7 gap-1">
      {WEEKDAYS.map((weekday) => {
        const isOn = weekdays.includes(weekday);
        const toggled = isOn ? weekdays.filter((one) => one !== weekday) : [...weekdays, weekday];
        return (
          <button
            key={weekday}
            type="button"
            aria-pressed={isOn}
            aria-label={nameOfWeekday(weekday, 'long')}
            onClick={() => onChange(toggled.toSorted((a, b) => a - b))}
            className={cx(
              'h-9 rounded-sm text-xs ring-1 ring-inset coarse:h-11',
              isOn ? 'bg-hover font-semibold text-accent-text ring-(--focus-ring)' : 'text-secondary ring-control hover:bg-hover',
            )}
          >
            {nameOfWeekday(weekday, 'short')}
          </button>
        );
      })}
    </div>
  );
}

/** A field with its label beside it. */
function Labeled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={rowClassName}>
      <label htmlFor={id} className="text-secondary">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
