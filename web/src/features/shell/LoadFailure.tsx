import { CloudOff } from 'lucide-react';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Icon } from '../../ui/Icon';
import { useIsAway } from './useIsAway';

interface LoadFailureProps {
  /** What is said where there is no connection. */
  away: string;
  /** What is said where the server was there and did not answer as it should. */
  failed: string;
  onRetry: () => void;
  className?: string;
}

/** Says that a part of a page could not be loaded, and why as far as it is known, with a way to try again. */
export function LoadFailure({ away, failed, onRetry, className }: LoadFailureProps) {
  const isAway = useIsAway(true);
  return (
    <div
      role="alert"
      className={classes('flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-sunken p-4 ring-1 ring-line ring-inset', className)}
    >
      <Icon of={CloudOff} className="shrink-0 text-secondary" />
      <p className="min-w-0 flex-1">{isAway ? away : failed}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
