import { CloudOff } from 'lucide-react';
import * as common from '../messages/common';
import { Button } from '../ui/Button';
import { cx } from '../ui/cx';
import { Icon } from '../ui/Icon';
import { useIsServerUnreachable } from './useIsServerUnreachable';

interface LoadErrorProps {
  /** The text shown while offline. */
  offlineText: string;
  /** The text shown if the server responded with an error. */
  errorText: string;
  onRetry: () => void;
  className?: string;
}

/** An error in place of a section that failed to load, with a retry button. */
export function LoadError({ offlineText, errorText, onRetry, className }: LoadErrorProps) {
  const isUnreachable = useIsServerUnreachable(true);
  return (
    <div
      role="alert"
      className={cx('flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-sunken p-4 ring-1 ring-line ring-inset', className)}
    >
      <Icon icon={CloudOff} className="shrink-0 text-secondary" />
      <p className="min-w-0 flex-1">{isUnreachable ? offlineText : errorText}</p>
      <Button onClick={onRetry}>{common.tryAgain()}</Button>
    </div>
  );
}
