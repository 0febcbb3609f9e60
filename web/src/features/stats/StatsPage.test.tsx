import type { BoardFocus } from '@twentyfour/core';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { daysBetween } from '../../platform/format/dates';
import { formatDuration } from '../../platform/format/durations';
import { preferencesResponse, SERVER_BOARD, SERVER_ERROR, userResponse } from '../../testing/responses';
import { axisTicks } from './axis';
import { breakdownResponse, DAYS, daysResponse, open, requested, SAMPLE, SAMPLE_DAYS } from './testing';
import { formatWeek } from './text';

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
    const core = await open({ 'GET /focus-days/': daysResponse({}) });
    expect(core.intents).toEqual([{ type: 'load_stats' }, { type: 'load_boards' }]);
    expect(screen.getByRole('link', { name: 'Go to timer' })).toHaveAttribute('href', '/app');
    expect(['Focused Today', 'Total Sessions', 'Current Streak', 'Longest Streak'].map(tile)).toEqual([
      '0 min',
      '0',
      '0 days',
      '0 days',
    ]);
    const table = screen.getByRole('table', { name: 'Focus time by day: This week' });
    expect(cells(table).every(([, time]) => time === '0 min')).toBe(true);
    expect(screen.queryByRole('heading', { name: 'Sessions' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add session' }));
    expect(screen.getByRole('dialog', { name: 'Add session' })).toBeVisible();
    expect(core.intents[2]).toEqual({ type: 'open_session_form', session_id: null });
  });

  it('shows the four tiles, the week and its three tiles', async () => {
    const core = await open();
    expect(core.intents).toEqual(
      expect.arrayContaining([{ type: 'load_stats' }, { type: 'load_breakdown', period: 'week' }, { type: 'load_sessions' }]),
    );
    expect(tile('Focused Today')).toBe('3 h');
    expect(tile('Total Sessions')).toBe('1,000');
    expect(tile('Current Streak')).toBe('7 days');
    expect(tile('Longest Streak')).toBe('12 days');
    expect(tile('Total Focused')).toBe('27 h');
    expect(tile('Average Focused')).toBe('3 h 51 min');
    expect(tile('Most Active Day')).toBe('Friday');
    const table = screen.getByRole('table', { name: 'Focus time by day: This week' });
    expect(cells(table)).toEqual(DAYS.map((day, index) => [day, `${SAMPLE[index]} h`]));
  });

  it('counts a streak of one day in the singular', async () => {
    await open({ '/preferences/': preferencesResponse({ mins_for_streak: 150 }), 'GET /focus-days/': daysResponse({ '2026-11-22': { focused: 10_800 } }) });
    expect(tile('Current Streak')).toBe('1 day');
  });

  it('shows a skeleton, and a load error with retry', async () => {
    const core = await open({ 'GET /focus-days/': null });
    expect(screen.getByRole('status')).toHaveTextContent('Loading your stats');
    await core.goLive();
    await core.serve({ 'GET /focus-days/': SERVER_ERROR });
    expect(screen.getByText('Couldn’t load earlier data.')).toBeVisible();
    await core.serve({ 'GET /focus-days/': daysResponse(SAMPLE_DAYS) });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(tile('Focused Today')).toBe('3 h');
    expect(screen.queryByText('Couldn’t load earlier data.')).toBeNull();
  });

  it('shows local data when loading fails', async () => {
    const core = await open({ 'GET /focus-days/': SERVER_ERROR });
    const start = '2026-11-22T10:00:00.000Z';
    core.do({ type: 'add_session', session: { start, utc_offset: 0, minutes: 30, board_id: null, card_id: null } });
    expect(tile('Focused Today')).toBe('30 min');
    expect(screen.getByText('Earlier data loads when you’re online.')).toBeVisible();
    await core.serve({ 'GET /focus-days/': daysResponse(SAMPLE_DAYS) });
    await core.goLive();
    expect(screen.queryByText(/earlier data/i)).toBeNull();
    expect(tile('Focused Today')).toBe('3 h 30 min');
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
    const core = await open({ 'GET /focus-days/': daysResponse({ '2026-11-04': { focused: 3600 }, '2026-11-20': { focused: 3600 } }) });
    const earlier = () => userEvent.click(screen.getByRole('button', { name: 'Previous week' }));
    const later = screen.getByRole('button', { name: 'Next week' });
    expect(later).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(later);
    await earlier();
    await earlier();
    expect(screen.getByRole('table', { name: 'Focus time by day: 2 – 8 Nov' })).toBeInTheDocument();
    expect(tile('Total Focused')).toBe('1 h');
    await earlier();
    expect(core.state().stats.weeks_ago).toBe(2);
    await userEvent.click(later);
    expect(screen.getByRole('table', { name: 'Focus time by day: Last week' })).toBeInTheDocument();
    expect(tile('Total Focused')).toBe('0 min');
  });
});

