import type { TimerView } from '@twentyfour/core';
import { useEffect, useId, type MouseEvent } from 'react';
import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/timer';
import { countdown } from '../../platform/format/countdown';
import { announce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { useRootAttribute } from '../../ui/useRootAttribute';
import { skipPhase, startTimerWithoutPrompt } from './actions';
import { homeViewStore } from './homeTimer';
import { PHASES, describePhase, endStart, endTitle } from './phases';
import { MAIN_BUTTON_SELECTOR } from './TimerControls';

/**
 * A notice that a phase has ended, shown until the next one is started or skipped: a card, or a bar above the bottom
 * bar on phones. Home's timer says so itself.
 */
export function EndNotice() {
  const timer = useMirror((mirror) => (mirror.timer.shows_end_notice ? mirror.timer : null));
  const isHomeTimerVisible = useStore(homeViewStore, ({ shown }) => shown === 'timer');
  const title = timer && endTitle(timer);
  // Announced explicitly, because the notice may exist when the page opens, and a live region would not be read then.
  useEffect(() => {
    if (title !== null) announce(title);
  }, [title]);
  return timer && !isHomeTimerVisible && <EndNoticeCard timer={timer} />;
}

/** Wraps a click handler that removes the notice, so that the focus is moved before. */
const withFocusMoved = (act: () => void) => (event: MouseEvent) => {
  moveFocusBeforeUnmount(event.currentTarget, MAIN_BUTTON_SELECTOR);
  act();
};

function EndNoticeCard({ timer }: { timer: TimerView }) {
  const heading = useId();
  useRootAttribute('data-end-notice', true);
  const isFocusNext = timer.phase === 'focus';
  const { icon, color } = PHASES[timer.phase];

  return (
    <section
      aria-labelledby={heading}
      className={cx(
        'pointer-events-auto flex items-center gap-2 bg-raised pr-2 pl-4',
        'max-md:h-14 max-md:w-full max-md:animate-fade max-md:border-t max-md:border-line',
        'md:animate-appear md:gap-3 md:rounded-md md:py-3 md:pr-3 md:shadow-float md:ring-1 md:ring-line md:ring-inset',
      )}
    >
      <Icon icon={icon} size={20} className={cx('shrink-0 max-sm:hidden', color)} />
      <div className="min-w-0 flex-1 md:max-w-64 md:pr-3">
        <h2 id={heading} className="truncate font-semibold">
          {endTitle(timer)}
        </h2>
        <p className="digits truncate text-sm text-secondary">
          {messages.endNext({ phase: describePhase(timer), countdown: countdown(timer.state) })}
        </p>
      </div>
      <Button
        variant="quiet"
        aria-label={isFocusNext ? messages.endSkipFocus() : messages.endSkipBreak()}
        onClick={withFocusMoved(skipPhase)}
      >
        {messages.skip()}
      </Button>
      <Button variant="primary" disabled={!timer.can_start} onClick={withFocusMoved(startTimerWithoutPrompt)}>
        {endStart(timer)}
      </Button>
    </section>
  );
}
