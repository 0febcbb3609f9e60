import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button';
import { ErrorBoundary } from './ErrorBoundary';
import { Icon } from './Icon';
import { PartError } from './parts';

interface GuardedProps {
  /** What it is, as a sentence begins with it: "The chart". */
  what: string;
  children: ReactNode;
}

/** A part of a page that may fail by itself: it says so in its place, with a way to have it back, and the rest goes on. */
export function Guarded({ what, children }: GuardedProps) {
  return (
    <ErrorBoundary renderFailure={(error, retry) => <PartFailure what={what} error={error} onRetry={retry} />}>{children}</ErrorBoundary>
  );
}

interface PartFailureProps {
  what: string;
  error: unknown;
  onRetry: () => void;
}

/** Says that a part of a page could not be shown, and why as far as it is known. */
export function PartFailure({ what, error, onRetry }: PartFailureProps) {
  const isMissing = error instanceof PartError;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-sunken p-4 ring-1 ring-line ring-inset">
      <Icon of={CircleAlert} className="shrink-0 text-secondary" />
      <div className="min-w-0 flex-1">
        <p>
          {isMissing ? `Couldn’t load ${what}. Reload the page.` : `Couldn’t show ${what}. Your changes are saved.`}
        </p>
        {error instanceof Error && <p className="mt-1 text-sm text-secondary wrap-anywhere">{error.message}</p>}
      </div>
      {isMissing ? <Button onClick={() => location.reload()}>Reload</Button> : <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
