import type { BoardFocus, Snapshot } from '@twentyfour/core';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { daysBetween } from '../../platform/format/dates';
import { formatDuration } from '../../platform/format/durations';
import { snapshot } from '../../testing/fake-core';
import { axisTicks } from './axis';
import { DAYS, none, open, SAMPLE, sample, year } from './testing';
import { formatWeek } from './text';

// jsdom has no layout, which the chart needs; its data is in the table too.
vi.mock('./WeekChart', () => ({ default: () => null }));

const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('durations', () => {
  it('are hours and minutes', () => {
    expect([0, 59, 60, 3599, 3600, 13_885, 3_600_000].map(formatDuration)).toEqual([
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

describe('the marks of the axis', () => {
  it.each([
    [0, ['0', '15 min', '30 min', '45 min', '1 h']],
    [60, ['0', '15 min', '30 min', '45 min', '1 h']],
    [3600, ['0', '15 min', '30 min', '45 min', '1 h']],
    [75 * 60, ['0', '0.5 h', '1 h', '1.5 h']],
    [6 * 3600, ['0', '2 h', '4 h', '6 h']],
    [6 * 3600 + 1, ['0', '2 h', '4 h', '6 h', '8 h']],
    [24 * 3600, ['0', '6 h', '12 h', '18 h', '24 h']],
    [25 * 3600, ['0', '8 h', '16 h', '24 h', '32 h']],
  ])('for %d seconds are exact and few', (longest, texts) => {
    const marks = axisTicks(longest);
    expect(marks.map(({ text }) => text)).toEqual(texts);
    expect(marks.at(-1)?.at).toBeGreaterThanOrEqual(longest);
  });
});

describe('My Stats', () => {
  it('shows zeros and an empty state for a new account', async () => {
    const { core, opened } = open({ stats: none });
    expect(opened).toEqual([{ type: 'load_stats' }]);
    expect(screen.getByRole('link', { name: 'Go to timer' })).toHaveAttribute('href', '/app');
    expect(['Focused Today', 'Total Sessions', 'Current Streak', 'Longest Streak'].map(tile)).toEqual([
      '0 min',
      '0',
      '0 days',
      '0 days',
    ]);
    const table = screen.getByRole('table', { name: 'Focused time by day: This week' });
    expect(cells(table).every(([, time]) => time === '0 min')).toBe(true);
    expect(screen.queryByRole('heading', { name: 'Sessions' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add session' }));
    expect(screen.getByRole('dialog', { name: 'Add session' })).toBeVisible();
    expect(core.intents).toEqual([{ type: 'load_boards' }]);
  });

  it('shows the four tiles, the week and its three tiles', () => {
    const { opened } = open();
    expect(opened).toEqual(
      expect.arrayContaining([{ type: 'load_stats' }, { type: 'load_breakdown', period: 'week' }, { type: 'load_sessions' }]),
    );
    expect(tile('Focused Today')).toBe('3 h');
    expect(tile('Total Sessions')).toBe('1,000');
    expect(tile('Current Streak')).toBe('1 day');
    expect(tile('Longest Streak')).toBe('12 days');
    expect(tile('Total Focused')).toBe('27 h');
    expect(tile('Average Focused')).toBe('3 h 51 min');
    expect(tile('Most Active Day')).toBe('Friday');
    const table = screen.getByRole('table', { name: 'Focused time by day: This week' });
    expect(cells(table)).toEqual(DAYS.map((day, index) => [day, `${SAMPLE[index]} h`]));
  });

  it('shows a skeleton, and a load error with retry', async () => {
    const { core } = open({ stats: { ...none, status: 'loading', week: [] } });
    expect(screen.getByRole('status')).toHaveTextContent('Loading your stats');
    core.emit([{ type: 'stats', stats: { ...none, status: 'failed', week: [] } }]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(core.intents).toEqual([{ type: 'load_stats' }]);
  });

  it('shows local data when loading fails', () => {
    const { core } = open({ stats: { ...sample, status: 'failed' } });
    expect(tile('Focused Today')).not.toBe('');
    expect(screen.getByText(/^Earlier data/)).toBeVisible();
    core.emit([{ type: 'stats', stats: sample }]);
    expect(screen.queryByText(/^Earlier data/)).toBeNull();
  });
});

describe('the week', () => {
  it('is described for screen readers', () => {
    const words = (weeks_ago: number, week_start: string | null) => formatWeek({ weeks_ago, week_start }, '2026-11-21');
    expect(words(0, null)).toBe('This week');
    expect(words(1, '2026-11-09')).toBe('Last week');
    expect(words(2, '2026-11-02')).toBe('2 – 8 Nov');
    expect(words(47, '2025-12-29')).toBe('29 Dec 2025 – 4 Jan 2026');
  });

  it('pages between the available weeks', async () => {
    const { core } = open({ stats: { ...sample, has_earlier_weeks: true } });
    const later = screen.getByRole('button', { name: 'Next week' });
    expect(later).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(later);
    await userEvent.click(screen.getByRole('button', { name: 'Previous week' }));
    core.emit([{ type: 'stats', stats: { ...sample, weeks_ago: 2, week_start: '2026-11-02', has_earlier_weeks: false } }]);
    expect(screen.getByRole('table', { name: 'Focused time by day: 2 – 8 Nov' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Previous week' }));
    await userEvent.click(later);
    expect(core.intents).toEqual([
      { type: 'show_week', weeks_ago: 1 },
      { type: 'show_week', weeks_ago: 1 },
    ]);
  });
});

describe('the year', () => {
  const square = (index: number) => document.querySelector<HTMLElement>(`[data-index="${index}"]`);

  it('has a square per day, weeks from Monday, and a table of focused weeks', () => {
    open();
    expect(document.querySelectorAll('[data-index]')).toHaveLength(365);
    // 1 January 2026 was a Thursday: the fourth row below the months.
    expect(square(0)?.style.gridRow).toMatch(/^5/);
    expect(square(4)?.style.gridColumn).toMatch(/^3/);
    const table = screen.getByRole('table', { name: /Focused time by day, 2026/ });
    expect(cells(table)).toEqual([
      ['29 Dec 2025', '0 min', '0 min', '0 min', '25 min', '0 min', '0 min', '0 min'],
      ['16 Nov 2026', '0 min', '0 min', '0 min', '0 min', '6 h', '0 min', '0 min'],
    ]);
    expect(screen.getByText('Friday, 20 November 2026')).toBeVisible();
  });

  it('has 366 days in a leap year, which may touch 54 weeks', () => {
    open({ heatmap: year(2040) });
    expect(document.querySelectorAll('[data-index]')).toHaveLength(366);
    expect(square(365)?.style.gridColumn).toMatch(/^55/);
  });

  it('shows a tooltip for the hovered and the keyboard-selected day', async () => {
    open();
    const last = daysBetween('2026-01-01', '2026-11-20');
    fireEvent.pointerOver(square(last) as HTMLElement);
    expect(screen.getAllByText('Friday, 20 November 2026')).toHaveLength(2);
    const days = screen.getByRole('group', { name: /^Focus time in 2026/ });
    fireEvent.pointerLeave(days);
    days.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('Saturday, 21 November 2026: 0 min')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByText('Friday, 20 November 2026: 6 h')).toBeInTheDocument();
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(screen.getByText('Thursday, 1 January 2026: 25 min')).toBeInTheDocument();
    await userEvent.keyboard('{End}');
    expect(screen.getByText('Thursday, 31 December 2026: 0 min')).toBeInTheDocument();
  });

  it('pages between years', async () => {
    const { core } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Next year' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous year' }));
    core.emit([{ type: 'heatmap', heatmap: { ...year(2024), first_year: 2024 } }]);
    await userEvent.click(screen.getByRole('button', { name: 'Previous year' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next year' }));
    expect(core.intents).toEqual([
      { type: 'show_year', year: 2025 },
      { type: 'show_year', year: 2025 },
    ]);
  });
});

describe('time breakdown', () => {
  const boards: BoardFocus[] = [
    { board_id: 'b1', name: 'Home', color: null, focused: 7200, sessions: 4 },
    { board_id: null, name: '', color: null, focused: 60, sessions: 1 },
  ];
  const breakdown: Snapshot['breakdown'] = {
    status: 'ready',
    period: 'week',
    boards,
    labels: [{ label: 'x'.repeat(50), focused: 3600, sessions: 1000 }],
  };

  it('shows time by board and label', () => {
    open({ breakdown });
    expect(cells(screen.getByRole('table', { name: 'Focused time by board' }))).toEqual([
      ['Home', '2 h4 sessions'],
      ['No board', '1 min1 session'],
    ]);
    expect(screen.getByText('x'.repeat(50))).toHaveAttribute('title', 'x'.repeat(50));
    expect(screen.getByText('1,000 sessions')).toBeVisible();
  });

  it('shows only boards on a limited plan, with a link to the plans', () => {
    const limits = { boards: null, backgrounds: null, pictures: null, heatmap: 'No heatmap.', labels: 'No labels.' };
    open({ limits, heatmap: { ...year(2026), focused: [], levels: [] }, breakdown: { ...breakdown, labels: [] } });
    expect(screen.getByRole('table', { name: 'Focused time by board' })).toBeVisible();
    expect(screen.queryByRole('table', { name: 'Focused time by label' })).toBeNull();
    expect(screen.getByText('No labels.')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Year' })).getByText('No heatmap.')).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'See plans' })) {
      expect(link).toHaveAttribute('href', '/app/settings?section=subscription');
    }
  });

  it('shows the week, the year or all time', async () => {
    const { core } = open({ breakdown });
    const period = screen.getByRole('combobox', { name: 'Period' });
    expect(within(period).getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'This week',
      '2026',
      'All time',
    ]);
    await userEvent.selectOptions(period, 'All time');
    expect(core.intents).toEqual([{ type: 'load_breakdown', period: 'all' }]);
  });

  it('shows the first of many, and all on request', async () => {
    const many = Array.from({ length: 23 }, (_, index) => ({ label: `l${index}`, focused: 100 - index, sessions: 1 }));
    open({ breakdown: { ...breakdown, labels: many } });
    const rows = () => cells(screen.getByRole('table', { name: 'Focused time by label' })).length;
    expect(rows()).toBe(8);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 23' }));
    expect(rows()).toBe(23);
  });

  it('shows an empty state, and its own load and offline errors', async () => {
    const { core } = open({ breakdown: { status: 'ready', period: 'week', boards: [], labels: [] } });
    expect(screen.getByText('No focus time in this period')).toBeVisible();
    core.emit([
      { type: 'sync', sync: { ...snapshot().sync, is_live: true } },
      { type: 'breakdown', breakdown: { status: 'failed', period: 'year', boards: [], labels: [] } },
    ]);
    expect(screen.getByText('Couldn’t load time by board and label.')).toBeVisible();
    expect(tile('Focused Today')).toBe('3 h');
    core.emit([{ type: 'sync', sync: snapshot().sync }]);
    const failure = screen.getByRole('alert');
    expect(failure).toHaveTextContent('Connect to see time by board and label.');
    await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(core.intents).toEqual([{ type: 'load_breakdown', period: 'year' }]);
    core.emit([{ type: 'breakdown', breakdown: { status: 'loading', period: 'year', boards: [], labels: [] } }]);
    expect(screen.getByText('Loading time by board and label')).toBeInTheDocument();
  });
});
