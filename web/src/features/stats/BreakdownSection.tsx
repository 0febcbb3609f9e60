import type { BoardFocus, BreakdownView, EstimateFocus, LabelFocus, StatsPeriod } from '@twentyfour/core';
import { type ReactNode, useEffect } from 'react';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/stats';
import { formatDuration } from '../../platform/format/durations';
import { LoadError } from '../../shell/LoadError';
import { ColorDot } from '../../ui/ColorDot';
import { Select } from '../../ui/Select';
import { Skeleton } from '../../ui/Skeleton';
import { PlanLimit } from '../plans';
import { BarTable } from './BarTable';
import { StatsPanel } from './StatsPanel';
import { formatWeek } from './text';

/** The focus time by board and by label, for the shown week, the shown year, or all time. */
export function BreakdownSection() {
  const breakdown = useMirror((state) => state.breakdown);
  const week = useMirror(({ stats, clock }) => formatWeek(stats, clock.today));
  const year = useMirror(({ heatmap }) => heatmap.year);
  useEffect(() => {
    dispatch({ type: 'load_breakdown', period: mirror.getState().breakdown.period });
  }, []);
  const periods: { value: StatsPeriod; text: string }[] = [
    { value: 'week', text: week },
    { value: 'year', text: year > 0 ? String(year) : messages.breakdownThisYear() },
    { value: 'all', text: messages.breakdownAllTime() },
  ];
  return (
    <section aria-labelledby="breakdown" className="mt-10">
      <header className="mb-3 flex min-h-9 items-center justify-between gap-4">
        <h2 id="breakdown" className="text-md font-semibold">
          {messages.breakdownTitle()}
        </h2>
        <Select
          label={messages.breakdownPeriod()}
          value={breakdown.period}
          options={periods}
          onValueChange={(period) => dispatch({ type: 'load_breakdown', period })}
        />
      </header>
      <Breakdown breakdown={breakdown} />
    </section>
  );
}

function Breakdown({ breakdown }: { breakdown: BreakdownView }) {
  const { status, boards, labels, period, estimates } = breakdown;
  const limit = useMirror(({ limits }) => limits.labels);
  // Known data stays visible while it reloads, and if that fails.
  if (boards.length === 0 && labels.length === 0 && status !== 'ready') {
    return status === 'failed' ? <LoadErrorNotice period={period} /> : <BreakdownSkeleton />;
  }
  return (
    <>
      {status === 'failed' && <LoadErrorNotice period={period} />}
      <div className="grid gap-3 lg:grid-cols-2">
        <BreakdownPanel name={messages.breakdownBoards()}>
          {boards.length === 0 ? (
            messages.breakdownBoardsEmpty()
          ) : (
            <BarTable
              caption={messages.breakdownBoardsTable()}
              kind={common.board()}
              rows={boards.map(boardRow)}
            />
          )}
        </BreakdownPanel>
        <BreakdownPanel name={messages.breakdownLabels()}>
          {limit !== null ? (
            <PlanLimit>{limit}</PlanLimit>
          ) : labels.length === 0 ? (
            messages.breakdownLabelsEmpty()
          ) : (
            <BarTable
              caption={messages.breakdownLabelsTable()}
              kind={common.label()}
              rows={labels.map(labelRow)}
            />
          )}
        </BreakdownPanel>
        {estimates && (
          <BreakdownPanel name={messages.estimates()}>
            <Estimates estimates={estimates} />
          </BreakdownPanel>
        )}
      </div>
    </>
  );
}

/** The estimates of completed cards beside the focus time on them. */
function Estimates({ estimates: { cards, estimated, focused, untracked_cards } }: { estimates: EstimateFocus }) {
  return (
    <>
      {cards > 0 && (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-1">
          <dt className="text-secondary">{messages.estimatesEstimated()}</dt>
          <dd className="digits text-right">{formatDuration(estimated)}</dd>
          <dt className="text-secondary">{common.focused()}</dt>
          <dd className="digits text-right">{formatDuration(focused)}</dd>
          <dt className="text-secondary">{messages.estimatesCards({ count: cards })}</dt>
          <dd className="digits text-right">{messages.estimatesShare({ percent: Math.round((focused / estimated) * 100) })}</dd>
        </dl>
      )}
      {untracked_cards > 0 && <p className="mt-3 text-sm text-secondary first:mt-0">{messages.estimatesUntracked({ count: untracked_cards })}</p>}
    </>
  );
}

const boardRow = ({ board_id, name, color, focused, sessions }: BoardFocus) => ({
  key: board_id ?? '',
  name: board_id === null ? messages.sessionNoBoard() : name,
  // Rows without a board get an empty ring, so that the names are aligned.
  mark: <ColorDot color={board_id === null ? 'transparent' : color} className="size-2.5" />,
  focused,
  sessions,
});

const labelRow = ({ label, focused, sessions }: LabelFocus) => ({ key: label, name: label, mark: null, focused, sessions });

function BreakdownPanel({ name, children }: { name: string; children: ReactNode }) {
  return (
    <StatsPanel>
      <h3 className="mb-3 text-sm font-medium text-secondary">{name}</h3>
      {typeof children === 'string' ? <p className="text-secondary">{children}</p> : children}
    </StatsPanel>
  );
}

function LoadErrorNotice({ period }: { period: StatsPeriod }) {
  return (
    <LoadError
      className="mb-3"
      offlineText={messages.breakdownOffline()}
      errorText={messages.breakdownFailed()}
      onRetry={() => dispatch({ type: 'load_breakdown', period })}
    />
  );
}

function BreakdownSkeleton() {
  return (
    <div role="status" className="grid gap-3 lg:grid-cols-2">
      <span className="sr-only">{messages.breakdownLoading()}</span>
      <Skeleton className="h-48 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}
