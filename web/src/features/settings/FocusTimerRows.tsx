import { LoaderCircle } from 'lucide-react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/settings';
import * as timer from '../../messages/timer';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { TitledSection } from '../../ui/TitledSection';
import { NumberField, NumberRow } from './NumberRow';
import { useNumberSetting } from './useNumberSetting';

const saveFocus = (focus_minutes: number) => dispatch({ type: 'set_preferences', update: { focus_minutes } });

/** The timer's lengths, each saved at once. A running phase keeps its length. */
export function FocusTimerRows() {
  const preferences = useMirror((mirror) => mirror.preferences);
  const isSaving = useMirror((mirror) => mirror.is_saving);
  const { phase_minutes, rounds } = useMirror((mirror) => mirror.ranges);
  const minutes = { unit: common.minutesUnit(), range: phase_minutes, invalidMessage: messages.timerMinutesOutOfRange };
  const focus = useNumberSetting({ ...minutes, saved: preferences.focus_minutes, draft: 'settings/focus_minutes', onSave: saveFocus });
  return (
    <TitledSection title={messages.timerTitle()}>
      <NumberField label={messages.timerFocus()} hint={messages.timerFocusHint()} {...minutes} setting={focus} />
      <NumberRow
        label={messages.timerShortBreak()}
        {...minutes}
        saved={preferences.short_break_minutes}
        draft="settings/short_break_minutes"
        onSave={(short_break_minutes) => dispatch({ type: 'set_preferences', update: { short_break_minutes } })}
      />
      <NumberRow
        label={timer.phaseLongBreak()}
        {...minutes}
        saved={preferences.long_break_minutes}
        draft="settings/long_break_minutes"
        onSave={(long_break_minutes) => dispatch({ type: 'set_preferences', update: { long_break_minutes } })}
      />
      <NumberRow
        label={messages.timerRounds()}
        hint={messages.timerRoundsHint()}
        range={rounds}
        invalidMessage={messages.numberOutOfRange}
        saved={preferences.rounds}
        draft="settings/rounds"
        onSave={(value) => dispatch({ type: 'set_preferences', update: { rounds: value } })}
      />
      <Button
        className="mt-4"
        aria-disabled={isSaving}
        aria-busy={isSaving}
        onClick={() => {
          // Leaving the field has saved the change. Otherwise, the core confirms the focus time that is already saved.
          if (isSaving) return;
          if (focus.field.isDirty) focus.save();
          else saveFocus(preferences.focus_minutes);
        }}
      >
        {isSaving && <Icon icon={LoaderCircle} className="animate-spin" />}
        {messages.timerSave()}
      </Button>
    </TitledSection>
  );
}
