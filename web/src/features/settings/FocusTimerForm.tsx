import type { NumberRange, PreferencesUpdate } from '@twentyfour/core';
import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { dispatch } from '../../core/client';
import { type DraftField, useDraft } from '../../core/drafts';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/settings';
import * as timer from '../../messages/timer';
import { Button } from '../../ui/Button';
import { FieldRow } from '../../ui/FieldRow';
import { Icon } from '../../ui/Icon';
import { NumberInput, parseInteger } from '../../ui/NumberInput';

type TimerSetting = 'focus_minutes' | 'short_break_minutes' | 'long_break_minutes' | 'rounds';

interface LengthField {
  name: TimerSetting;
  label: () => string;
  hint?: () => string;
  unit?: () => string;
  range: 'phase_minutes' | 'rounds';
  /** Returns the error message for a value out of range. */
  invalidMessage: (range: { min: number; max: number }) => string;
}

const MINUTES = { unit: common.minutesUnit, range: 'phase_minutes', invalidMessage: messages.timerMinutesOutOfRange } as const;

const FIELDS: readonly LengthField[] = [
  { name: 'focus_minutes', label: messages.timerFocus, hint: messages.timerFocusHint, ...MINUTES },
  { name: 'short_break_minutes', label: messages.timerShortBreak, ...MINUTES },
  { name: 'long_break_minutes', label: timer.phaseLongBreak, ...MINUTES },
  {
    name: 'rounds',
    label: messages.timerRounds,
    hint: messages.timerRoundsHint,
    range: 'rounds',
    invalidMessage: messages.numberOutOfRange,
  },
];

const isWithin = (number: number, { min, max }: NumberRange) => number >= min && number <= max;

/** A form for the timer's durations, saved together. A running phase keeps its duration. */
export function FocusTimerForm() {
  const preferences = useMirror((mirror) => mirror.preferences);
  const isSaving = useMirror((mirror) => mirror.is_saving);
  const ranges = useMirror((mirror) => mirror.ranges);
  const drafts: Record<TimerSetting, DraftField> = {
    focus_minutes: useDraft('settings/focus_minutes', String(preferences.focus_minutes)),
    short_break_minutes: useDraft('settings/short_break_minutes', String(preferences.short_break_minutes)),
    long_break_minutes: useDraft('settings/long_break_minutes', String(preferences.long_break_minutes)),
    rounds: useDraft('settings/rounds', String(preferences.rounds)),
  };
  const [errors, setErrors] = useState<Partial<Record<TimerSetting, string>>>({});
  const isDirty = FIELDS.some(({ name }) => drafts[name].isDirty);

  const discard = () => {
    for (const { name } of FIELDS) drafts[name].discard();
    setErrors({});
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // One press saves once; changes made meanwhile are saved by the next press.
    if (isSaving) return;
    const found: Partial<Record<TimerSetting, string>> = {};
    const numbers = {} as Record<TimerSetting, number>;
    for (const { name, range, invalidMessage } of FIELDS) {
      // The form only rejects what is not a whole number, because the intent takes integers; the core checks the range.
      const number = parseInteger(drafts[name].value);
      if (number === null) found[name] = invalidMessage(ranges[range]);
      else numbers[name] = number;
    }
    if (Object.keys(found).length === 0) {
      // The focus time is sent even if it is unchanged, because the user expects a confirmation.
      const update: PreferencesUpdate = { focus_minutes: numbers.focus_minutes };
      for (const { name } of FIELDS) {
        if (numbers[name] !== preferences[name]) update[name] = numbers[name];
      }
      const rejection = dispatch({ type: 'set_preferences', update });
      if (!rejection) {
        discard();
        return;
      }
      // The core clamps the focus time, so the rejection is about another field.
      const outOfRange = FIELDS.filter(
        ({ name, range }) => name !== 'focus_minutes' && name in update && !isWithin(numbers[name], ranges[range]),
      );
      for (const { name } of outOfRange.length > 0 ? outOfRange : FIELDS.slice(0, 1)) found[name] = rejection.message;
    }
    setErrors(found);
  };

  return (
    <form noValidate onSubmit={submit}>
      <h3 data-row={messages.timerTitle()} className="mb-1 text-md font-semibold">
        {messages.timerTitle()}
      </h3>
      {FIELDS.map(({ name, label, hint, unit, range }) => (
        <FieldRow key={name} label={label()} hint={hint?.()} error={errors[name]}>
          {(ids) => (
            <NumberInput
              className="w-26"
              value={drafts[name].value}
              {...ranges[range]}
              {...(unit ? { unit: unit() } : {})}
              onChange={(text) => {
                drafts[name].change(text);
                setErrors(({ [name]: _mended, ...rest }) => rest);
              }}
              {...ids}
            />
          )}
        </FieldRow>
      ))}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" aria-disabled={isSaving} aria-busy={isSaving}>
          {isSaving && <Icon icon={LoaderCircle} className="animate-spin" />}
          {messages.timerSave()}
        </Button>
        {isDirty && (
          <Button variant="quiet" onClick={discard}>
            {common.discard()}
          </Button>
        )}
      </div>
    </form>
  );
}
