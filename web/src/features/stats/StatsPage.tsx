import { CloudOff, Timer } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button, buttonClasses } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Skeleton } from '../../ui/Skeleton';
import { useTitle } from '../../ui/useTitle';
import { counted } from '../../ui/words';
import { hoursAndMinutes } from './durations';
import { Tile } from './Tile';
import { WeekTable } from './WeekTable';

// The chart library is large; the rest of the page does not wait for it.
const WeekChart = lazy(() => import('./WeekChart'));

/** My Stats: what the person's own sessions add up to. */
export function StatsPage() {
  const stats = useMirror((mirror) => mirror.stats);
  useTitle('My Stats');
  useEffect(() => {
    dispatch({ type: 'load_stats' });
  }, []);

  const isKnown = stats.status === 'ready' || stats.week.length > 0;
  const isEmpty = isKnown && stats.total_sessions === 0 && stats.total_focused === 0;
  return (
    <div className="mx-auto max-w-320 px-4 py-6 sm:px-8 sm:py-10">
      <h1 className="mb-6 text-xl font-semibold tracking-tight">My Stats</h1>
      {isEmpty ? (
        <EmptyState
          icon={Timer}
          title="Your first session starts it all"
          action={
            <Link to="/app" className={buttonClasses('primary')}>
              Go to the timer
            </Link>
          }
        >
          Focus for a minute or more, and your day, your week and your streak appear here.
        </EmptyState>
      ) : !isKnown && stats.status === 'failed' ? (
        <EmptyState
          icon={CloudOff}
          title="Your stats could not be loaded"
          action={<Button onClick={() => dispatch({ type: 'load_stats' })}>Try again</Button>}
        >
          Check the connection, then try again.
        </EmptyState>
      ) : !isKnown ? (
        <StatsSkeleton />
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <Tile name="Focused Today" value={hoursAndMinutes(stats.focused_today)} isLarge />
            <Tile name="Total Sessions" value={stats.total_sessions.toLocaleString('en')} isLarge />
            <Tile name="Current Streak" value={counted(stats.current_streak, 'day')} isLarge />
            <Tile name="Longest Streak" value={counted(stats.longest_streak, 'day')} isLarge />
          </dl>
          <section aria-labelledby="weekly-progress" className="mt-3 grid gap-3 lg:grid-cols-[1fr_280px]">
            <div className="rounded-lg bg-surface p-4 ring-1 ring-line ring-inset sm:p-6">
              <h2 id="weekly-progress" className="mb-4 text-md font-semibold">
                Weekly Progress
              </h2>
              <Suspense fallback={<Skeleton className="h-70" />}>
                <WeekChart week={stats.week} />
              </Suspense>
              <WeekTable week={stats.week} />
            </div>
            <dl className="grid gap-3 max-lg:grid-cols-3 max-sm:grid-cols-1">
              <Tile name="Total Focused" value={hoursAndMinutes(stats.total_focused)} />
              <Tile name="Average Focused" value={hoursAndMinutes(stats.average_focused)} />
              <Tile name="Most Active Day" value={stats.most_active_day ?? 'None yet'} />
            </dl>
          </section>
        </>
      )}
    </div>
  );
}

function StatsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading your stats</span>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-26 rounded-lg" />
        ))}
      </div>
      <Skeleton className="mt-3 h-90 rounded-lg" />
    </div>
  );
}
