import type { CardView, DueStatus } from '@twentyfour/core';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/common';
import { formatDueDate } from '../../platform/format/times';
import { cx } from '../../ui/cx';
import { srOnly } from '../../ui/srOnly';

const STYLES: Record<DueStatus, string> = {
  overdue: 'text-danger font-medium',
  today: 'text-warning font-medium',
  later: 'text-secondary',
};

/** Keeps a part of a message as it is: the whole badge is the `<time>`. */
const time = (text: string) => text;

/** A card's due date; overdue or due today is shown by color, and in words for screen readers. */
export function DueDateBadge({ due_date, due_status }: Pick<CardView, 'due_date' | 'due_status'>) {
  const format = useTimeFormat();
  if (due_date === null || due_status === null) return null;
  const due = formatDueDate(due_date, format);
  return (
    <time
      dateTime={due_date}
      data-due={due_status}
      className={cx('css-icon icon-calendar inline-flex items-center gap-1 whitespace-nowrap', STYLES[due_status])}
    >
      {due_status === 'overdue' ? messages.overdueSince({ due, srOnly, time }) : messages.dueAt({ due, srOnly, time })}
    </time>
  );
}
