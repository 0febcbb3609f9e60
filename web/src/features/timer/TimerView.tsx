import { useState } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/timer';
import { countdown } from '../../platform/format/countdown';
import { ClockPanel } from '../../shell/ClockPanel';
import { CardChip } from './CardChip';
import { OverrunPrompt } from './OverrunPrompt';
import { PHASES } from './phases';
import { RoundDots } from './RoundDots';
import { TimerControls } from './TimerControls';
import { TimerEditor } from './TimerEditor';
import { TimerWarnings } from './TimerWarnings';

/** The timer: the time left in the phase, and its controls. */
export function TimerView() {
  const timer = useMirror((mirror) => mirror.timer);
  const [isEditing, setIsEditing] = useState(false);
  const { minutes, seconds, isActive, hasPreviousSession } = timer.state;
  const status = isActive ? messages.statusRunning : hasPreviousSession ? messages.statusPaused : messages.statusReady;
  const phase = PHASES[timer.phase].name();

  return (
    <>
      <ClockPanel
        digits={
          <span role="timer" aria-label={messages.timeLeft({ minutes, seconds })}>
            {countdown(timer.state)}
          </span>
        }
        line={
          <span className="flex items-center gap-3">
            {phase}
            <RoundDots
              completed={timer.completed_in_round}
              rounds={timer.rounds}
              isFocusing={timer.phase === 'focus'}
            />
            <span role="status" className="sr-only">
              {status({ phase })}
            </span>
          </span>
        }
      >
        {timer.card && <CardChip card={timer.card} />}
        {timer.overrun && <OverrunPrompt overrun={timer.overrun} />}
        <TimerControls timer={timer} onEdit={() => setIsEditing(true)} />
        <TimerWarnings isActive={isActive} />
      </ClockPanel>
      <TimerEditor open={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}
