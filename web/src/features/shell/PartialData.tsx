import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { useIsAway } from './useIsAway';

interface PartialDataProps {
  /** Shown without a connection. */
  away: string;
  /** Shown when the server was there and did not answer as it should. */
  failed: string;
  onRetry: () => void;
  className?: string;
}

/** A line above data that comes only from this device because loading the rest from the server failed. */
export function PartialData({ away, failed, onRetry, className }: PartialDataProps) {
  const isAway = useIsAway(true);
  return (
    <div role="status" className={classes('flex min-h-9 flex-wrap items-center gap-x-3 text-sm text-secondary', className)}>
      <p>{isAway ? away : failed}</p>
      {!isAway && (
        <Button look="quiet" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