describe('the year', () => {
  const square = (index: number) => document.querySelector<HTMLElement>(`[data-index="${index}"]`);

  it('has a square per day, weeks from Monday, and a table of focused weeks', async () => {
    await open();
    expect(document.querySelectorAll('[data-index]')).toHaveLength(365);
    // 1 January 2026 was a Thursday: the fourth row below the months.
    expect(square(0)?.style.gridRow).toMatch(/^5/);
    expect(square(4)?.style.gridColumn).toMatch(/^3/);
    const table = screen.getByRole('table', { name: /Focus time by day, 2026/ });
    expect(cells(table)).toEqual([
      ['29 Dec 2025', '0 min', '0 min', '0 min', '25 min', '0 min', '0 min', '0 min'],
      ['16 Nov 2026', '4 h', '3 h', '2 h', '5 h', '6 h', '4 h', '3 h'],
    ]);
    expect(screen.getByText('Friday, 20 November 2026')).toBeVisible();
  });

  it('has 366 days in a leap year, which may touch 54 weeks', async () => {
    await open({ 'GET /focus-days/': daysResponse({ '2040-05-01': { focused: 1500 } }) }, { now: '2040-06-01T12:00' });
    expect(document.querySelectorAll('[data-index]')).toHaveLength(366);
    expect(square(365)?.style.gridColumn).toMatch(/^55/);
  });

  it('shows a tooltip for the hovered and the keyboard-selected day', async () => {
    await open();
    const last = daysBetween('2026-01-01', '2026-11-20');
    fireEvent.pointerOver(square(last) as HTMLElement);
    expect(screen.getAllByText('Friday, 20 November 2026')).toHaveLength(2);
    const days = screen.getByRole('group', { name: /^Focus time in 2026/ });
    fireEvent.pointerLeave(days);
    days.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('Sunday, 22 November 2026: 3 h')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByText('Saturday, 21 November 2026: 4 h')).toBeInTheDocument();
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(screen.getByText('Thursday, 1 January 2026: 25 min')).toBeInTheDocument();
    await userEvent.keyboard('{End}');
    expect(screen.getByText('Thursday, 31 December 2026: 0 min')).toBeInTheDocument();
  });

  it('pages between years', async () => {
    const core = await open();
    const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
    const years: number[] = [];
    for (const name of ['Next year', 'Previous year', 'Previous year', 'Previous year', 'Next year']) {
      await press(name);
      years.push(core.state().heatmap.year);
    }
    // The streak was in 2024, and today is in 2026.
    expect(years).toEqual([2026, 2025, 2024, 2024, 2025]);
  });
});

