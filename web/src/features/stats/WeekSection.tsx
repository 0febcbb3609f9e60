import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/stats';
import { daysBetween } from '../../platform/format/dates';
import { formatDuration } from '../../platform/format/durations';
import { Pager } from '../../ui/Pager';
import { axisTicks } from './axis';
import { BarChart } from './BarChart';
import { StatsPanel } from './StatsPanel';
import { StatTile, StatTiles } from './StatTile';
import { formatWeek } from './text';

const showWeek = (weeks_ago: number) => dispatch({ type: 'show_week', weeks_ago });

/** The focus time of a week by day, with totals and a pager. */
export function WeekSection() {
  const stats = useMirror((mirror) => mirror.stats);
  const today = useMirror((mirror) => mirror.clock.today);
  const current = formatWeek(stats, today);
  const todayIndex = stats.week_start === null ? -1 : daysBetween(stats.week_start, today);
  const bars = stats.week.map(({ day, full_day, focused, goal }, index) => ({
    label: day,
    name: full_day,
    value: focused,
    text: formatDuration(focused),
    goal,
    isHighlighted: index === todayIndex,
  }));
  return (
    <section aria-labelledby="weekly-progress" className="mt-3 grid gap-3 lg:grid-cols-[1fr_280px]">
      <StatsPanel>
        <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="weekly-progress" className="text-md font-semibold">
            {messages.weekTitle()}
          </h2>
          <Pager
            className="-my-2 -mr-2 max-sm:-ml-2"
            current={current}
            previous={messages.weekPrevious()}
            next={messages.weekNext()}
            hasPrevious={stats.has_earlier_weeks}
            hasNext={stats.weeks_ago > 0}
            onPrevious={() => showWeek(stats.weeks_ago + 1)}
            onNext={() => showWeek(stats.weeks_ago - 1)}
          />
        </header>
        <BarChart
          caption={messages.weekTable({ week: current })}
          columns={[messages.weekDay(), common.focused()]}
          bars={bars}
          ticks={axisTicks(Math.max(...bars.map(({ value, goal }) => Math.max(value, goal))))}
          barWidth={28}
          className="h-56"
        />
        <p aria-hidden className="mt-3 flex items-center justify-end gap-2 text-xs text-secondary">
          <svg width="18" height="1" className="overflow-visible">
            <line x2="18" stroke="currentColor" strokeDasharray="2 4" />
          </svg>
          {messages.goal()}
        </p>
      </StatsPanel>
      <StatTiles className="max-lg:grid-cols-3 max-sm:grid-cols-1">
        <StatTile isRowOnPhones name={messages.totalFocused()} value={formatDuration(stats.total_focused)} />
        <StatTile isRowOnPhones name={messages.averageFocused()} value={formatDuration(stats.average_focused)} />
        <StatTile
          isRowOnPhones
          name={messages.mostActiveDay()}
          value={
            stats.most_active_day ??
            (stats.weeks_ago === 0 ? messages.mostActiveDayNoneYet() : messages.mostActiveDayNone())
          }
        />
      </StatTiles>
    </section>
  );
}
