import type { TaskView } from '@twentyfour/core';
import { Repeat } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/calendar';
import { formatTime } from '../../platform/format/times';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { srOnly } from '../../ui/srOnly';
import { cardPath } from './cardPath';
import { timeOfDueDate } from './days';
import { entryTooltip } from './entryTooltip';

interface LaterOccurrenceProps {
  task: TaskView;
  /** Whether Tab reaches it: only the entries of the current day in a grid. */
  isTabStop: boolean;
  style?: CSSProperties;
  className?: string;
}

/** A recurring card on a later day on which it will be due: a link to the card, which cannot be dragged. */
export function LaterOccurrence({ task, isTabStop, style, className }: LaterOccurrenceProps) {
  const { hour_format } = useTimeFormat();
  const time = timeOfDueDate(task.due_date);
  return (
    <Link
      to={cardPath(task)}
      data-later
      draggable={false}
      tabIndex={isTabStop ? 0 : -1}
      title={entryTooltip(task, hour_format)}
      style={style}
      className={cx(
        'flex w-full min-w-0 items-baseline gap-1.5 rounded-sm px-1.5 py-0.5 text-xs text-secondary outline-dashed outline-1 -outline-offset-1 outline-line',
        'transition-colors duration-120 select-none hover:bg-hover hover:text-primary focus-visible:outline-2 focus-visible:outline-(--focus-ring) focus-visible:outline-solid coarse:py-1.5',
        className,
      )}
    >
      <Icon icon={Repeat} size={11} className="shrink-0 self-center" />
      {time && <span className="digits shrink-0 @max-[8rem]:sr-only">{messages.entryTime({ time: formatTime(time, hour_format), srOnly })}</span>}
      <span dir="auto" className="min-w-0 truncate">
        {task.title}
      </span>
      <span className="sr-only">{messages.entryState({ board: task.board_name, state: messages.stateRepeats() })}</span>
    </Link>
  );
}
