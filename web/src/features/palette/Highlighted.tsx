import { Fragment } from 'react';

interface HighlightedProps {
  text: string;
  /** The parts to highlight, in UTF-16 code units: sorted and without overlaps. */
  ranges: readonly (readonly [number, number])[];
}

/** A text in which the matched parts are bold. */
export function Highlighted({ text, ranges }: HighlightedProps) {
  const ends = [0, ...ranges.map(([, end]) => end)];
  return (
    <>
      {ranges.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(ends[index], start)}
          <mark className="bg-transparent font-semibold text-accent-text">{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
