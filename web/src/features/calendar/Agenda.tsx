import { CalendarClock, Timer } from 'lucide-react';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/calendar';
import { Icon } from '../../ui/Icon';
import { busyText } from './BusyBlocks';
import { keyOf } from './busyBlocks';
import { CalendarEntry } from './CalendarEntry';
import { useCalendar } from './calendarContext';
import { formatDay } from './days';
import { LaterOccurrence } from './LaterOccurrence';
import { sessionText } from './sessionText';

/** Days below each other, each with its cards, focus sessions and busy hours: the week on phones, and the chosen day of the month. */
export function Agenda({ days }: { days: readonly string[] }) {
  return (
    <div className="flex flex-col gap-4">
      {days.map((day) => (
        <AgendaDay key={day} day={day} />
      ))}
    </div>
  );
}

function AgendaDay({ day }: { day: string }) {
  const { tasks, later, sessions, busy } = useCalendar();
  const { hour_format, today } = useTimeFormat();
  const members = tasks.get(day) ?? [];
  const repeated = later.get(day) ?? [];
  const blocks = sessions.get(day) ?? [];
  const busyTimes = busy.get(day) ?? [];
  return (
    <section aria-labelledby={`agenda-${day}`} data-day={day}>
      <h2
        id={`agenda-${day}`}
        aria-current={day === today ? 'date' : undefined}
        className="sticky top-0 z-10 border-b border-line bg-page py-1.5 text-sm font-semibold aria-[current=date]:text-accent-text"
      >
        {formatDay(day)}
      </h2>
      {members.length === 0 && repeated.length === 0 && blocks.length === 0 && <p className="py-2 text-sm text-secondary">{messages.noCards()}</p>}
      <div className="flex flex-col gap-1 pt-1">
        {members.map((task) => (
          <CalendarEntry key={task.card_id} task={task} isTabStop isTall className="min-h-11 items-center! text-sm!" />
        ))}
        {repeated.map((task) => (
          <LaterOccurrence key={task.card_id} task={task} isTabStop className="min-h-11 items-center! text-sm!" />
        ))}
      </div>
      {(blocks.length > 0 || busyTimes.length > 0) && (
        <ul className="pt-1">
          {busyTimes.map((block) => (
            <li key={keyOf(block)} className="flex items-start gap-2 py-1 text-sm text-secondary">
              <Icon icon={CalendarClock} size={14} className="mt-0.5 shrink-0" />
              <span dir="auto" className="min-w-0 text-start wrap-anywhere">
                {busyText(block, hour_format)}
              </span>
            </li>
          ))}
          {blocks.map(({ session }) => (
            <li key={session.id} className="flex items-start gap-2 py-1 text-sm text-secondary">
              <Icon icon={Timer} size={14} className="mt-0.5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{sessionText(session, hour_format)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
