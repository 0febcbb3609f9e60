import { type ReactNode, Suspense, useEffect, useState } from 'react';
import * as common from '../messages/common';
import * as messages from '../messages/ui';
import { ModuleLoadError } from '../platform/lazy-module';
import { dismissToast, showActionToast } from '../platform/toasts';
import { ErrorBoundary } from './ErrorBoundary';
import type { LazyComponent } from './lazyComponent';

const FAILURE_TOAST_ID = 'panel-load-failure';

interface LazyPanelProps {
  /** The component of the panel, which the children render. */
  component: Pick<LazyComponent<never>, 'forgetFailure'>;
  open: boolean;
  /** Closes the panel. */
  onClose: () => void;
  /** Whether a toast says that the panel could not be loaded. True by default. */
  hasFailureToast?: boolean;
  children: ReactNode;
}

/**
 * Renders a panel from the first time that it opens, so that its module is loaded only then. If it cannot be loaded, it
 * is closed with a toast; opening it again dismisses the toast and tries again.
 */
export function LazyPanel({ component, open, onClose, hasFailureToast = true, children }: LazyPanelProps) {
  const [state, setState] = useState<'unopened' | 'opened' | 'failed'>(open ? 'opened' : 'unopened');
  if (open && state === 'unopened') setState('opened');
  if (!open && state === 'failed') setState('unopened');
  const isOpened = open && state === 'opened';
  useEffect(() => {
    // The toast stays until it is dismissed, and this attempt may succeed.
    if (isOpened && hasFailureToast) dismissToast(FAILURE_TOAST_ID);
  }, [isOpened, hasFailureToast]);
  if (state !== 'opened') return null;
  const fail = () => {
    component.forgetFailure();
    setState('failed');
    if (hasFailureToast) showActionToast(FAILURE_TOAST_ID, messages.panelLoadFailed(), common.reload(), () => location.reload());
    onClose();
  };
  return (
    <ErrorBoundary renderError={(error) => <LoadFailure error={error} onFailure={fail} />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Reports a failed load once it is rendered. Other errors are left to the boundary around the panel. */
function LoadFailure({ error, onFailure }: { error: unknown; onFailure: () => void }) {
  if (!(error instanceof ModuleLoadError)) throw error;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only the first render reports.
  useEffect(onFailure, []);
  return null;
}
