import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { useIsServerUnreachable } from './useIsServerUnreachable';

interface PartialDataNoticeProps {
  /** Shown without a connection. */
  offlineText: string;
  /** Shown when the server was there and did not answer as it should. */
  errorText: string;
  onRetry: () => void;
  className?: string;
}

/** A line above data that comes only from this device because loading the rest from the server failed. */
export function PartialDataNotice({ offlineText, errorText, onRetry, className }: PartialDataNoticeProps) {
  const isUnreachable = useIsServerUnreachable(true);
  return (
    <div role="status" className={cx('flex min-h-9 flex-wrap items-center gap-x-3 text-sm text-secondary', className)}>
      <p>{isUnreachable ? offlineText : errorText}</p>
      {!isUnreachable && (
        <Button variant="quiet" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
