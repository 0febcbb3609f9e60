import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Button } from '../ui/Button';
import { useTitle } from '../ui/useTitle';

/** What shows when a page could not be drawn at all. */
export function ErrorPage() {
  const error = useRouteError();
  useTitle('Unexpected Application Error!');
  const detail = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? error.message
      : 'No details are known.';
  return (
    <main className="mx-auto flex min-h-dvh max-w-140 flex-col items-center justify-center gap-4 px-6 text-center">
      <h1 className="text-xl font-semibold tracking-tight">Unexpected Application Error!</h1>
      <p className="text-secondary">{detail}</p>
      <p className="text-secondary">What you did is kept. Reload the page to go on.</p>
      <Button look="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </main>
  );
}
