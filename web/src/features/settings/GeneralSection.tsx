import type { HourFormat, PreferencesUpdate } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { minuteOfDayWords } from '../../core/times';
import { FieldRow } from '../../ui/FieldRow';
import { Select } from '../../ui/Select';
import { Switch } from '../../ui/Switch';
import { FocusTimerForm } from './FocusTimerForm';
import { Group } from './Group';
import { NumberRow } from './NumberRow';

const HOUR_FORMATS: readonly { value: HourFormat; text: string }[] = [
  { value: '12', text: '12 hours' },
  { value: '24', text: '24 hours' },
];

/** The last possible start of a day, and how far its choices lie apart, in minutes. */
const LATEST_DAY_START = 360;
const DAY_START_STEP = 30;

const save = (update: PreferencesUpdate) => dispatch({ type: 'set_preferences', update });

/** The timer's lengths, which are saved by a button, and below them what is saved as soon as it is changed. */
export function GeneralSection() {
  const preferences = useMirror((mirror) => mirror.preferences);
  return (
    <div className="flex max-w-140 flex-col gap-10">
      <FocusTimerForm />
      <Group title="Start by itself">
        <FieldRow label="Auto-start breaks" hint="When a focus session has run to its end and you are there.">
          {(ids) => (
            <Switch isOn={preferences.auto_start_breaks} onChange={(isOn) => save({ auto_start_breaks: isOn })} {...ids} />
          )}
        </FieldRow>
        <FieldRow label="Auto-start focus" hint="When a break has run to its end and you are there.">
          {(ids) => (
            <Switch isOn={preferences.auto_start_focus} onChange={(isOn) => save({ auto_start_focus: isOn })} {...ids} />
          )}
        </FieldRow>
      </Group>
      <Group title="Your day">
        <NumberRow
          label="Daily goal"
          hint="Focused minutes that make a day count for your streak, from today on."
          unit="min"
          min={1}
          max={1440}
          saved={preferences.mins_for_streak}
          draft="settings/mins_for_streak"
          onSave={(minutes) => save({ mins_for_streak: minutes })}
        />
        <FieldRow label="Start of the day" hint="What you focus before it counts for the day before.">
          {(ids) => (
            <Select
              label="Start of the day"
              value={String(preferences.day_start_minutes)}
              options={dayStarts(preferences.day_start_minutes, preferences.hour_format)}
              onChoose={(minutes) => save({ day_start_minutes: Number(minutes) })}
              {...ids}
            />
          )}
        </FieldRow>
        <FieldRow label="Clock" hint="How times are shown.">
          {(ids) => (
            <Select
              label="Clock"
              value={preferences.hour_format}
              options={HOUR_FORMATS}
              onChoose={(hour_format) => save({ hour_format })}
              {...ids}
            />
          )}
        </FieldRow>
      </Group>
    </div>
  );
}

/** Every half hour of the night, and the saved one where it is another. */
function dayStarts(saved: number, hour_format: HourFormat): { value: string; text: string }[] {
  const minutes = Array.from({ length: LATEST_DAY_START / DAY_START_STEP + 1 }, (_, index) => index * DAY_START_STEP);
  if (!minutes.includes(saved)) minutes.push(saved);
  return minutes
    .toSorted((one, other) => one - other)
    .map((minute) => ({ value: String(minute), text: minuteOfDayWords(minute, hour_format) }));
}
