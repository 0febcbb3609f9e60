import { lazy, Suspense } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Guarded } from '../../ui/Guarded';
import { Pager } from '../../ui/Pager';
import { loadPart } from '../../ui/parts';
import { Skeleton } from '../../ui/Skeleton';
import { Card } from './Card';
import { hoursAndMinutes } from './durations';
import { Tile } from './Tile';
import { WeekTable } from './WeekTable';
import { weekWords } from './words';

// The chart library is large; the rest of the page does not wait for it.
const WeekChart = lazy(() => loadPart(() => import('./WeekChart')));

const showWeek = (weeks_ago: number) => dispatch({ type: 'show_week', weeks_ago });

/** A week day by day, with what it adds up to, and the way to the weeks before. */
export function WeekSection() {
  const stats = useMirror((mirror) => mirror.stats);
  const today = useMirror((mirror) => mirror.clock.minute.slice(0, 10));
  const current = weekWords(stats, today);
  return (
    <section aria-labelledby="weekly-progress" className="mt-3 grid gap-3 lg:grid-cols-[1fr_280px]">
      <Card>
        <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="weekly-progress" className="text-md font-semibold">
            Weekly Progress
          </h2>
          <Pager
            className="-my-2 -mr-2 max-sm:-ml-2"
            current={current}
            previous="Previous week"
            next="Next week"
            hasPrevious={stats.has_earlier_weeks}
            hasNext={stats.weeks_ago > 0}
            onPrevious={() => showWeek(stats.weeks_ago + 1)}
            onNext={() => showWeek(stats.weeks_ago - 1)}
          />
        </header>
        <Guarded what="the chart">
          <Suspense fallback={<Skeleton className="h-70" />}>
            <WeekChart week={stats.week} />
          </Suspense>
        </Guarded>
        <WeekTable week={stats.week} caption={`Focused time by day: ${current}`} />
      </Card>
      <dl className="grid gap-3 max-lg:grid-cols-3 max-sm:grid-cols-1">
        <Tile name="Total Focused" value={hoursAndMinutes(stats.total_focused)} />
        <Tile name="Average Focused" value={hoursAndMinutes(stats.average_focused)} />
        <Tile name="Most Active Day" value={stats.most_active_day ?? (stats.weeks_ago === 0 ? 'None yet' : 'None')} />
      </dl>
    </section>
  );
}
