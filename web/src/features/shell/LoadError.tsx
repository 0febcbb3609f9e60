import { CloudOff } from 'lucide-react';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { useIsServerUnreachable } from './useIsServerUnreachable';

interface LoadErrorProps {
  /** What is said where there is no connection. */
  offlineText: string;
  /** What is said where the server was there and did not answer as it should. */
  errorText: string;
  onRetry: () => void;
  className?: string;
}

/** Says that a part of a page could not be loaded, and why as far as it is known, with a way to try again. */
export function LoadError({ offlineText, errorText, onRetry, className }: LoadErrorProps) {
  const isUnreachable = useIsServerUnreachable(true);
  return (
    <div
      role="alert"
      className={cx('flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-sunken p-4 ring-1 ring-line ring-inset', className)}
    >
      <Icon icon={CloudOff} className="shrink-0 text-secondary" />
      <p className="min-w-0 flex-1">{isUnreachable ? offlineText : errorText}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
