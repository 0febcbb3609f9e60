import { buttonClassName } from '../../ui/Button';
import { useDocumentTitle } from '../../ui/useDocumentTitle';

/** The page for unknown URLs. */
export function NotFoundPage() {
  useDocumentTitle('Page not found · Twentyfour');
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 text-center">
      <h1 className="digits text-clock leading-none font-semibold tracking-[-0.04em]">404</h1>
      <p className="text-md text-secondary">Page not found. Check the address.</p>
      <a href="/" className={`${buttonClassName('primary', 'large')} mt-6`}>
        Go Back Home
      </a>
    </main>
  );
}
