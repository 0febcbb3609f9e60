import * as messages from '../../messages/timer';
import { countdown } from '../../platform/format/countdown';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { useRootAttribute } from '../../ui/useRootAttribute';
import { PauseResumeButton } from './PauseResumeButton';
import { PhaseLine } from './PhaseLine';
import { PHASES, describePhase } from './phases';
import { SessionLink } from './SessionLink';
import { useActiveTimer } from './useActiveTimer';

/** The running or paused session, above the bottom bar on phones. */
export function TimerBar() {
  const timer = useActiveTimer();
  useRootAttribute('data-timer-bar', timer !== null);
  if (!timer) return null;
  const { isActive } = timer.state;
  const { icon, color } = PHASES[timer.phase];
  return (
    <section
      aria-label={messages.section()}
      className="pane pointer-events-auto relative flex h-14 w-full animate-fade items-center pr-1.5 md:hidden"
    >
      <PhaseLine timer={timer} className="absolute inset-x-0 top-0 h-0.75 bg-hover" />
      <SessionLink
        timer={timer}
        className="flex h-full min-w-0 flex-1 items-center gap-2.5 rounded-md pl-4 focus-visible:-outline-offset-2"
      >
        <Icon icon={icon} className={cx('shrink-0', color)} />
        <span className={cx('digits text-md font-semibold whitespace-nowrap', isActive ? 'text-primary' : 'text-glass-secondary')}>
          {countdown(timer.state)}
        </span>
        <span className="truncate text-sm text-glass-secondary">{describePhase(timer)}</span>
      </SessionLink>
      <PauseResumeButton isActive={isActive} />
    </section>
  );
}
