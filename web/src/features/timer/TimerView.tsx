import type { SessionKind } from '@twentyfour/core';
import { Pause, Play, RotateCcw, SkipForward, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { counted } from '../../ui/words';
import { Panel } from '../home/Panel';
import { countdown } from './countdown';
import { RoundDots } from './RoundDots';
import { TimerEditor } from './TimerEditor';

const PHASES: Record<SessionKind, string> = { focus: 'Focus', short_break: 'Break', long_break: 'Long break' };

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
            {PHASES[timer.phase]}
            <RoundDots completed={timer.completed_in_round} isFocusing={timer.phase === 'focus'} />
            <span role="status" className="sr-only">
              {PHASES[timer.phase]}, {standing}
            </span>
          </span>
        }
        controls={
          <>
            {isActive ? (
              <Button look="primary" size="large" onClick={() => dispatch({ type: 'pause_timer' })}>
                <Icon of={Pause} className="max-[400px]:hidden" />
                Pause
              </Button>
            ) : (
              <Button
                look="primary"
                size="large"
                disabled={!timer.can_start}
                onClick={() => dispatch({ type: 'start_timer' })}
              >
                <Icon of={Play} className="max-[400px]:hidden" />
                {hasPreviousSession ? 'Resume' : 'Start'}
              </Button>
            )}
            <Button look="photo" size="large" onClick={() => dispatch({ type: 'reset_timer' })}>
              <Icon of={RotateCcw} className="max-sm:hidden" />
              Reset
            </Button>
            <Button look="photo" size="large" onClick={() => dispatch({ type: 'skip_timer' })}>
              <Icon of={SkipForward} className="max-sm:hidden" />
              Skip
            </Button>
            <Button look="photo" size="square" aria-label="Timer settings" onClick={() => setIsEditing(true)}>
              <Icon of={SlidersHorizontal} />
            </Button>
          </>
        }
      />
      <TimerEditor open={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}
