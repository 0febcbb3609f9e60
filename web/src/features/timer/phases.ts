import type { SessionKind, TimerView } from '@twentyfour/core';
import { Coffee, type LucideIcon, Timer } from 'lucide-react';
import * as messages from '../../messages/timer';

interface PhaseStyle {
  name: () => string;
  icon: LucideIcon;
  /** The class of the icon's color. */
  color: string;
}

const BREAK = { icon: Coffee, color: 'text-break' };

/** The name, icon and color of each phase. */
export const PHASES: Readonly<Record<SessionKind, PhaseStyle>> = {
  focus: { name: messages.phaseFocus, icon: Timer, color: 'text-accent-text' },
  short_break: { name: messages.phaseShortBreak, ...BREAK },
  long_break: { name: messages.phaseLongBreak, ...BREAK },
};

/** Returns the time left in the phase, in seconds. */
export const remainingSeconds = ({ state }: Pick<TimerView, 'state'>): number => state.minutes * 60 + state.seconds;

/** Returns the share of the phase that is left, from 0 to 1. */
export const remainingShare = (timer: Pick<TimerView, 'state' | 'length'>): number => Math.min(1, remainingSeconds(timer) / Math.max(timer.length, 1));

/** Returns whether a session was begun and does not run. */
export const isPaused = ({ state }: Pick<TimerView, 'state'>): boolean => !state.isActive && state.hasPreviousSession;

/** Returns what has ended before the current phase. */
export const endTitle = ({ phase }: Pick<TimerView, 'phase'>): string => (phase === 'focus' ? messages.endBreak() : messages.endFocus());

/** Returns the label of the button that starts the current phase after another one has ended. */
export const endStart = ({ phase }: Pick<TimerView, 'phase'>): string => (phase === 'focus' ? messages.endStartFocus() : messages.endStartBreak());

/** Returns the phase and its card in one line: "Focus · Milk". A break has no card. */
export function describePhase({ phase, card }: Pick<TimerView, 'phase' | 'card'>): string {
  const name = PHASES[phase].name();
  return phase === 'focus' && card ? messages.phaseWithCard({ phase: name, card: card.title }) : name;
}
