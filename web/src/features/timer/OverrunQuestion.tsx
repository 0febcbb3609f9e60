import type { OverrunChoice, OverrunView } from '@twentyfour/core';
import { useId } from 'react';
import { dispatch } from '../../core/client';
import { Button } from '../../ui/Button';
import { hoursAndMinutes } from '../stats/durations';

const choose = (choice: OverrunChoice) => () => dispatch({ type: 'resolve_overrun', choice });

/** After a session that ended while nobody looked: what becomes of the time since. One press answers; until then it is trimmed. */
export function OverrunQuestion({ overrun }: { overrun: OverrunView }) {
  const heading = useId();
  return (
    <section
      role="group"
      aria-labelledby={heading}
      className="flex w-full max-w-xl flex-col items-center gap-3 rounded-lg pane px-5 py-4 text-center text-primary"
    >
      <h2 id={heading} className="font-medium text-balance">
        Your session ended while you were away. What counts?
      </h2>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={choose('keep')}>Keep {hoursAndMinutes(overrun.keep)}</Button>
        <Button onClick={choose('trim')}>Trim to {hoursAndMinutes(overrun.trim)}</Button>
        <Button onClick={choose('discard')}>
          Discard: {overrun.discard === 0 ? 'nothing counts' : hoursAndMinutes(overrun.discard)}
        </Button>
      </div>
    </section>
  );
}
