import type { TimerView } from '@twentyfour/core';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router';
import * as messages from '../../messages/timer';
import { countdown } from '../../platform/format/countdown';
import { formatList } from '../../platform/format/lists';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { TIMER_PATH } from './homeTimer';
import { PHASES } from './phases';
import { MAIN_BUTTON_SELECTOR } from './TimerControls';

interface SessionLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  timer: TimerView;
}

/** A link to Home's timer, named by the time left, the phase and the card. */
export function SessionLink({ timer, onClick, ...rest }: SessionLinkProps) {
  const { state, phase, card } = timer;
  const parts = [
    messages.countdownLeft({ countdown: countdown(state) }),
    PHASES[phase].name(),
    state.isActive ? null : messages.statePaused(),
    phase === 'focus' && card ? card.title : null,
  ];
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // The timer replaces the link on this page, but not when it opens in another tab or window.
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) moveFocusBeforeUnmount(event.currentTarget, MAIN_BUTTON_SELECTOR);
  };
  return <Link to={TIMER_PATH} aria-label={formatList(parts.filter((part) => part !== null))} onClick={press} {...rest} />;
}
