import { lazy, Suspense } from 'react';

// Its parser weighs more than the rest of a board's page, and most cards need none.
const MarkdownText = lazy(() => import('./MarkdownText'));

/** Markdown as it is meant to look. Until the parser has come the text shows as it was typed. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="max-w-[68ch] whitespace-pre-wrap">{text}</p>}>
      <MarkdownText text={text} />
    </Suspense>
  );
}
