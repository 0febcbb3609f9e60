import type { TaskView } from '@twentyfour/core';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/calendar';
import { formatFullDate, weekdayName } from '../../../platform/format/dates';
import { formatTime } from '../../../platform/format/times';
import { type CalendarView, dayNumber, formatDay, formatShownDays, timeOfDueDate } from '../days';
import { sessionBlocks } from '../sessionBlocks';
import { sessionText } from '../sessionText';
import { groupByDay } from '../useDayTasks';

export interface PrintedCalendar {
  view: CalendarView;
  day: string;
  days: readonly string[];
}

/** What is printed of the calendar: a month as a grid, a week as a list of days with the focus sessions. */
export function CalendarPrint({ view, day, days }: PrintedCalendar) {
  const today = useMirror(({ clock }) => clock.today);
  const tasks = groupByDay(useMirror((mirror) => mirror.tasks.tasks));
  return (
    <>
      <header>
        <h1>{formatShownDays(view, day, today)}</h1>
        <p>{formatFullDate(today)}</p>
      </header>
      {view === 'month' ? (
        <table className="print-month">
          <thead>
            <tr>
              {days.slice(0, 7).map((one) => (
                <th key={one}>{weekdayName(one, 'long')}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: days.length / 7 }, (_, week) => (
              <tr key={days[week * 7]}>
                {days.slice(week * 7, week * 7 + 7).map((one) => (
                  <td key={one}>
                    <p>{dayNumber(one)}</p>
                    {(tasks.get(one) ?? []).map((task) => (
                      <PrintedTask key={task.card_id} task={task} />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        days.map((one) => <PrintedDay key={one} day={one} tasks={tasks.get(one) ?? []} />)
      )}
    </>
  );
}

function PrintedDay({ day, tasks }: { day: string; tasks: readonly TaskView[] }) {
  const sessions = useMirror(({ focus_sessions }) => focus_sessions.sessions);
  const hour_format = useMirror(({ preferences }) => preferences.hour_format);
  const blocks = sessionBlocks(sessions).get(day) ?? [];
  return (
    <section>
      <h2>{formatDay(day)}</h2>
      {tasks.length === 0 && blocks.length === 0 && <p>{messages.noCards()}</p>}
      <ul>
        {tasks.map((task) => (
          <li key={task.card_id}>
            <PrintedTask task={task} />
          </li>
        ))}
      </ul>
      {blocks.map(({ session }) => (
        <p key={session.id}>{sessionText(session, hour_format)}</p>
      ))}
    </section>
  );
}

function PrintedTask({ task }: { task: TaskView }) {
  const hour_format = useMirror(({ preferences }) => preferences.hour_format);
  const time = timeOfDueDate(task.due_date);
  return (
    <p dir="auto" className={task.priority === 'completed' ? 'line-through' : undefined}>
      {time !== null && <span className="print-time">{formatTime(time, hour_format)}</span>}
      {task.title}
    </p>
  );
}
