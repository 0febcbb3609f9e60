import type { OverrunChoice, OverrunView } from '@twentyfour/core';
import { useEffect, useId, type MouseEvent } from 'react';
import { dispatch } from '../../core/client';
import { announce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { formatDuration } from '../stats/durations';
import { MAIN_BUTTON_SELECTOR } from './TimerControls';

/** What the timer asks, which it also says to those who do not see it. */
export const OVERRUN_QUESTION = 'Your session ended while you were away. How much should count?';

const choose = (choice: OverrunChoice) => (event: MouseEvent<HTMLElement>) => {
  moveFocusBeforeUnmount(event.currentTarget, MAIN_BUTTON_SELECTOR);
  dispatch({ type: 'resolve_overrun', choice });
};

/** After a session that ended while nobody looked: what becomes of the time since. One press answers; until then it is trimmed. */
export function OverrunPrompt({ overrun }: { overrun: OverrunView }) {
  const heading = useId();
  // It may be what the page is opened for, so that a live region of its own would come too late.
  useEffect(() => announce(OVERRUN_QUESTION), []);
  return (
    <section
      role="group"
      aria-labelledby={heading}
      className="flex w-full max-w-xl flex-col items-center gap-3 rounded-lg pane px-5 py-4 text-center text-primary"
    >
      <h2 id={heading} className="font-medium text-balance">
        {OVERRUN_QUESTION}
      </h2>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={choose('keep')}>Keep {formatDuration(overrun.keep)}</Button>
        <Button onClick={choose('trim')}>Trim to {formatDuration(overrun.trim)}</Button>
        <Button onClick={choose('discard')}>
          {overrun.discard === 0 ? 'Discard session' : `Keep only ${formatDuration(overrun.discard)}`}
        </Button>
      </div>
    </section>
  );
}
