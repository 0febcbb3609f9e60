import type { StatsView } from '@twentyfour/core';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { snapshot, startFakeCore } from '../../core/testing';
import { hoursAndMinutes } from './durations';
import { StatsPage } from './StatsPage';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** The specification's sample week, in hours. */
const SAMPLE = [4, 3, 2, 5, 6, 4, 3];

const none: StatsView = {
  ...snapshot().stats,
  status: 'ready',
  week: DAYS.map((full_day) => ({ day: full_day.slice(0, 3), full_day, focused: 0 })),
};

const sample: StatsView = {
  ...none,
  focused_today: 3 * 3600,
  total_sessions: 1000,
  current_streak: 1,
  longest_streak: 12,
  week: none.week.map((day, index) => ({ ...day, focused: (SAMPLE[index] ?? 0) * 3600 })),
  total_focused: 27 * 3600,
  average_focused: 13_885,
  most_active_day: 'Friday',
};

const open = () =>
  render(
    <MemoryRouter>
      <StatsPage />
    </MemoryRouter>,
  );

describe('durations', () => {
  it('are hours and minutes', () => {
    expect([0, 59, 60, 3599, 3600, 13_885, 3_600_000].map(hoursAndMinutes)).toEqual([
      '0 min',
      '0 min',
      '1 min',
      '59 min',
      '1 h',
      '3 h 51 min',
      '1,000 h',
    ]);
  });
});

describe('My Stats', () => {
  it('invites a new account to the timer, and invents nothing', () => {
    const core = startFakeCore({ stats: none });
    open();
    expect(core.intents).toEqual([{ type: 'load_stats' }]);
    expect(screen.getByRole('link', { name: 'Go to the timer' })).toHaveAttribute('href', '/app');
    expect(screen.queryByText('Focused Today')).toBeNull();
  });

  it('shows the four tiles, the week and its three tiles', () => {
    startFakeCore({ stats: sample });
    open();
    const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
    expect(tile('Focused Today')).toBe('3 h');
    expect(tile('Total Sessions')).toBe('1,000');
    expect(tile('Current Streak')).toBe('1 day');
    expect(tile('Longest Streak')).toBe('12 days');
    expect(tile('Total Focused')).toBe('27 h');
    expect(tile('Average Focused')).toBe('3 h 51 min');
    expect(tile('Most Active Day')).toBe('Friday');
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual(DAYS.map((day, index) => `${day}${SAMPLE[index]} h`));
  });

  it('shows a skeleton, and a failure with a way on', () => {
    const core = startFakeCore({ stats: { ...none, status: 'loading', week: [] } });
    open();
    expect(screen.getByRole('status')).toHaveTextContent('Loading your stats');
    core.say([{ type: 'stats', stats: { ...none, status: 'failed', week: [] } }]);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
