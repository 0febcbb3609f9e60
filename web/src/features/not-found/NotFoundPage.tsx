import * as common from '../../messages/common';
import * as messages from '../../messages/not_found';
import { buttonClassName } from '../../ui/Button';
import { useDocumentTitle } from '../../ui/useDocumentTitle';

/** The page for unknown URLs. */
export function NotFoundPage() {
  useDocumentTitle(messages.pageTitle());
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 text-center">
      <h1 className="digits text-clock leading-none font-semibold tracking-[-0.04em]">{messages.heading()}</h1>
      <p className="text-md text-secondary">{messages.details()}</p>
      <a href="/" className={`${buttonClassName('primary', 'large')} mt-6`}>
        {common.goBackHome()}
      </a>
    </main>
  );
}
