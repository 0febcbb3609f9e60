import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { PhaseLine } from './PhaseLine';
import { PHASES, describePhase } from './phases';
import { SessionLink } from './SessionLink';
import { useActiveTimer } from './useActiveTimer';

/** The phase and the card of the session, beside the rail's timer in the open sidebar. */
export function SidebarTimer() {
  const timer = useActiveTimer();
  if (!timer) return null;
  const { icon, color } = PHASES[timer.phase];
  const description = describePhase(timer);
  return (
    <SessionLink
      timer={timer}
      title={description}
      className="flex h-9 min-w-0 shrink-0 items-center gap-2.5 rounded-md px-2.5 text-primary transition-colors duration-120 hover:bg-hover coarse:h-11"
    >
      <Icon icon={icon} className={cx('shrink-0', color)} />
      <span className="truncate">{description}</span>
      <PhaseLine timer={timer} className="ml-auto h-0.75 w-12 shrink-0 bg-hover" />
    </SessionLink>
  );
}
