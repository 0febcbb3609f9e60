import type { HourFormat, NumberRange, PreferencesUpdate } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/settings';
import { formatMinuteOfDay } from '../../platform/format/times';
import { FieldRow } from '../../ui/FieldRow';
import { Select } from '../../ui/Select';
import { Switch } from '../../ui/Switch';
import { TitledSection } from '../../ui/TitledSection';
import { FocusTimerRows } from './FocusTimerRows';
import { NumberRow } from './NumberRow';

const hourFormats = (): readonly { value: HourFormat; text: string }[] => [
  { value: '12', text: messages.timeFormat12() },
  { value: '24', text: messages.timeFormat24() },
];

/** The interval between the choices for the start of the day, in minutes. */
const DAY_START_STEP = 30;

const save = (update: PreferencesUpdate) => dispatch({ type: 'set_preferences', update });

/** The General section. All settings are saved at once. */
export function GeneralSection() {
  const preferences = useMirror((mirror) => mirror.preferences);
  const ranges = useMirror((mirror) => mirror.ranges);
  return (
    <div className="flex max-w-140 flex-col gap-10">
      <FocusTimerRows />
      <TitledSection title={messages.autoStartTitle()}>
        <FieldRow label={messages.autoStartBreaks()} hint={messages.autoStartBreaksHint()}>
          {(ids) => (
            <Switch isOn={preferences.auto_start_breaks} onChange={(isOn) => save({ auto_start_breaks: isOn })} {...ids} />
          )}
        </FieldRow>
        <FieldRow label={messages.autoStartFocus()} hint={messages.autoStartFocusHint()}>
          {(ids) => (
            <Switch isOn={preferences.auto_start_focus} onChange={(isOn) => save({ auto_start_focus: isOn })} {...ids} />
          )}
        </FieldRow>
      </TitledSection>
      <TitledSection title={messages.dayTitle()}>
        <NumberRow
          label={messages.dayGoal()}
          hint={messages.dayGoalHint()}
          unit={common.minutesUnit()}
          range={ranges.goal_minutes}
          invalidMessage={messages.numberOutOfRange}
          saved={preferences.mins_for_streak}
          draft="settings/mins_for_streak"
          onSave={(minutes) => save({ mins_for_streak: minutes })}
        />
        <FieldRow label={messages.dayStart()} hint={messages.dayStartHint()}>
          {(ids) => (
            <Select
              label={messages.dayStart()}
              value={String(preferences.day_start_minutes)}
              options={dayStarts(ranges.day_start_minutes, preferences.day_start_minutes, preferences.hour_format)}
              onValueChange={(minutes) => save({ day_start_minutes: Number(minutes) })}
              {...ids}
            />
          )}
        </FieldRow>
        <FieldRow label={messages.timeFormat()}>
          {(ids) => (
            <Select
              label={messages.timeFormat()}
              value={preferences.hour_format}
              options={hourFormats()}
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
function dayStarts({ min, max }: NumberRange, saved: number, hour_format: HourFormat): { value: string; text: string }[] {
  const minutes = Array.from({ length: Math.floor((max - min) / DAY_START_STEP) + 1 }, (_, index) => min + index * DAY_START_STEP);
  if (!minutes.includes(saved)) minutes.push(saved);
  return minutes
    .toSorted((one, other) => one - other)
    .map((minute) => ({ value: String(minute), text: formatMinuteOfDay(minute, hour_format) }));
}
