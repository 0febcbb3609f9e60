import type { OverrunChoice, OverrunView } from '@twentyfour/core';
import { useEffect, useId, type MouseEvent } from 'react';
import { dispatch } from '../../core/client';
import * as messages from '../../messages/timer';
import { formatDuration } from '../../platform/format/durations';
import { announce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { MAIN_BUTTON_SELECTOR } from './TimerControls';

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
  useEffect(() => announce(messages.overrunQuestion()), []);
  return (
    <section
      role="group"
      aria-labelledby={heading}
      className="flex w-full max-w-xl flex-col items-center gap-3 rounded-lg pane px-5 py-4 text-center text-primary"
    >
      <h2 id={heading} className="font-medium text-balance">
        {messages.overrunQuestion()}
      </h2>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={choose('keep')}>{messages.overrunKeep({ duration: formatDuration(overrun.keep) })}</Button>
        <Button onClick={choose('trim')}>{messages.overrunTrim({ duration: formatDuration(overrun.trim) })}</Button>
        <Button onClick={choose('discard')}>
          {overrun.discard === 0
            ? messages.overrunDiscard()
            : messages.overrunKeepOnly({ duration: formatDuration(overrun.discard) })}
        </Button>
      </div>
    </section>
  );
}
