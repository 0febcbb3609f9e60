import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/stats';
import { formatFullDate } from '../../platform/format/dates';
import { formatDuration } from '../../platform/format/durations';
import { Pager } from '../../ui/Pager';
import { Skeleton } from '../../ui/Skeleton';
import { PlanLimit } from '../plans';
import { Heatmap } from './Heatmap';
import { LEVEL_CLASS_NAMES } from './heatmapColors';
import { HeatmapTable } from './HeatmapTable';
import { StatsPanel } from './StatsPanel';

const showYear = (year: number) => dispatch({ type: 'show_year', year });

/** The heatmap of a year, with the best day of all time. */
export function YearSection() {
  const heatmap = useMirror((mirror) => mirror.heatmap);
  const best = useMirror((mirror) => mirror.stats.best_day);
  const today = useMirror((mirror) => mirror.clock.today);
  const limit = useMirror(({ limits }) => limits.heatmap);
  const isKnown = heatmap.year > 0;
  if (limit !== null) return <LockedYear limit={limit} />;
  return (
    <section aria-labelledby="year" className="mt-3">
      <StatsPanel>
        <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="year" className="text-md font-semibold">
            {messages.yearTitle()}
          </h2>
          {isKnown && (
            <Pager
              className="-my-2 -mr-2 max-sm:-ml-2"
              current={String(heatmap.year)}
              previous={messages.yearPrevious()}
              next={messages.yearNext()}
              hasPrevious={heatmap.year > heatmap.first_year && heatmap.first_year > 0}
              hasNext={heatmap.year < heatmap.last_year}
              onPrevious={() => showYear(heatmap.year - 1)}
              onNext={() => showYear(heatmap.year + 1)}
            />
          )}
        </header>
        {isKnown ? (
          <>
            <Heatmap key={heatmap.year} heatmap={heatmap} today={today} />
            <HeatmapTable heatmap={heatmap} />
          </>
        ) : (
          <Skeleton className="h-44" />
        )}
        <footer className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-secondary">
          <p>
            {best
              ? messages.yearBestDay({
                  focused: formatDuration(best.focused),
                  day: formatFullDate(best.day),
                  duration: (text) => <strong className="digits font-semibold text-primary">{text}</strong>,
                  time: (text) => <time dateTime={best.day}>{text}</time>,
                })
              : messages.yearBestDayNone()}
          </p>
          <p aria-hidden className="flex items-center gap-1.5">
            {messages.yearLess()}
            <span className="flex gap-[3px]">
              {LEVEL_CLASS_NAMES.map((level) => (
                <span key={level} className={`size-3 rounded-[3px] ${level}`} />
              ))}
            </span>
            {messages.yearMore()}
          </p>
        </footer>
      </StatsPanel>
    </section>
  );
}

/** Shown instead of the heatmap if the plan does not include it. */
function LockedYear({ limit }: { limit: string }) {
  return (
    <section aria-labelledby="year" className="mt-3">
      <StatsPanel>
        <h2 id="year" className="text-md font-semibold">
          {messages.yearTitle()}
        </h2>
        <PlanLimit>{limit}</PlanLimit>
      </StatsPanel>
    </section>
  );
}
