import { lazy, Suspense } from 'react';
import { ErrorBoundary } from './ErrorBoundary';

// Its parser weighs more than the rest of a board's page, and most cards need none.
const MarkdownText = lazy(() => import('./MarkdownText'));

/** Markdown as it is meant to look. Until the parser has come, and where it does not, the text shows as it was typed. */
export function Markdown({ text }: { text: string }) {
  const plainText = <p className="max-w-[68ch] whitespace-pre-wrap">{text}</p>;
  return (
    <ErrorBoundary renderError={() => plainText}>
      <Suspense fallback={plainText}>
        <MarkdownText text={text} />
      </Suspense>
    </ErrorBoundary>
  );
}
