import type { Priority } from '@twentyfour/core';
import { CircleCheck } from 'lucide-react';
import * as messages from '../../messages/board';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';

export const PRIORITIES: readonly Priority[] = ['low', 'medium', 'high', 'completed'];

const NAMES: Record<Priority, () => string> = {
  low: messages.priorityLow,
  medium: messages.priorityMedium,
  high: messages.priorityHigh,
  completed: messages.priorityCompleted,
};

/** Returns the priorities as choices. */
export const priorityOptions = (): { value: Priority; text: string }[] => PRIORITIES.map((value) => ({ value, text: NAMES[value]() }));

const STYLES: Record<Priority, string> = {
  low: 'text-secondary',
  medium: 'text-warning',
  high: 'text-danger',
  completed: 'text-accent-text',
};

const BARS: Record<Exclude<Priority, 'completed'>, number> = { low: 1, medium: 2, high: 3 };

/** A card's priority as an icon and a word, in four styles that do not rely on color alone. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  return (
    <span data-priority={priority} className={cx('inline-flex items-center gap-1', STYLES[priority])}>
      {priority === 'completed' ? <Icon icon={CircleCheck} size={14} /> : <Bars lit={BARS[priority]} />}
      {NAMES[priority]()}
    </span>
  );
}

/** The outline of each bar. */
const BAR_PATHS = [0, 1, 2].map(
  (bar) => `M${2.5 + bar * 4} ${8 - bar * 3}h.6a1 1 0 0 1 1 1v${2.5 + bar * 3}a1 1 0 0 1-1 1h-.6a1 1 0 0 1-1-1v-${2.5 + bar * 3}a1 1 0 0 1 1-1z`,
);

/** Three bars, some of them lit. */
function Bars({ lit }: { lit: number }) {
  const dim = BAR_PATHS.slice(lit).join('');
  return (
    <svg aria-hidden width="14" height="14" viewBox="0 0 14 14" fill="currentColor">
      <path d={BAR_PATHS.slice(0, lit).join('')} />
      {dim !== '' && <path d={dim} opacity="0.28" />}
    </svg>
  );
}
