import type { OverrunChoice, OverrunView } from '@twentyfour/core';
import { useEffect, useId, type MouseEvent } from 'react';
import { dispatch } from '../../core/client';
import { formatDuration } from '../../platform/format/durations';
import { announce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { MAIN_BUTTON_SELECTOR } from './TimerControls';

/** The prompt's question, which is also announced. */
export const OVERRUN_QUESTION = 'Your session ended while you were away. How much should count?';

const choose = (choice: OverrunChoice) => (event: MouseEvent<HTMLElement>) => {
  moveFocusBeforeUnmount(event.currentTarget, MAIN_BUTTON_SELECTOR);
  dispatch({ type: 'resolve_overrun', choice });
};

/**
 * A prompt after a session that ended while the user was away: how much of the time since then counts. Until it is
 * answered, the session is trimmed.
 */
export function OverrunPrompt({ overrun }: { overrun: OverrunView }) {
  const heading = useId();
  // Announced explicitly, because the prompt may exist when the page opens, and a live region would not be read then.
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
