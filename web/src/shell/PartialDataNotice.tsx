import * as common from '../messages/common';
import { Button } from '../ui/Button';
import { cx } from '../ui/cx';
import { useIsServerUnreachable } from './useIsServerUnreachable';

interface PartialDataNoticeProps {
  /** The text shown while offline. */
  offlineText: string;
  /** The text shown if the server responded with an error. */
  errorText: string;
  onRetry: () => void;
  className?: string;
}

/** A notice above data that is only from this device, because loading the rest from the server failed. */
export function PartialDataNotice({ offlineText, errorText, onRetry, className }: PartialDataNoticeProps) {
  const isUnreachable = useIsServerUnreachable(true);
  return (
    <div role="status" className={cx('flex min-h-9 flex-wrap items-center gap-x-3 text-sm text-secondary', className)}>
      <p>{isUnreachable ? offlineText : errorText}</p>
      {!isUnreachable && (
        <Button variant="quiet" onClick={onRetry}>
          {common.tryAgain()}
        </Button>
      )}
    </div>
  );
}
