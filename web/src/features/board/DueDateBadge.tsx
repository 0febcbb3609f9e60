import type { CardView, DueStatus } from '@twentyfour/core';
import { CalendarDays } from 'lucide-react';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/board';
import { formatDueDate } from '../../platform/format/times';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';

const STYLES: Record<DueStatus, string> = {
  overdue: 'text-danger font-medium',
  today: 'text-warning font-medium',
  later: 'text-secondary',
};
const WORDS: Record<DueStatus, () => string> = {
  overdue: messages.cardOverdueSince,
  today: messages.cardDue,
  later: messages.cardDue,
};

/** A card's due date; overdue or due today is shown by color, and in words for screen readers. */
export function DueDateBadge({ due_date, due_status }: Pick<CardView, 'due_date' | 'due_status'>) {
  const format = useTimeFormat();
  if (due_date === null || due_status === null) return null;
  return (
    <span data-due={due_status} className={cx('inline-flex items-center gap-1 whitespace-nowrap', STYLES[due_status])}>
      <Icon icon={CalendarDays} size={14} />
      <span className="sr-only">{WORDS[due_status]()} </span>
      <time dateTime={due_date}>{formatDueDate(due_date, format)}</time>
    </span>
  );
}
