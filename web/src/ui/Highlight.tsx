import type { ReactNode } from 'react';

interface HighlightProps {
  text: string;
  /** The parts to highlight, in order, in UTF-16 code units. */
  ranges: readonly (readonly [start: number, end: number])[];
  /** The classes of a highlighted part. */
  className?: string;
}

/** A text with highlighted parts, such as what a search has found. */
export function Highlight({ text, ranges, className = 'rounded-xs bg-accent/25 text-inherit' }: HighlightProps) {
  const parts: ReactNode[] = [];
  let shown = 0;
  for (const [start, end] of ranges) {
    parts.push(
      text.slice(shown, start),
      <mark key={start} className={className}>
        {text.slice(start, end)}
      </mark>,
    );
    shown = end;
  }
  return (
    <>
      {parts}
      {text.slice(shown)}
    </>
  );
}
