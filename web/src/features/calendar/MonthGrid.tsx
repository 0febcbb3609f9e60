import { useMirror } from '../../core/hooks';
import { weekdayName } from '../../platform/format/dates';
import { cx } from '../../ui/cx';
import { useMediaQuery } from '../../ui/useMediaQuery';
import { openQuickAddOn } from '../quick-add';
import { useCalendar } from './calendarContext';
import { dayNumber, describeDay, formatShownDays } from './days';
import { DayEntries } from './DayEntries';
import { useIsDropDay } from './dragStore';
import { useGridKeys } from './useGridKeys';

/** The number of cards that a day shows, and in tall windows, which the rows fill. */
const VISIBLE_CARDS = 3;
const VISIBLE_CARDS_TALL = 5;
/** The number of dots that a day shows on phones. */
const VISIBLE_DOTS = 4;

/** Six weeks of days with their cards. On phones a day shows dots, and its cards are listed below the grid. */
export function MonthGrid({ isCompact }: { isCompact: boolean }) {
  const { days, day } = useCalendar();
  const today = useMirror(({ clock }) => clock.today);
  const { grid, keyHandlers } = useGridKeys('month');
  const limit = useMediaQuery('(height >= 80rem)') ? VISIBLE_CARDS_TALL : VISIBLE_CARDS;
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7));
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={formatShownDays('month', day, today)}
      {...keyHandlers}
      className="overflow-hidden rounded-md border border-line"
    >
      <div role="row" className="grid grid-cols-7 border-b border-line">
        {days.slice(0, 7).map((first) => (
          <div key={weekdayName(first, 'short')} role="columnheader" aria-label={weekdayName(first, 'long')} className={cx('py-1.5 text-xs font-medium whitespace-nowrap text-secondary', isCompact ? 'text-center' : 'px-2')}>
            {weekdayName(first, 'short')}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className="grid grid-cols-7 border-b border-line last:border-0">
          {week.map((one) => (
            <DayCell key={one} day={one} isCompact={isCompact} limit={limit} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface DayCellProps {
  day: string;
  isCompact: boolean;
  limit: number;
}

function DayCell({ day, isCompact, limit }: DayCellProps) {
  const { day: currentDay, setDay, tasks, later } = useCalendar();
  const today = useMirror(({ clock }) => clock.today);
  const isDropDay = useIsDropDay(day);
  const members = tasks.get(day) ?? [];
  const repeated = later.get(day) ?? [];
  const isCurrent = day === currentDay;
  const isOtherMonth = day.slice(0, 7) !== currentDay.slice(0, 7);
  return (
    <div
      role="gridcell"
      data-day={day}
      data-day-focus={day}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={describeDay(day, members.length, repeated.length)}
      aria-current={day === today ? 'date' : undefined}
      aria-selected={isCurrent}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('button, a')) return;
        setDay(day);
        if (!isCompact && members.length === 0) openQuickAddOn(day);
      }}
      className={cx(
        'flex min-w-0 flex-col gap-1 border-e border-line p-1 transition-colors duration-120 last:border-0 hover:bg-hover focus-visible:-outline-offset-2',
        isCompact ? 'min-h-12 items-center' : 'min-h-[max(7rem,(100dvh-14.5rem)/6)]',
        isOtherMonth && 'bg-sunken',
        isCompact && isCurrent && 'bg-hover',
        isDropDay && 'bg-hover outline-2 -outline-offset-2 outline-(--focus-ring)',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'digits grid size-6 shrink-0 place-items-center rounded-full text-xs',
          day === today ? 'bg-accent font-semibold text-on-accent' : isOtherMonth ? 'text-secondary' : 'font-medium',
        )}
      >
        {dayNumber(day)}
      </span>
      {isCompact ? (
        <span aria-hidden className="flex gap-0.5">
          {members.slice(0, VISIBLE_DOTS).map(({ card_id, board_color }) => (
            <span key={card_id} className="size-1.5 rounded-full ring-1 ring-control ring-inset" style={{ background: board_color ?? 'var(--accent)' }} />
          ))}
          {repeated.slice(0, Math.max(VISIBLE_DOTS - members.length, 0)).map(({ card_id }) => (
            <span key={card_id} className="size-1.5 rounded-full ring-1 ring-control ring-inset" />
          ))}
        </span>
      ) : (
        <DayEntries day={day} tasks={members} later={repeated} isTabStop={isCurrent} limit={limit} />
      )}
    </div>
  );
}
