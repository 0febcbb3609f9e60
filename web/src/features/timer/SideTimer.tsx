import { classes } from '../../ui/classes';
import { Icon } from '../../ui/Icon';
import { PHASES, phaseWords } from './phases';
import { SessionLink } from './SessionLink';
import { useSession } from './useSession';

/** The phase and the card of the session, beside the rail's timer in the unfolded sidebar. */
export function SideTimer() {
  const timer = useSession();
  if (!timer) return null;
  const { icon, color } = PHASES[timer.phase];
  const words = phaseWords(timer);
  return (
    <SessionLink
      timer={timer}
      title={words}
      className="flex h-9 min-w-0 shrink-0 items-center gap-2.5 rounded-md px-2.5 text-primary transition-colors duration-120 hover:bg-hover coarse:h-11"
    >
      <Icon of={icon} className={classes('shrink-0', color)} />
      <span className="truncate">{words}</span>
    </SessionLink>
  );
}
