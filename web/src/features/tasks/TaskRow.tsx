import type { TaskView } from '@twentyfour/core';
import { Bell, CalendarDays, Circle, CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { useTimeFormat } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/tasks';
import { formatDueDate } from '../../platform/format/times';
import { MoreLabels } from '../../shell/MoreLabels';
import { ColorDot } from '../../ui/ColorDot';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { srOnly } from '../../ui/srOnly';
import { PriorityBadge, displayListName } from '../board';

/** The number of labels on a row; the others are counted. */
const MAX_LABELS = 3;

/** A task in its group. The whole row links to the card on its board; the checkbox is above. */
export function TaskRow({ task, onComplete }: { task: TaskView; onComplete: () => void }) {
  const isDone = task.priority === 'completed';
  const listName = displayListName(task.list_name);
  const details = useId();
  return (
    <li
      data-task={task.card_id}
      className="relative flex items-start gap-1 border-b border-line py-1 last:border-transparent transition-colors duration-120 [content-visibility:auto] [contain-intrinsic-size:auto_4rem] hover:bg-hover"
    >
      <button
        type="button"
        role="checkbox"
        aria-checked={isDone}
        aria-label={messages.completeTask({ title: task.title })}
        disabled={!task.can_complete}
        onClick={onComplete}
        className={cx(
          'relative z-10 grid size-9 shrink-0 place-items-center rounded-md transition-colors duration-120 coarse:size-11',
          isDone ? 'text-accent-text' : 'text-secondary enabled:hover:text-accent-text',
          'disabled:opacity-50',
        )}
      >
        <Icon icon={isDone ? CircleCheck : Circle} />
      </button>
      <div className="min-w-0 flex-1 py-1.5 pr-2 coarse:py-2.5">
        <Link
          to={`/app/b/${task.board_slug}?card=${task.card_id}`}
          // The link covers the details, so their full texts are in its tooltip.
          title={[task.title, `${task.board_name} / ${listName}`, task.labels.join(', ')].join('\n').trimEnd()}
          aria-describedby={details}
          dir="auto"
          className={cx(
            'line-clamp-2 outline-none after:absolute after:inset-0 after:rounded-md',
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus-ring)',
            isDone && 'text-secondary line-through',
          )}
        >
          {task.title}
        </Link>
        <div id={details} className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-secondary">
          <DueDate task={task} />
          <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
            <ColorDot color={task.board_color} className="size-2.5" />
            <span dir="auto" className="max-w-48 truncate">
              {task.board_name}
            </span>
            <span aria-hidden>/</span>
            <span dir="auto" className="max-w-36 truncate">
              {listName}
            </span>
          </span>
          {!isDone && task.priority !== 'low' && <PriorityBadge priority={task.priority} />}
          {task.labels.slice(0, MAX_LABELS).map((label) => (
            <span key={label} dir="auto" className="max-w-40 truncate rounded-sm bg-hover px-1.5 py-0.5">
              {label}
            </span>
          ))}
          <MoreLabels labels={task.labels.slice(MAX_LABELS)} />
        </div>
      </div>
    </li>
  );
}

/** The due date; overdue is shown by color, and in words for screen readers. */
function DueDate({ task }: { task: TaskView }) {
  const format = useTimeFormat();
  if (!task.due_date) {
    return (
      <span className="inline-flex items-center gap-1">
        <Icon icon={Bell} size={14} />
        {common.noDueDate()}
      </span>
    );
  }
  // The heading of the group says it.
  if (task.group === 'today' && !task.due_date.includes('T')) return null;
  const isOverdue = task.due_status === 'overdue';
  const due = formatDueDate(task.due_date, format);
  const time = (text: string) => <time dateTime={task.due_date ?? undefined}>{text}</time>;
  return (
    <span className={cx('inline-flex items-center gap-1', isOverdue && 'font-medium text-danger')}>
      <Icon icon={CalendarDays} size={14} />
      {isOverdue ? common.overdueSince({ due, srOnly, time }) : common.dueAt({ due, srOnly, time })}
    </span>
  );
}
