import * as messages from '../../messages/timer';
import { countdown } from '../../platform/format/countdown';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { Tooltip } from '../../ui/Tooltip';
import { PauseResumeButton } from './PauseResumeButton';
import { PhaseLine } from './PhaseLine';
import { PHASES, describePhase } from './phases';
import { SessionLink } from './SessionLink';
import { useActiveTimer } from './useActiveTimer';

/** The running or paused session, in the rail. */
export function RailTimer() {
  const timer = useActiveTimer();
  if (!timer) return null;
  const { isActive } = timer.state;
  const { icon, color } = PHASES[timer.phase];
  return (
    <section aria-label={messages.section()} className="my-2 flex animate-fade flex-col items-center gap-0.5">
      <Tooltip text={describePhase(timer)} side="right">
        <SessionLink
          timer={timer}
          className={cx(
            'digits flex w-11 flex-col items-center gap-1 rounded-md py-1.5 text-xs font-semibold whitespace-nowrap transition-colors duration-120 hover:bg-hover',
            isActive ? 'text-primary' : 'text-glass-secondary',
          )}
        >
          <Icon icon={icon} size={16} className={color} />
          {countdown(timer.state)}
          <PhaseLine timer={timer} className="h-0.75 w-9 bg-hover" />
        </SessionLink>
      </Tooltip>
      <PauseResumeButton isActive={isActive} />
    </section>
  );
}
