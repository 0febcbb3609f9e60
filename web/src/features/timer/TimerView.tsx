import { useState } from 'react';
import { countdown } from '../../core/countdown';
import { useMirror } from '../../core/hooks';
import { counted } from '../../ui/words';
import { Panel } from '../home/Panel';
import { CardChip } from './CardChip';
import { OverrunQuestion } from './OverrunQuestion';
import { PHASES } from './phases';
import { RoundDots } from './RoundDots';
import { TimerControls } from './TimerControls';
import { TimerEditor } from './TimerEditor';
import { TimerNotices } from './TimerNotices';

/** What is left of the phase at hand, and what can be done about it. */
export function TimerView() {
  const timer = useMirror((mirror) => mirror.timer);
  const [isEditing, setIsEditing] = useState(false);
  const { minutes, seconds, isActive, hasPreviousSession } = timer.state;
  const standing = isActive ? 'running' : hasPreviousSession ? 'paused' : 'ready';

  return (
    <>
      <Panel
        digits={
          <span role="timer" aria-label={`${counted(minutes, 'minute')} ${counted(seconds, 'second')} left`}>
            {countdown(timer.state)}
          </span>
        }
        line={
          <span className="flex items-center gap-3">
            {PHASES[timer.phase].name}
            <RoundDots
              completed={timer.completed_in_round}
              rounds={timer.rounds}
              isFocusing={timer.phase === 'focus'}
            />
            <span role="status" className="sr-only">
              {PHASES[timer.phase].name}, {standing}
            </span>
          </span>
        }
      >
        {timer.card && <CardChip card={timer.card} />}
        {timer.overrun && <OverrunQuestion overrun={timer.overrun} />}
        <TimerControls timer={timer} onEdit={() => setIsEditing(true)} />
        <TimerNotices isActive={isActive} />
      </Panel>
      <TimerEditor open={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}
