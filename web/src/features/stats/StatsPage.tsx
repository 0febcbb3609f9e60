import { Plus, Timer } from 'lucide-react';
import { useEffect, useState } from 'react';
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
import { ReadingPage } from '../../ui/ReadingPage';
import { SectionErrorBoundary } from '../../ui/SectionErrorBoundary';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { BreakdownSection } from './BreakdownSection';
import { ExportMenu } from './ExportMenu';
import { openSessionForm, SessionDialog } from './SessionDialog';
import { SessionsSection } from './SessionsSection';
import { StatsSkeleton } from './StatsSkeleton';
import { StatTile } from './StatTile';
import { WeekSection } from './WeekSection';
import { YearSection } from './YearSection';

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
    <ReadingPage isWide>
      <header className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-xl font-semibold tracking-tight">{messages.pageTitle()}</h1>
        {isKnown && !isEmpty && (
          <div className="flex gap-2">
            {!isGuest && <ExportMenu />}
            <Button onClick={add}>
              <Icon icon={Plus} size={16} />
              {messages.sessionAdd()}
            </Button>
          </div>
        )}
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
          <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <StatTile name={messages.focusedToday()} value={formatDuration(stats.focused_today)} isLarge />
            <StatTile name={messages.totalSessions()} value={formatNumber(stats.total_sessions)} isLarge />
            <StatTile name={messages.currentStreak()} value={messages.days({ count: stats.current_streak })} isLarge />
            <StatTile name={messages.longestStreak()} value={messages.days({ count: stats.longest_streak })} isLarge />
          </dl>
          <SectionErrorBoundary sectionName={messages.sectionWeek()}>
            <WeekSection />
          </SectionErrorBoundary>
          {isEmpty ? <EmptyStats onAdd={add} /> : <History />}
        </>
      )}
      {isAdding && <SessionDialog session={null} onClose={() => setIsAdding(false)} />}
    </ReadingPage>
  );
}

/** The empty state for users without sessions. */
function EmptyStats({ onAdd }: { onAdd: () => void }) {
  return (
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
  );
}

/** The year, the breakdown and the sessions, which need at least one session. */
function History() {
  return (
    <>
      <SectionErrorBoundary sectionName={messages.sectionYear()}>
        <YearSection />
      </SectionErrorBoundary>
      <SectionErrorBoundary sectionName={messages.sectionBreakdown()}>
        <BreakdownSection />
      </SectionErrorBoundary>
      <SectionErrorBoundary sectionName={messages.sectionSessions()}>
        <SessionsSection />
      </SectionErrorBoundary>
    </>
  );
}
