import type { TaskView } from '@twentyfour/core';
import { Circle, CircleCheck, Play, Target } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { useTimeFormat } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/today';
import { formatDuration } from '../../platform/format/durations';
import { formatDueDate } from '../../platform/format/times';
import { ColorDot } from '../../ui/ColorDot';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { srOnly } from '../../ui/srOnly';
import { isDone, startFocus, taskPath } from './today';

interface TodayCardProps {
  task: TaskView;
  isMainFocus: boolean;
  onComplete: () => void;
  /** Makes it the main focus, or removes it as such. */
  onMainFocus: () => void;
  /** Called when the timer starts for it. */
  onStart: () => void;
}

/** A card in the panel. The whole row links to the card; its checkbox and its buttons for the main focus and the timer are above. */
export function TodayCard({ task, isMainFocus, onComplete, onMainFocus, onStart }: TodayCardProps) {
  const { title, due_date, due_status, board_name, board_color, estimate_minutes, can_complete } = task;
  const details = useId();
  const format = useTimeFormat();
  const isChecked = isDone(task);
  const isOverdue = due_status === 'overdue';
  const due = due_date === null ? '' : formatDueDate(due_date, format);
  const time = (text: string) => <time dateTime={due_date ?? undefined}>{text}</time>;
  return (
    <li className="relative flex items-start gap-1 border-b border-line py-1 last:border-transparent">
      <button
        type="button"
        role="checkbox"
        aria-checked={isChecked}
        aria-label={messages.complete({ title })}
        disabled={!can_complete}
        onClick={onComplete}
        className={cx(
          'relative z-10 grid size-9 shrink-0 place-items-center rounded-md transition-colors duration-120 coarse:size-11',
          isChecked ? 'text-accent-text' : 'text-secondary enabled:hover:text-accent-text',
          'disabled:opacity-50',
        )}
      >
        <Icon icon={isChecked ? CircleCheck : Circle} />
      </button>
      <div className="min-w-0 flex-1 py-1.5 coarse:py-2.5">
        <Link
          to={taskPath(task)}
          // The link covers the name of the board.
          title={`${title}\n${board_name}`}
          aria-describedby={details}
          dir="auto"
          className={cx(
            'line-clamp-2 wrap-anywhere underline-offset-4 outline-none after:absolute after:inset-0 after:rounded-md hover:underline',
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus-ring)',
            isChecked && 'text-secondary line-through',
          )}
        >
          {title}
        </Link>
        <p id={details} className="mt-1 flex items-center gap-x-3 text-xs whitespace-nowrap text-secondary">
          <span className={cx(isOverdue && 'font-medium text-danger')}>
            {isOverdue ? common.overdueSince({ due, srOnly, time }) : common.dueAt({ due, srOnly, time })}
          </span>
          <span className="inline-flex min-w-0 items-center gap-1.5">
            <ColorDot color={board_color} className="size-2.5" />
            <span dir="auto" className="max-w-40 truncate">
              {board_name}
            </span>
          </span>
          {estimate_minutes !== null && <span className="digits">{formatDuration(estimate_minutes * 60)}</span>}
        </p>
      </div>
      <IconButton
        label={messages.mainFocusSet({ title })}
        title={messages.mainFocusSet({ title })}
        aria-pressed={isMainFocus}
        onClick={onMainFocus}
        className={cx('relative z-10', isMainFocus && 'text-accent-text')}
      >
        <Icon icon={Target} size={16} />
      </IconButton>
      <IconButton
        label={messages.startFocus({ title })}
        title={messages.startFocus({ title })}
        disabled={isChecked}
        // A click on the disabled button must not reach the link behind it.
        className="relative z-10 disabled:pointer-events-auto!"
        onClick={() => {
          void startFocus(task);
          onStart();
        }}
      >
        <Icon icon={Play} size={16} />
      </IconButton>
    </li>
  );
}
