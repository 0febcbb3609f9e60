import { useEffect, useState } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/timer';
import { releaseIdleContext } from '../../platform/audio-player';
import { countdown } from '../../platform/format/countdown';
import { ClockPanel } from '../../shell/ClockPanel';
import { prepareSelectedSounds } from '../../shell/selectedBell';
import { cx } from '../../ui/cx';
import { LazyPanel } from '../../ui/LazyPanel';
import { lazyComponent } from '../../ui/lazyComponent';
import { usePreload } from '../../ui/usePreload';
import { CardChip } from './CardChip';
import { OverrunPrompt } from './OverrunPrompt';
import { PhaseLine } from './PhaseLine';
import { endTitle, isPaused, PHASES } from './phases';
import { RoundDots } from './RoundDots';
import { TimerControls } from './TimerControls';
import { TimerWarnings } from './TimerWarnings';

const TimerEditor = lazyComponent(() => import('./TimerEditor'));

const PRELOADED = [TimerEditor.preload, prepareSelectedSounds];

/** The timer: the time left in the phase, and its controls. */
export function TimerView() {
  const timer = useMirror((mirror) => mirror.timer);
  const [isEditing, setIsEditing] = useState(false);
  const { minutes, seconds, isActive } = timer.state;
  const wasPaused = isPaused(timer);
  const isFocusing = timer.phase === 'focus';
  const status = isActive ? messages.statusRunning : wasPaused ? messages.statusPaused : messages.statusReady;
  const phase = PHASES[timer.phase].name();
  usePreload(PRELOADED);
  // An audio context that was opened in advance is not kept for other pages.
  useEffect(() => releaseIdleContext, []);

  return (
    <>
      {/* A softer picture during a break. It deepens the scrims, so the texts keep their contrast. */}
      {isActive && !isFocusing && <div aria-hidden className="fixed inset-0 -z-10 animate-fade bg-(--scrim) opacity-25" />}
      <ClockPanel
        digits={
          <span
            role="timer"
            aria-label={messages.timeLeft({ minutes, seconds })}
            className={cx('transition-opacity duration-200', wasPaused && 'opacity-70')}
          >
            {countdown(timer.state)}
          </span>
        }
        mark={<PhaseLine timer={timer} className="absolute inset-x-1 bottom-[-0.03em] h-[max(4px,0.04em)] bg-photo-pane-hover" />}
        line={
          <span className="flex flex-wrap items-center justify-center gap-x-3">
            {timer.shows_end_notice ? endTitle(timer) : wasPaused ? messages.statusPaused({ phase }) : phase}
            <RoundDots
              completed={timer.completed_in_round}
              rounds={timer.rounds}
              isFocusing={isFocusing}
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
      <LazyPanel component={TimerEditor} open={isEditing} onClose={() => setIsEditing(false)}>
        <TimerEditor open={isEditing} onClose={() => setIsEditing(false)} />
      </LazyPanel>
    </>
  );
}
