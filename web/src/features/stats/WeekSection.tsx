import { lazy, Suspense } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/stats';
import { formatDuration } from '../../platform/format/durations';
import { loadModule } from '../../platform/lazy-module';
import { Pager } from '../../ui/Pager';
import { SectionErrorBoundary } from '../../ui/SectionErrorBoundary';
import { Skeleton } from '../../ui/Skeleton';
import { StatsPanel } from './StatsPanel';
import { StatTile } from './StatTile';
import { formatWeek } from './text';
import { WeekTable } from './WeekTable';

// Lazy, because the chart library is large.
const WeekChart = lazy(() => loadModule(() => import('./WeekChart')));

const showWeek = (weeks_ago: number) => dispatch({ type: 'show_week', weeks_ago });

/** The focus time of a week by day, with totals and a pager. */
export function WeekSection() {
  const stats = useMirror((mirror) => mirror.stats);
  const today = useMirror((mirror) => mirror.clock.today);
  const current = formatWeek(stats, today);
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
        <SectionErrorBoundary sectionName={messages.sectionChart()}>
          <Suspense fallback={<Skeleton className="h-70" />}>
            <WeekChart week={stats.week} />
          </Suspense>
        </SectionErrorBoundary>
        <WeekTable week={stats.week} caption={messages.weekTable({ week: current })} />
      </StatsPanel>
      <dl className="grid gap-3 max-lg:grid-cols-3 max-sm:grid-cols-1">
        <StatTile name={messages.totalFocused()} value={formatDuration(stats.total_focused)} />
        <StatTile name={messages.averageFocused()} value={formatDuration(stats.average_focused)} />
        <StatTile
          name={messages.mostActiveDay()}
          value={
            stats.most_active_day ??
            (stats.weeks_ago === 0 ? messages.mostActiveDayNoneYet() : messages.mostActiveDayNone())
          }
        />
      </dl>
    </section>
  );
}
