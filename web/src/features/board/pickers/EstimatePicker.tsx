import { type FormEvent, useId, useState } from 'react';
import * as messages from '../../../messages/planning';
import { formatDuration } from '../../../platform/format/durations';
import { Button } from '../../../ui/Button';
import { ErrorText } from '../../../ui/ErrorText';
import { NumberInput, parseInteger } from '../../../ui/NumberInput';
import { PickerPopover } from './PickerPopover';
import type { OnPick, PickerProps } from './types';

interface EstimatePickerProps extends PickerProps {
  /** The estimate of all cards in minutes; null if they have none, or different ones. */
  value: number | null;
  onChange: OnPick<[minutes: number | null]>;
}

const PRESETS = [15, 30, 60, 120, 240];

/** A picker for how long cards are estimated to take. */
export function EstimatePicker({ value, onChange, ...picker }: EstimatePickerProps) {
  const id = useId();
  const [hours, setHours] = useState(String(Math.floor((value ?? 0) / 60)));
  const [minutes, setMinutes] = useState(String((value ?? 0) % 60));
  const [error, setError] = useState<string | null>(null);
  const save = (estimate: number | null) => {
    const rejection = onChange(estimate);
    setError(rejection?.message ?? null);
    if (!rejection) picker.onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [wholeHours, wholeMinutes] = [parseInteger(hours), parseInteger(minutes)];
    if (wholeHours === null || wholeMinutes === null || wholeHours < 0 || wholeMinutes < 0) setError(messages.numberInvalid());
    else save(wholeHours * 60 + wholeMinutes);
  };
  const fields = [
    { name: 'hours', label: messages.hours(), text: hours, max: 100, change: setHours },
    { name: 'minutes', label: messages.minutes(), text: minutes, max: 59, change: setMinutes },
  ];
  return (
    <PickerPopover label={messages.estimate()} {...picker}>
      <div className="flex flex-wrap gap-1">
        {PRESETS.map((preset) => (
          <Button key={preset} variant="quiet" className="flex-1 px-2.5 whitespace-nowrap" onClick={() => save(preset)}>
            {formatDuration(preset * 60)}
          </Button>
        ))}
        <Button variant="quiet" className="flex-1 px-2.5 whitespace-nowrap" onClick={() => save(null)}>
          {messages.noEstimate()}
        </Button>
      </div>
      <form noValidate onSubmit={submit} className="mt-1 flex flex-col gap-3 border-t border-line p-2.5 text-sm">
        <div className="flex gap-3">
          {fields.map(({ name, label, text, max, change }) => (
            <div key={name} className="flex min-w-0 flex-1 flex-col gap-1.5">
              <label htmlFor={`${id}-${name}`}>{label}</label>
              <NumberInput id={`${id}-${name}`} value={text} min={0} max={max} onChange={change} />
            </div>
          ))}
        </div>
        {error && <ErrorText>{error}</ErrorText>}
        <Button type="submit" variant="primary">
          {messages.set()}
        </Button>
      </form>
    </PickerPopover>
  );
}
