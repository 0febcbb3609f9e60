import type { SessionKind, TimerView } from '@twentyfour/core';
import { Coffee, type LucideIcon, Timer } from 'lucide-react';

interface PhaseStyle {
  name: string;
  icon: LucideIcon;
  /** The class of the icon's color. */
  color: string;
}

const BREAK = { icon: Coffee, color: 'text-break' };

/** The name, icon and color of each phase. */
export const PHASES: Readonly<Record<SessionKind, PhaseStyle>> = {
  focus: { name: 'Focus', icon: Timer, color: 'text-accent-text' },
  short_break: { name: 'Break', ...BREAK },
  long_break: { name: 'Long break', ...BREAK },
};

/** Returns the phase and its card in one line: "Focus · Milk". A break has no card. */
export function describePhase({ phase, card }: Pick<TimerView, 'phase' | 'card'>): string {
  const { name } = PHASES[phase];
  return phase === 'focus' && card ? `${name} · ${card.title}` : name;
}
