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

/** Returns the phase and its card in one line: "Focus · Milk". A break has no card. */
export function describePhase({ phase, card }: Pick<TimerView, 'phase' | 'card'>): string {
  const name = PHASES[phase].name();
  return phase === 'focus' && card ? messages.phaseWithCard({ phase: name, card: card.title }) : name;
}
