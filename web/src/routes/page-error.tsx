import { CircleAlert } from 'lucide-react';
import { Link, useLocation, useNavigate, useRouteError } from 'react-router';
import * as common from '../messages/common';
import * as messages from '../messages/shell';
import { ModuleLoadError } from '../platform/lazy-module';
import { Button, buttonClassName } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { errorDetail } from './error-details';

/** The error page shown in place of a failed page of the app. The layout, the timer and the toasts keep working. */
export function PageError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const here = useLocation();
  const isLoadError = error instanceof ModuleLoadError;
  const detail = errorDetail(error);
  return (
    <div role="alert" className="p-4 sm:p-8">
      <div className="pane mx-auto max-w-140 rounded-lg">
        <EmptyState
          icon={CircleAlert}
          isPage
          title={isLoadError ? messages.pageLoadFailedTitle() : messages.pageErrorTitle()}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {isLoadError ? (
                <Button variant="primary" onClick={() => location.reload()}>
                  {common.reload()}
                </Button>
              ) : (
                // Navigating to the current location renders the page again.
                <Button variant="primary" onClick={() => void navigate(here, { replace: true })}>
                  {common.tryAgain()}
                </Button>
              )}
              <Link to="/app" className={buttonClassName()}>
                {messages.pageErrorHome()}
              </Link>
            </div>
          }
        >
          <p>{isLoadError ? messages.pageLoadFailedHint() : messages.pageErrorHint()}</p>
          {detail && <p className="mt-2 text-sm wrap-anywhere">{detail}</p>}
        </EmptyState>
      </div>
    </div>
  );
}
