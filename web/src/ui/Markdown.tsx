import { lazy, Suspense } from 'react';
import { ErrorBoundary } from './ErrorBoundary';
import type { TextRange } from './markMentions';

// Lazy, because the parser is larger than most pages, and most texts are plain.
const MarkdownText = lazy(() => import('./MarkdownText'));

interface MarkdownProps {
  text: string;
  /** The mentions that are highlighted. */
  mentions?: readonly TextRange[];
}

/** Renders Markdown. Shows the plain text until the parser has loaded, or if it fails to load. */
export function Markdown({ text, mentions }: MarkdownProps) {
  const plainText = <p dir="auto" className="max-w-[68ch] whitespace-pre-wrap">{text}</p>;
  return (
    <ErrorBoundary renderError={() => plainText}>
      <Suspense fallback={plainText}>
        <MarkdownText text={text} mentions={mentions} />
      </Suspense>
    </ErrorBoundary>
  );
}
