import { type ReactNode, useId } from 'react';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/stats';
import { addDays, formatDateRange, formatRelativeDay, weekdayName, weekdayOf } from '../../platform/format/dates';
import { formatDuration } from '../../platform/format/durations';
import { formatMinuteOfDay } from '../../platform/format/times';
import { Skeleton } from '../../ui/Skeleton';
import { BarChart } from './BarChart';
import { MIN_FOCUS_HOURS_SESSIONS } from './focusHours';
import { GoalRing } from './GoalRing';
import { StatsPanel } from './StatsPanel';
import { useFocusHours } from './useFocusHours';

/** A Monday, from which days of the week get their names. */
const A_MONDAY = '2026-03-02';

/** What users want to know first: whether they are on track today, how this week compares, and when they focus best. */
export function Questions() {
  return (
    <div className="grid gap-3 sm:max-lg:*:last:col-span-2 sm:grid-cols-2 lg:grid-cols-3">
      <DailyGoal />
      <ThisWeek />
      <BestHours />
    </div>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <StatsPanel>
      <section aria-labelledby={id} className="flex h-full flex-col gap-3">
        <h2 id={id} className="text-sm font-medium text-secondary">
          {title}
        </h2>
        {children}
      </section>
    </StatsPanel>
  );
}

/** The class of a sentence: it takes as many lines as the longest one in a narrow panel. */
const SENTENCE = 'text-secondary lg:max-xl:min-h-[3lh]';

/** Marks the part of a sentence that answers the question. */
const answer = (text: string) => <strong className="digits font-semibold whitespace-nowrap text-primary">{text}</strong>;

function DailyGoal() {
  const { focused_today: focused, goal_today: goal, current_streak: streak } = useMirror((mirror) => mirror.stats);
  const missing = formatDuration(Math.ceil((goal - focused) / 60) * 60);
  const isReached = focused >= goal;
  const text = isReached
    ? messages.goalReached({ streak: messages.days({ count: streak }), answer })
    : streak > 0
      ? messages.goalMissingForStreak({ missing, streak: messages.days({ count: streak }), answer })
      : messages.goalMissing({ missing, answer });
  return (
    <Question title={messages.goalTitle()}>
      <div className="flex flex-1 items-center gap-5">
        <GoalRing share={focused / goal} />
        <div className="min-w-0">
          <p className="digits text-lg font-semibold tracking-tight">
            {messages.goalProgress({
              focused: formatDuration(focused),
              goal: formatDuration(goal),
              rest: (part) => <span className="inline-block text-base font-normal text-secondary">{part}</span>,
            })}
          </p>
          <p className="mt-1 text-secondary">{text}</p>
        </div>
      </div>
    </Question>
  );
}

function ThisWeek() {
  const { recent_weeks: weeks, recent_weeks_so_far: parts, usual_so_far: usual } = useMirror((mirror) => mirror.stats);
  const today = useMirror((mirror) => mirror.clock.today);
  const monday = addDays(today, -weekdayOf(today));
  const weekday = weekdayName(today, 'long');
  const current = weeks.length - 1;
  const focused = formatDuration(weeks[current] ?? 0);
  const bars = weeks.map((value, index) => {
    const start = addDays(monday, 7 * (index - current));
    const [total, soFar] = [formatDuration(value), formatDuration(parts[index] ?? 0)];
    return {
      // More labels do not fit in a narrow panel.
      label: index === current ? common.thisWeek() : index === 0 ? formatRelativeDay(start, today) : '',
      name: index === current ? common.thisWeek() : formatDateRange(start, addDays(start, 6), today),
      value,
      solid: parts[index] ?? 0,
      text: index === current ? total : messages.weekWithPart({ total, part: soFar, weekday }),
      isHighlighted: index === current,
    };
  });
  return (
    <Question title={messages.recentTitle()}>
      <p className={SENTENCE}>{usual === null ? messages.recentFirst({ focused, answer }) : comparison(weeks[current] ?? 0, usual, weekday)}</p>
      <div className="mt-auto">
        <BarChart caption={messages.recentTable()} columns={[messages.week(), common.focused()]} bars={bars} barWidth={28} className="h-20" />
      </div>
    </Question>
  );
}

/** Compares this week with the usual time so far, in whole minutes: "5 h this week, 30 min more than usual by Friday". */
function comparison(seconds: number, usual: number, weekday: string): ReactNode {
  const focused = formatDuration(seconds);
  const minutes = Math.floor(seconds / 60) - Math.floor(usual / 60);
  const difference = formatDuration(Math.abs(minutes) * 60);
  if (minutes === 0) return messages.recentEqual({ focused, weekday, answer });
  return (minutes > 0 ? messages.recentMore : messages.recentLess)({ focused, difference, weekday, answer });
}

function BestHours() {
  const { status, sessions, hours } = useFocusHours();
  const total = useMirror((mirror) => mirror.stats.total_sessions);
  return (
    <Question title={messages.hoursTitle()}>
      {status === 'loading' ? (
        <div role="status" className="flex flex-1 flex-col gap-3">
          <span className="sr-only">{messages.hoursLoading()}</span>
          {total < MIN_FOCUS_HOURS_SESSIONS ? (
            // Instead of the chart, a sentence follows.
            <Skeleton className="h-[2lh] sm:max-lg:h-[1lh]" />
          ) : (
            <>
              <Skeleton className="h-10" />
              <Skeleton className="mt-auto h-26" />
            </>
          )}
        </div>
      ) : sessions >= MIN_FOCUS_HOURS_SESSIONS ? (
        <HoursChart {...hours} />
      ) : (
        <p className="text-secondary">
          {status === 'failed' ? messages.hoursOffline() : messages.hoursTooFew({ needed: MIN_FOCUS_HOURS_SESSIONS, count: sessions })}
        </p>
      )}
    </Question>
  );
}

function HoursChart({ byHour, bestHour, bestWeekday }: ReturnType<typeof useFocusHours>['hours']) {
  const hour_format = useMirror(({ preferences }) => preferences.hour_format);
  const time = (hour: number) => formatMinuteOfDay((hour % 24) * 60, hour_format);
  const bars = byHour.map((value, hour) => ({
    label: hour % 6 === 0 && hour > 0 ? time(hour) : '',
    name: messages.hourRange({ from: time(hour), to: time(hour + 1) }),
    value,
    text: formatDuration(value),
    isHighlighted: hour === bestHour || hour === (bestHour + 1) % 24,
  }));
  return (
    <>
      <p className={SENTENCE}>
        {messages.hoursBest({ from: time(bestHour), to: time(bestHour + 2), weekday: weekdayName(addDays(A_MONDAY, bestWeekday), 'long'), hours: answer, day: answer })}
      </p>
      <div className="mt-auto">
        <BarChart caption={messages.hoursTable()} columns={[messages.hour(), common.focused()]} bars={bars} barWidth={6} className="h-20" />
      </div>
    </>
  );
}
