import type { HourFormat, PreferencesUpdate } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { formatMinuteOfDay } from '../../platform/format/times';
import { FieldRow } from '../../ui/FieldRow';
import { Select } from '../../ui/Select';
import { Switch } from '../../ui/Switch';
import { TitledSection } from '../../ui/TitledSection';
import { FocusTimerForm } from './FocusTimerForm';
import { NumberRow } from './NumberRow';

const HOUR_FORMATS: readonly { value: HourFormat; text: string }[] = [
  { value: '12', text: '12-hour' },
  { value: '24', text: '24-hour' },
];

/** The latest start of the day, and the interval between the choices, in minutes. */
const LATEST_DAY_START = 360;
const DAY_START_STEP = 30;

const save = (update: PreferencesUpdate) => dispatch({ type: 'set_preferences', update });

/**
 * The General section: the timer's durations with a Save button, and below them settings that are saved immediately.
 */
export function GeneralSection() {
  const preferences = useMirror((mirror) => mirror.preferences);
  return (
    <div className="flex max-w-140 flex-col gap-10">
      <FocusTimerForm />
      <TitledSection title="Auto-start">
        <FieldRow label="Auto-start breaks" hint="Start a break when a focus session ends.">
          {(ids) => (
            <Switch isOn={preferences.auto_start_breaks} onChange={(isOn) => save({ auto_start_breaks: isOn })} {...ids} />
          )}
        </FieldRow>
        <FieldRow label="Auto-start focus" hint="Start focusing when a break ends.">
          {(ids) => (
            <Switch isOn={preferences.auto_start_focus} onChange={(isOn) => save({ auto_start_focus: isOn })} {...ids} />
          )}
        </FieldRow>
      </TitledSection>
      <TitledSection title="Your day">
        <NumberRow
          label="Daily goal"
          hint="Minutes of focus to keep your streak"
          unit="min"
          min={1}
          max={1440}
          saved={preferences.mins_for_streak}
          draft="settings/mins_for_streak"
          onSave={(minutes) => save({ mins_for_streak: minutes })}
        />
        <FieldRow label="Day starts at" hint="Earlier sessions count toward the previous day.">
          {(ids) => (
            <Select
              label="Day starts at"
              value={String(preferences.day_start_minutes)}
              options={dayStarts(preferences.day_start_minutes, preferences.hour_format)}
              onValueChange={(minutes) => save({ day_start_minutes: Number(minutes) })}
              {...ids}
            />
          )}
        </FieldRow>
        <FieldRow label="Time format">
          {(ids) => (
            <Select
              label="Time format"
              value={preferences.hour_format}
              options={HOUR_FORMATS}
              onValueChange={(hour_format) => save({ hour_format })}
              {...ids}
            />
          )}
        </FieldRow>
      </TitledSection>
    </div>
  );
}

/**
 * Returns the choices for the start of the day: every half hour of the night, plus the saved value if it is another.
 */
function dayStarts(saved: number, hour_format: HourFormat): { value: string; text: string }[] {
  const minutes = Array.from({ length: LATEST_DAY_START / DAY_START_STEP + 1 }, (_, index) => index * DAY_START_STEP);
  if (!minutes.includes(saved)) minutes.push(saved);
  return minutes
    .toSorted((one, other) => one - other)
    .map((minute) => ({ value: String(minute), text: formatMinuteOfDay(minute, hour_format) }));
}
