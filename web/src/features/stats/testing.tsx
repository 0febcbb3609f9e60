/** Test support: the My Stats page, opened with a fake core. */
import type { FocusSessionView, HeatmapView, Snapshot, StatsView } from '@twentyfour/core';
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { daysBetween } from '../../platform/format/dates';
import { boardRecord, snapshot, connectFakeCore } from '../../testing/fake-core';
import { StatsPage } from './StatsPage';

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** The specification's sample week, in hours. */
export const SAMPLE = [4, 3, 2, 5, 6, 4, 3];

/** Stats without sessions, in the week of Saturday, 21 November 2026. */
export const none: StatsView = {
  ...snapshot().stats,
  status: 'ready',
  week: DAYS.map((full_day) => ({ day: full_day.slice(0, 3), full_day, focused: 0 })),
  week_start: '2026-11-16',
};

/** Stats of the sample week. */
export const sample: StatsView = {
  ...none,
  focused_today: 3 * 3600,
  total_sessions: 1000,
  current_streak: 1,
  longest_streak: 12,
  week: none.week.map((day, index) => ({ ...day, focused: (SAMPLE[index] ?? 0) * 3600 })),
  total_focused: 27 * 3600,
  average_focused: 13_885,
  most_active_day: 'Friday',
  best_day: { day: '2026-11-20', focused: 6 * 3600 },
};

/** Returns a year's heatmap with the given days, each with its seconds and its level. */
export function year(number: number, days: Record<string, [number, number]> = {}): HeatmapView {
  const first = `${number}-01-01`;
  const focused = Array.from({ length: daysBetween(first, `${number + 1}-01-01`) }, () => 0);
  const levels = [...focused];
  for (const [day, [seconds, level]] of Object.entries(days)) {
    focused[daysBetween(first, day)] = seconds;
    levels[daysBetween(first, day)] = level;
  }
  return { year: number, first_year: 2024, last_year: 2026, focused, levels };
}

/** Returns a completed session without a board, with the given fields. */
export const session = (fields: Partial<FocusSessionView> & { id: string }): FocusSessionView => ({
  start: '2026-11-21T08:00:12.000Z',
  end: '2026-11-21T08:25:12.000Z',
  utc_offset: 60,
  focused: 1500,
  outcome: 'completed',
  board_id: null,
  board_name: null,
  card_id: null,
  card_title: null,
  ...fields,
});

const home = boardRecord({ id: 'b1', name: 'Home', slug: 'home-7f3k' });

/** Opens My Stats on that Saturday evening. `opened` contains the intents dispatched while opening. */
export function open(fields: Partial<Snapshot> = {}) {
  const core = connectFakeCore({
    stats: sample,
    clock: { ...snapshot().clock, minute: '2026-11-21T20:40' },
    heatmap: year(2026, { '2026-11-20': [6 * 3600, 4], '2026-01-01': [1500, 1] }),
    boards: [home, boardRecord({ id: 'b2', name: 'Work' })],
    ...fields,
  });
  render(
    <MemoryRouter>
      <StatsPage />
    </MemoryRouter>,
  );
  const opened = core.intents.splice(0);
  return { core, opened };
}
