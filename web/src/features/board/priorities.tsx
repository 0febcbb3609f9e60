import type { Priority } from '@twentyfour/core';
import * as messages from '../../messages/board';
import { cx } from '../../ui/cx';

export const PRIORITIES: readonly Priority[] = ['low', 'medium', 'high', 'completed'];

const NAMES: Record<Priority, () => string> = {
  low: messages.priorityLow,
  medium: messages.priorityMedium,
  high: messages.priorityHigh,
  completed: messages.priorityCompleted,
};

/** Returns the name of a priority. */
export const priorityName = (priority: Priority): string => NAMES[priority]();

/** Returns the priorities as choices. */
export const priorityOptions = (): { value: Priority; text: string }[] => PRIORITIES.map((value) => ({ value, text: NAMES[value]() }));

const STYLES: Record<Priority, string> = {
  low: 'icon-low text-secondary',
  medium: 'icon-medium text-warning',
  high: 'icon-high text-danger',
  completed: 'icon-done text-accent-text',
};

interface PriorityBadgeProps {
  priority: Priority;
  /** Whether only the icon is visible; the word is for screen readers and the tooltip. */
  isIconOnly?: boolean;
}

/** A card's priority as an icon and a word, in four styles that do not rely on color alone. */
export function PriorityBadge({ priority, isIconOnly = false }: PriorityBadgeProps) {
  return (
    <span
      data-priority={priority}
      title={isIconOnly ? NAMES[priority]() : undefined}
      className={cx('css-icon inline-flex items-center gap-1', STYLES[priority], isIconOnly && 'w-3.5 overflow-hidden whitespace-nowrap')}
    >
      {NAMES[priority]()}
    </span>
  );
}
