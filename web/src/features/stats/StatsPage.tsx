import { CloudOff, Plus, Timer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useIsGuest, useMirror } from '../../core/hooks';
import { Button, buttonClasses } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Guarded } from '../../ui/Guarded';
import { Icon } from '../../ui/Icon';
import { ReadingPage } from '../../ui/ReadingPage';
import { useTitle } from '../../ui/useTitle';
import { counted } from '../../ui/words';
import { PartialData } from '../shell/PartialData';
import { BreakdownSection } from './BreakdownSection';
import { hoursAndMinutes } from './durations';
import { ExportMenu } from './ExportMenu';
import { SessionDialog } from './SessionDialog';
import { SessionsSection } from './SessionsSection';
import { StatsSkeleton } from './StatsSkeleton';
import { Tile } from './Tile';
import { WeekSection } from './WeekSection';
import { YearSection } from './YearSection';

/** My Stats: what the person's own sessions add up to. */
export function StatsPage() {
  const isGuest = useIsGuest();
  const stats = useMirror((mirror) => mirror.stats);
  const [isAdding, setIsAdding] = useState(false);
  useTitle('My Stats');
  useEffect(() => {
    dispatch({ type: 'load_stats' });
  }, []);

  const isKnown = stats.status === 'ready' || stats.week.length > 0;
  const isEmpty = stats.status === 'ready' && stats.total_sessions === 0 && stats.total_focused === 0 && stats.best_day === null;
  return (
    <ReadingPage isWide>
      <header className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-xl font-semibold tracking-tight">My Stats</h1>
        {isKnown && !isEmpty && (
          <div className="flex gap-2">
            {!isGuest && <ExportMenu />}
            <Button onClick={() => setIsAdding(true)}>
              <Icon of={Plus} size={16} />
              Add session
            </Button>
          </div>
        )}
      </header>
      {!isKnown && stats.status === 'failed' ? (
        <EmptyState
          icon={CloudOff}
          title="Couldn’t load your stats"
          action={<Button onClick={() => dispatch({ type: 'load_stats' })}>Try again</Button>}
        >
          Check your connection and try again.
        </EmptyState>
      ) : !isKnown ? (
        <StatsSkeleton />
      ) : (
        <>
          {stats.status === 'failed' && (
            <PartialData
              away="Earlier data loads when you’re online."
              failed="Couldn’t load earlier data."
              onRetry={() => dispatch({ type: 'load_stats' })}
              className="mb-3"
            />
          )}
          <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <Tile name="Focused Today" value={hoursAndMinutes(stats.focused_today)} isLarge />
            <Tile name="Total Sessions" value={stats.total_sessions.toLocaleString('en')} isLarge />
            <Tile name="Current Streak" value={counted(stats.current_streak, 'day')} isLarge />
            <Tile name="Longest Streak" value={counted(stats.longest_streak, 'day')} isLarge />
          </dl>
          <Guarded what="this week">
            <WeekSection />
          </Guarded>
          {isEmpty ? <Invitation onAdd={() => setIsAdding(true)} /> : <History />}
        </>
      )}
      {isAdding && <SessionDialog session={null} onClose={() => setIsAdding(false)} />}
    </ReadingPage>
  );
}

/** What a person without sessions can do about it. */
function Invitation({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={Timer}
      title="No sessions yet"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/app" className={buttonClasses('primary')}>
            Go to timer
          </Link>
          <Button look="quiet" onClick={onAdd}>
            Add session
          </Button>
        </div>
      }
    >
      Focus for a minute or more to see your stats.
    </EmptyState>
  );
}

/** The year, the breakdown and the sessions, which need at least one session. */
function History() {
  return (
    <>
      <Guarded what="the year">
        <YearSection />
      </Guarded>
      <Guarded what="the time breakdown">
        <BreakdownSection />
      </Guarded>
      <Guarded what="your sessions">
        <SessionsSection />
      </Guarded>
    </>
  );
}
