import type { Priority } from '@twentyfour/core';
import { CircleCheck, type LucideIcon, SignalHigh, SignalLow, SignalMedium } from 'lucide-react';
import { classes } from '../../ui/classes';
import { Icon } from '../../ui/Icon';

export const PRIORITIES: readonly { value: Priority; text: string }[] = [
  { value: 'low', text: 'Low' },
  { value: 'medium', text: 'Medium' },
  { value: 'high', text: 'High' },
  { value: 'completed', text: 'Completed' },
];

const MARKS: Record<Priority, { icon: LucideIcon; look: string }> = {
  low: { icon: SignalLow, look: 'text-secondary' },
  medium: { icon: SignalMedium, look: 'text-warning' },
  high: { icon: SignalHigh, look: 'text-danger' },
  completed: { icon: CircleCheck, look: 'text-accent-text' },
};

/** How important a card is: an icon and a word, in four styles that do not rest on colour alone. */
export function PriorityMark({ priority }: { priority: Priority }) {
  const { icon, look } = MARKS[priority];
  return (
    <span data-priority={priority} className={classes('inline-flex items-center gap-1', look)}>
      <Icon of={icon} size={14} />
      {PRIORITIES.find(({ value }) => value === priority)?.text}
    </span>
  );
}
