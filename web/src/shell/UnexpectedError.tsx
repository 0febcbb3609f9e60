import { Button, buttonClassName } from '../ui/Button';
import { useDocumentTitle } from '../ui/useDocumentTitle';

/** The error page shown if a whole page could not be rendered: the reason if it is known, and what to do next. */
export function UnexpectedError({ detail }: { detail: string }) {
  useDocumentTitle('Unexpected Application Error!');
  return (
    <main className="mx-auto flex min-h-dvh max-w-140 flex-col items-center justify-center gap-4 px-6 text-center">
      <h1 className="text-xl font-semibold tracking-tight">Unexpected Application Error!</h1>
      <p className="max-w-full text-secondary wrap-anywhere">{detail || 'No details available.'}</p>
      <p className="text-secondary">Your changes are saved. Reload to continue.</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        {/* Not a router link, because the router itself may have failed. */}
        <a href="/" className={buttonClassName()}>
          Go Back Home
        </a>
      </div>
    </main>
  );
}
