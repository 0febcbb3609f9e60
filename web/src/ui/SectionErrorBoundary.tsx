import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import * as common from '../messages/common';
import * as messages from '../messages/ui';
import { ModuleLoadError } from '../platform/lazy-module';
import { Button } from './Button';
import { ErrorBoundary } from './ErrorBoundary';
import { Icon } from './Icon';

interface SectionErrorBoundaryProps {
  /** The section's name as it is within a sentence: "the chart". */
  sectionName: string;
  children: ReactNode;
}

/** A section of a page that shows an error and a retry button if it fails, while the rest of the page keeps working. */
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

/** Shows that a section could not be displayed, and the reason if it is known. */
export function SectionError({ sectionName, error, onRetry }: SectionErrorProps) {
  const isLoadError = error instanceof ModuleLoadError;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-sunken p-4 ring-1 ring-line ring-inset">
      <Icon icon={CircleAlert} className="shrink-0 text-secondary" />
      <div className="min-w-0 flex-1">
        <p>
          {isLoadError ? messages.sectionLoadFailed({ section: sectionName }) : messages.sectionRenderFailed({ section: sectionName })}
        </p>
        {error instanceof Error && <p className="mt-1 text-sm text-secondary wrap-anywhere">{error.message}</p>}
      </div>
      {isLoadError ? <Button onClick={() => location.reload()}>{common.reload()}</Button> : <Button onClick={onRetry}>{common.tryAgain()}</Button>}
    </div>
  );
}
