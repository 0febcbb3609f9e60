import { CalendarDays } from 'lucide-react';
import { useMirror, useTimeFormat } from '../../core/hooks';
import { formatDueDate } from '../../platform/format/times';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { dueStatus } from './dueStatus';

const STYLES = { overdue: 'text-danger font-medium', today: 'text-warning font-medium', later: 'text-secondary' };
const WORDS = { overdue: 'Overdue since ', today: 'Due ', later: 'Due ' };

/** A card's due date; overdue or due today is shown by color, and in words for screen readers. */
export function DueDateBadge({ due_date, isDone }: { due_date: string; isDone: boolean }) {
  const format = useTimeFormat();
  const look = useMirror(({ clock }) => (isDone ? 'later' : dueStatus(due_date, clock.minute)));
  return (
    <span data-due={look} className={cx('inline-flex items-center gap-1 whitespace-nowrap', STYLES[look])}>
      <Icon icon={CalendarDays} size={14} />
      <span className="sr-only">{WORDS[look]}</span>
      <time dateTime={due_date}>{formatDueDate(due_date, format)}</time>
    </span>
  );
}
