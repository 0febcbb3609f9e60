import type { TaskView } from '@twentyfour/core';
import { Link } from 'react-router';
import * as messages from '../../messages/calendar';
import { ColorDot } from '../../ui/ColorDot';
import { cx } from '../../ui/cx';
import { Popover } from '../../ui/Popover';
import { srOnly } from '../../ui/srOnly';
import { CalendarEntry } from './CalendarEntry';
import { cardPath } from './cardPath';
import { formatDay } from './days';
import { LaterOccurrence } from './LaterOccurrence';

interface DayEntriesProps {
  day: string;
  tasks: readonly TaskView[];
  /** The recurring cards that will be due on the day. */
  later: readonly TaskView[];
  isTabStop: boolean;
  /** The number of cards to show; a button lists all of them if there are more. */
  limit: number;
}

/** The cards of a day, those that will be due then, and a button that opens the list of all of them. */
export function DayEntries({ day, tasks, later, isTabStop, limit }: DayEntriesProps) {
  const hidden = tasks.length + later.length - limit;
  return (
    <div className="flex flex-col gap-0.5">
      {tasks.slice(0, limit).map((task) => (
        <CalendarEntry key={task.card_id} task={task} isTabStop={isTabStop} />
      ))}
      {later.slice(0, Math.max(limit - tasks.length, 0)).map((task) => (
        <LaterOccurrence key={task.card_id} task={task} isTabStop={isTabStop} />
      ))}
      {hidden > 0 && (
        <Popover
          label={formatDay(day)}
          className="w-64 p-2"
          trigger={
            <button
              type="button"
              data-more
              tabIndex={isTabStop ? 0 : -1}
              className="rounded-sm px-1.5 py-0.5 text-start text-xs text-secondary transition-colors duration-120 hover:bg-hover hover:text-primary"
            >
              {messages.more({ count: hidden, day: formatDay(day, 'sentence'), srOnly })}
            </button>
          }
        >
          <h2 className="px-2 py-1 text-sm font-semibold">{formatDay(day)}</h2>
          <ul>
            {tasks.map((task) => (
              <li key={task.card_id}>
                <Link
                  to={cardPath(task)}
                  title={task.title}
                  className="flex min-h-9 min-w-0 items-center gap-2 rounded-md px-2 hover:bg-hover coarse:min-h-11"
                >
                  <ColorDot color={task.board_color} className="size-2.5" />
                  <span dir="auto" className={cx('truncate', task.priority === 'completed' && 'text-secondary line-through')}>
                    {task.title}
                  </span>
                </Link>
              </li>
            ))}
            {later.map((task) => (
              <li key={task.card_id}>
                <LaterOccurrence task={task} isTabStop className="min-h-9 items-center! px-2! text-sm! coarse:min-h-11" />
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </div>
  );
}
