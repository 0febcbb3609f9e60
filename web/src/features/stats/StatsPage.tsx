import { Plus, Timer } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useIsGuest, useMirror } from '../../core/hooks';
import * as messages from '../../messages/stats';
import { formatNumber } from '../../messages/format';
import { formatDuration } from '../../platform/format/durations';
import { PartialDataNotice } from '../../shell/PartialDataNotice';
import { Button, buttonClassName } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { lazyComponent } from '../../ui/lazyComponent';
import { ReadingPage } from '../../ui/ReadingPage';
import { SectionErrorBoundary } from '../../ui/SectionErrorBoundary';
import { Skeleton } from '../../ui/Skeleton';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { ExportMenu } from './ExportMenu';
import { Questions } from './Questions';
import { openSessionForm, SessionDialog } from './SessionDialog';
import { StatsPanel } from './StatsPanel';
import { StatsSkeleton } from './StatsSkeleton';
import { StatTile, StatTiles } from './StatTile';
import { WeekSection } from './WeekSection';

// Below the first screen.
const History = lazyComponent(() => import('./History'));
export const preloadHistory = History.preload;

/** The My Stats page: summaries of the user's sessions. */
export function StatsPage() {
  const isGuest = useIsGuest();
  const stats = useMirror((mirror) => mirror.stats);
  const [isAdding, setIsAdding] = useState(false);
  useDocumentTitle(messages.pageTitle());
  useEffect(() => {
    dispatch({ type: 'load_stats' });
    // Sessions are linked to their boards, and the dialog offers them.
    dispatch({ type: 'load_boards' });
  }, []);
  const add = () => {
    openSessionForm(null);
    setIsAdding(true);
  };

  // If loading fails, the core shows what this device knows.
  const isKnown = stats.status !== 'loading' || stats.week.length > 0;
  const isEmpty = stats.status === 'ready' && stats.total_sessions === 0 && stats.total_focused === 0 && stats.best_day === null;
  return (
    <ReadingPage width="wide">
      <header className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-xl font-semibold tracking-tight">{messages.pageTitle()}</h1>
        {/* Hidden rather than missing, because what follows would move. */}
        <div className="flex gap-2" style={isKnown && !isEmpty ? undefined : { visibility: 'hidden' }}>
          {!isGuest && <ExportMenu />}
          <Button onClick={add}>
            <Icon icon={Plus} size={16} />
            {messages.sessionAdd()}
          </Button>
        </div>
      </header>
      {!isKnown ? (
        <StatsSkeleton />
      ) : (
        <>
          {stats.status === 'failed' && (
            <PartialDataNotice
              offlineText={messages.earlierDataOffline()}
              errorText={messages.earlierDataFailed()}
              onRetry={() => dispatch({ type: 'load_stats' })}
              className="mb-3"
            />
          )}
          {isEmpty ? (
            <EmptyStats onAdd={add} />
          ) : (
            <SectionErrorBoundary sectionName={messages.sectionQuestions()}>
              <Questions />
            </SectionErrorBoundary>
          )}
          <StatTiles className="mt-3 grid-cols-2 lg:grid-cols-4">
            <StatTile name={messages.focusedToday()} value={formatDuration(stats.focused_today)} />
            <StatTile name={messages.totalSessions()} value={formatNumber(stats.total_sessions)} />
            <StatTile name={messages.currentStreak()} value={messages.days({ count: stats.current_streak })} />
            <StatTile name={messages.longestStreak()} value={messages.days({ count: stats.longest_streak })} />
          </StatTiles>
          <SectionErrorBoundary sectionName={messages.sectionWeek()}>
            <WeekSection />
          </SectionErrorBoundary>
          {!isEmpty && (
            <SectionErrorBoundary sectionName={messages.sectionHistory()}>
              <Suspense fallback={<Skeleton className="mt-3 h-74 rounded-lg" />}>
                <History />
              </Suspense>
            </SectionErrorBoundary>
          )}
        </>
      )}
      {isAdding && <SessionDialog session={null} onClose={() => setIsAdding(false)} />}
    </ReadingPage>
  );
}

/** The empty state for users without sessions. */
function EmptyStats({ onAdd }: { onAdd: () => void }) {
  return (
    <StatsPanel className="p-0!">
      <EmptyState
        icon={Timer}
        title={messages.sessionsEmpty()}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Link to="/app" className={buttonClassName('primary')}>
              {messages.goToTimer()}
            </Link>
            <Button variant="quiet" onClick={onAdd}>
              {messages.sessionAdd()}
            </Button>
          </div>
        }
      >
        {messages.emptyHint()}
      </EmptyState>
    </StatsPanel>
  );
}
