import type { TimerView } from '@twentyfour/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { countdown } from '../../core/countdown';
import { TIMER_PATH } from '../home/view';
import { PHASES } from './phases';

interface SessionLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  timer: TimerView;
}

/** A link to Home's timer, named by the time left, the phase and the card. */
export function SessionLink({ timer, ...rest }: SessionLinkProps) {
  const { state, phase, card } = timer;
  const parts = [
    `${countdown(state)} left`,
    PHASES[phase].name,
    state.isActive ? null : 'paused',
    phase === 'focus' && card ? card.title : null,
  ];
  return <Link to={TIMER_PATH} aria-label={parts.filter((part) => part !== null).join(', ')} {...rest} />;
}
