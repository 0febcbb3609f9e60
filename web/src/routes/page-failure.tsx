import { CircleAlert } from 'lucide-react';
import { Link, useLocation, useNavigate, useRouteError } from 'react-router';
import { Button, buttonClasses } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { PartError } from '../ui/parts';
import { detailOf } from './details';

/** What shows in the place of a page of the app that has failed. The frame around it, the timer and the toasts go on. */
export function PageFailure() {
  const error = useRouteError();
  const navigate = useNavigate();
  const here = useLocation();
  const isMissing = error instanceof PartError;
  const detail = detailOf(error);
  return (
    <div role="alert" className="p-4 sm:p-8">
      <div className="pane mx-auto max-w-140 rounded-lg">
        <EmptyState
          icon={CircleAlert}
          isPage
          title={isMissing ? 'Couldn’t load this page' : 'Something went wrong'}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {isMissing ? (
                <Button look="primary" onClick={() => location.reload()}>
                  Reload
                </Button>
              ) : (
                // To go where one is already draws the page anew.
                <Button look="primary" onClick={() => void navigate(here, { replace: true })}>
                  Try again
                </Button>
              )}
              <Link to="/app" className={buttonClasses()}>
                Go to Home
              </Link>
            </div>
          }
        >
          <p>
            {isMissing
              ? 'Check your connection, or reload to get the latest version.'
              : 'Your changes are saved.'}
          </p>
          {detail && <p className="mt-2 text-sm wrap-anywhere">{detail}</p>}
        </EmptyState>
      </div>
    </div>
  );
}
