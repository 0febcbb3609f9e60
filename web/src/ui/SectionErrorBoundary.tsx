import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button';
import { ErrorBoundary } from './ErrorBoundary';
import { Icon } from './Icon';
import { ModuleLoadError } from './parts';

interface SectionErrorBoundaryProps {
  /** What it is, as a sentence begins with it: "The chart". */
  sectionName: string;
  children: ReactNode;
}

/** A part of a page that may fail by itself: it says so in its place, with a way to have it back, and the rest goes on. */
export function SectionErrorBoundary({ sectionName, children }: SectionErrorBoundaryProps) {
  return (
    <ErrorBoundary renderError={(error, retry) => <SectionError sectionName={sectionName} error={error} onRetry={retry} />}>{children}</ErrorBoundary>
  );
}

interface SectionErrorProps {
  sectionName: string;
  error: unknown;
  onRetry: () => void;
}

/** Says that a part of a page could not be shown, and why as far as it is known. */
export function SectionError({ sectionName, error, onRetry }: SectionErrorProps) {
  const isLoadError = error instanceof ModuleLoadError;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-sunken p-4 ring-1 ring-line ring-inset">
      <Icon icon={CircleAlert} className="shrink-0 text-secondary" />
      <div className="min-w-0 flex-1">
        <p>
          {isLoadError ? `Couldn’t load ${sectionName}. Reload the page.` : `Couldn’t show ${sectionName}. Your changes are saved.`}
        </p>
        {error instanceof Error && <p className="mt-1 text-sm text-secondary wrap-anywhere">{error.message}</p>}
      </div>
      {isLoadError ? <Button onClick={() => location.reload()}>Reload</Button> : <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
