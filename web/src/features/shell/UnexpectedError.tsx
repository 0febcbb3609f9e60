import { Button, buttonClassName } from '../../ui/Button';
import { useDocumentTitle } from '../../ui/useDocumentTitle';

/** What shows where nothing of a page could be drawn: why, as far as it is known, and the ways on. */
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
        {/* Not by the router, which may be what has failed. */}
        <a href="/" className={buttonClassName()}>
          Go Back Home
        </a>
      </div>
    </main>
  );
}