describe('time breakdown', () => {
  const boards: BoardFocus[] = [
    { board_id: SERVER_BOARD, name: 'Home', color: null, focused: 7200, sessions: 4 },
    { board_id: null, name: '', color: null, focused: 60, sessions: 1 },
  ];
  const breakdown = breakdownResponse(boards, [{ label: 'x'.repeat(50), focused: 3600, sessions: 1000 }]);

  it('compares the estimates of completed cards with the focus time on them', async () => {
    const estimates = { cards: 2, estimated: 5400, focused: 7200, untracked_cards: 1 };
    await open({ 'GET /focus-days/breakdown/': breakdownResponse([], [], estimates) });
    expect(screen.getByRole('heading', { name: 'Estimate and actual' })).toBeVisible();
    expect(screen.getByText('1 h 30 min')).toBeVisible();
    expect(screen.getByText('133% of the estimate')).toBeVisible();
    expect(screen.getByText('1 card with an estimate has no focus time.')).toBeVisible();
  });

  it('does not compare estimates without focus time', async () => {
    await open({ 'GET /focus-days/breakdown/': breakdownResponse([], [], { cards: 0, estimated: 0, focused: 0, untracked_cards: 3 }) });
    expect(screen.getByText('3 cards with an estimate have no focus time.')).toBeVisible();
    expect(screen.queryByText(/of the estimate/)).toBeNull();
  });

  it('shows time by board and label', async () => {
    await open({ 'GET /focus-days/breakdown/': breakdown });
    expect(cells(screen.getByRole('table', { name: 'Focus time by board' }))).toEqual([
      ['Home', '2 h4 sessions'],
      ['No board', '1 min1 session'],
    ]);
    expect(screen.getByText('x'.repeat(50))).toHaveAttribute('title', 'x'.repeat(50));
    expect(screen.getByText('1,000 sessions')).toBeVisible();
  });

  it('shows only boards on a limited plan, with a link to the plans', async () => {
    const core = await open({ '/user/': userResponse({ is_limited: true }), 'GET /focus-days/breakdown/': breakdownResponse(boards) });
    expect(screen.getByRole('table', { name: 'Focus time by board' })).toBeVisible();
    expect(screen.queryByRole('table', { name: 'Focus time by label' })).toBeNull();
    const { labels, heatmap } = core.state().limits;
    expect(screen.getByText(labels ?? '?')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Year' })).getByText(heatmap ?? '?')).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'See plans' })) {
      expect(link).toHaveAttribute('href', '/app/settings?section=subscription');
    }
  });

  it('shows the week, the year or all time', async () => {
    const core = await open({ 'GET /focus-days/breakdown/': breakdown });
    const period = screen.getByRole('combobox', { name: 'Period' });
    expect(within(period).getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'This week',
      '2026',
      'All time',
    ]);
    await userEvent.selectOptions(period, 'All time');
    await core.settle();
    expect(core.state().breakdown).toMatchObject({ period: 'all', status: 'ready', boards });
    expect(requested(core, '/focus-days/breakdown/').at(-1)).toMatch(/from=\d{4}-01-01&to=9999-12-31$/);
  });

  it('shows the first of many, and all on request', async () => {
    const many = Array.from({ length: 23 }, (_, index) => ({ label: `l${index}`, focused: 100 - index, sessions: 1 }));
    await open({ 'GET /focus-days/breakdown/': breakdownResponse(boards, many) });
    const rows = () => cells(screen.getByRole('table', { name: 'Focus time by label' })).length;
    expect(rows()).toBe(8);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 23' }));
    expect(rows()).toBe(23);
  });

  it('shows an empty state, and its own load and offline errors', async () => {
    const core = await open();
    expect(screen.getByText('No focus time in this period')).toBeVisible();
    await core.goLive();
    await core.serve({ 'GET /focus-days/breakdown/': SERVER_ERROR });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '2026');
    await core.settle();
    expect(screen.getByText('Couldn’t load time by board and label.')).toBeVisible();
    expect(tile('Focused Today')).toBe('3 h');
    await core.loseLive();
    const failure = screen.getByRole('alert');
    expect(failure).toHaveTextContent('Connect to see time by board and label.');
    await core.serve({ 'GET /focus-days/breakdown/': null });
    await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(core.intents.at(-1)).toEqual({ type: 'load_breakdown', period: 'year' });
    expect(screen.getByText('Loading time by board and label')).toBeInTheDocument();
  });
});
