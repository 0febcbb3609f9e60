import * as common from '../messages/common';
import * as messages from '../messages/shell';
import { Button, buttonClassName } from '../ui/Button';
import { useDocumentTitle } from '../ui/useDocumentTitle';

/** The error page shown if a whole page could not be rendered: the reason if it is known, and what to do next. */
export function UnexpectedError({ detail }: { detail: string }) {
  useDocumentTitle(messages.unexpectedErrorTitle());
  return (
    <main className="mx-auto flex min-h-dvh max-w-140 flex-col items-center justify-center gap-4 px-6 text-center">
      <h1 className="text-xl font-semibold tracking-tight">{messages.unexpectedErrorTitle()}</h1>
      <p className="max-w-full text-secondary wrap-anywhere">{detail || messages.unexpectedErrorNoDetails()}</p>
      <p className="text-secondary">{messages.unexpectedErrorHint()}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={() => location.reload()}>
          {common.reload()}
        </Button>
        {/* Not a router link, because the router itself may have failed. */}
        <a href="/" className={buttonClassName()}>
          {common.goBackHome()}
        </a>
      </div>
    </main>
  );
}
