import type { BoardFocus, FocusSessionView, HeatmapView, Snapshot, StatsView } from '@twentyfour/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, daysBetween } from '../../core/moments';
import { boardRecord, snapshot, startFakeCore } from '../../core/testing';
import { timeMarks } from './axis';
import { hoursAndMinutes } from './durations';
import { StatsPage } from './StatsPage';
import { weekWords } from './words';

// Nothing has a size here, and a chart needs one; what it draws stands in its table too.
vi.mock('./WeekChart', () => ({ default: () => null }));

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** The specification's sample week, in hours. */
const SAMPLE = [4, 3, 2, 5, 6, 4, 3];

const none: StatsView = {
  ...snapshot().stats,
  status: 'ready',
  week: DAYS.map((full_day) => ({ day: full_day.slice(0, 3), full_day, focused: 0 })),
  week_start: '2026-11-16',
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
  best_day: { day: '2026-11-20', focused: 6 * 3600 },
};

/** A year in which the given days were focused on, each with its seconds and its level. */
function year(number: number, days: Record<string, [number, number]> = {}): HeatmapView {
  const first = `${number}-01-01`;
  const focused = Array.from({ length: daysBetween(first, `${number + 1}-01-01`) }, () => 0);
  const levels = [...focused];
  for (const [day, [seconds, level]] of Object.entries(days)) {
    focused[daysBetween(first, day)] = seconds;
    levels[daysBetween(first, day)] = level;
  }
  return { year: number, first_year: 2024, last_year: 2026, focused, levels };
}

const session = (fields: Partial<FocusSessionView> & { id: string }): FocusSessionView => ({
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

function open(fields: Partial<Snapshot> = {}) {
  const core = startFakeCore({
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
  // What the page asks for as it opens is checked once.
  const opened = core.intents.splice(0);
  return { core, opened };
}

const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

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

describe('the marks of the axis', () => {
  it.each([
    [0, ['0', '5 min']],
    [25 * 60, ['0', '10 min', '20 min', '30 min']],
    [3600, ['0', '15 min', '30 min', '45 min', '60 min']],
    [75 * 60, ['0', '0.5 h', '1 h', '1.5 h']],
    [6 * 3600, ['0', '2 h', '4 h', '6 h']],
    [6 * 3600 + 1, ['0', '2 h', '4 h', '6 h', '8 h']],
    [24 * 3600, ['0', '6 h', '12 h', '18 h', '24 h']],
    [25 * 3600, ['0', '8 h', '16 h', '24 h', '32 h']],
  ])('for %d seconds are exact and few', (longest, texts) => {
    const marks = timeMarks(longest);
    expect(marks.map(({ text }) => text)).toEqual(texts);
    expect(marks.at(-1)?.at).toBeGreaterThanOrEqual(longest);
  });
});

describe('My Stats', () => {
  it('invites a new account to the timer, and invents nothing', async () => {
    const { core, opened } = open({ stats: none });
    expect(opened).toEqual([{ type: 'load_stats' }]);
    expect(screen.getByRole('link', { name: 'Go to the timer' })).toHaveAttribute('href', '/app');
    expect(screen.queryByText('Focused Today')).toBeNull();
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

  it('shows a skeleton, and a failure with a way on', async () => {
    const { core } = open({ stats: { ...none, status: 'loading', week: [] } });
    expect(screen.getByRole('status')).toHaveTextContent('Loading your stats');
    core.say([{ type: 'stats', stats: { ...none, status: 'failed', week: [] } }]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(core.intents).toEqual([{ type: 'load_stats' }]);
  });
});

describe('the week', () => {
  it('is told in words', () => {
    const words = (weeks_ago: number, week_start: string | null) => weekWords({ weeks_ago, week_start }, '2026-11-21');
    expect(words(0, null)).toBe('This week');
    expect(words(1, '2026-11-09')).toBe('Last week');
    expect(words(2, '2026-11-02')).toBe('2 – 8 Nov');
    expect(words(47, '2025-12-29')).toBe('29 Dec 2025 – 4 Jan 2026');
  });

  it('leads to earlier and later weeks, as far as there are any', async () => {
    const { core } = open({ stats: { ...sample, has_earlier_weeks: true } });
    const later = screen.getByRole('button', { name: 'Later week' });
    expect(later).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(later);
    await userEvent.click(screen.getByRole('button', { name: 'Earlier week' }));
    core.say([{ type: 'stats', stats: { ...sample, weeks_ago: 2, week_start: '2026-11-02', has_earlier_weeks: false } }]);
    expect(screen.getByRole('table', { name: 'Focused time by day: 2 – 8 Nov' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Earlier week' }));
    await userEvent.click(later);
    expect(core.intents).toEqual([
      { type: 'show_week', weeks_ago: 1 },
      { type: 'show_week', weeks_ago: 1 },
    ]);
  });
});

describe('the year', () => {
  const square = (index: number) => document.querySelector<HTMLElement>(`[data-index="${index}"]`);

  it('has a square for each day, in weeks that begin on Monday, and a table of the weeks that were focused in', () => {
    open();
    expect(document.querySelectorAll('[data-index]')).toHaveLength(365);
    // 1 January 2026 was a Thursday: the fourth row below the months.
    expect(square(0)?.style.gridRow).toMatch(/^5/);
    expect(square(4)?.style.gridColumn).toMatch(/^3/);
    const table = screen.getByRole('table', { name: /Focused time of 2026 by day/ });
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

  it('tells of the day under the pointer, and of the one that the keys have gone to', async () => {
    open();
    const last = daysBetween('2026-01-01', '2026-11-20');
    fireEvent.pointerOver(square(last) as HTMLElement);
    expect(screen.getAllByText('Friday, 20 November 2026')).toHaveLength(2);
    const days = screen.getByRole('group', { name: /^Days of 2026/ });
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

  it('leads to earlier and later years', async () => {
    const { core } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Later year' }));
    await userEvent.click(screen.getByRole('button', { name: 'Earlier year' }));
    core.say([{ type: 'heatmap', heatmap: { ...year(2024), first_year: 2024 } }]);
    await userEvent.click(screen.getByRole('button', { name: 'Earlier year' }));
    await userEvent.click(screen.getByRole('button', { name: 'Later year' }));
    expect(core.intents).toEqual([
      { type: 'show_year', year: 2025 },
      { type: 'show_year', year: 2025 },
    ]);
  });
});

describe('where the time went', () => {
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

  it('is told by board and by label', () => {
    open({ breakdown });
    expect(cells(screen.getByRole('table', { name: 'Focused time by board' }))).toEqual([
      ['Home', '2 h4 sessions'],
      ['No board', '1 min1 session'],
    ]);
    expect(screen.getByText('x'.repeat(50))).toHaveAttribute('title', 'x'.repeat(50));
    expect(screen.getByText('1,000 sessions')).toBeVisible();
  });

  it('is told for the week, the year or all', async () => {
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

  it('says when there is none, and fails by itself with words for being offline', async () => {
    const { core } = open({ breakdown: { status: 'ready', period: 'week', boards: [], labels: [] } });
    expect(screen.getByText('Nothing was focused in this time.')).toBeVisible();
    core.say([
      { type: 'sync', sync: { ...snapshot().sync, is_live: true } },
      { type: 'breakdown', breakdown: { status: 'failed', period: 'year', boards: [], labels: [] } },
    ]);
    expect(screen.getByText('Time by board and label could not be loaded.')).toBeVisible();
    expect(tile('Focused Today')).toBe('3 h');
    core.say([{ type: 'sync', sync: snapshot().sync }]);
    const failure = screen.getByRole('alert');
    expect(failure).toHaveTextContent('there is no connection right now');
    await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(core.intents).toEqual([{ type: 'load_breakdown', period: 'year' }]);
    core.say([{ type: 'breakdown', breakdown: { status: 'loading', period: 'year', boards: [], labels: [] } }]);
    expect(screen.getByText('Loading the time by board and label')).toBeInTheDocument();
  });
});

describe('the sessions', () => {
  const listed: Snapshot['focus_sessions'] = {
    status: 'ready',
    sessions: [
      session({
        id: 's3',
        start: '2026-11-21T22:50:00.000Z',
        end: '2026-11-21T23:20:00.000Z',
        focused: 1799,
        outcome: 'finished_early',
        board_id: 'b1',
        board_name: 'Home',
        card_id: 'c1',
        card_title: 'Milk',
      }),
      session({ id: 's2', outcome: 'added_by_hand', board_id: 'gone', board_name: 'Old' }),
      // Focused in Tokyo, where it was past midnight already.
      session({ id: 's1', start: '2026-11-19T15:30:00.000Z', end: '2026-11-19T17:00:00.000Z', utc_offset: 540, outcome: 'stopped' }),
    ],
    has_more: true,
  };
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);

  it('are told by the days that they count on, with their times there, length, place and end', () => {
    open({ focus_sessions: listed });
    const days = screen.getAllByRole('group').filter((group) => within(group).queryByRole('list'));
    expect(days.map((day) => within(day).getByRole('heading').textContent)).toEqual(['Today', 'Yesterday']);
    expect(rows()).toEqual([
      '23:50 – 00:2029 minMilk · HomeFinished early',
      '09:00 – 09:2525 minOldAdded by hand',
      '00:30 – 02:0025 minStopped',
    ]);
    expect(screen.getByRole('link', { name: 'Milk · Home' })).toHaveAttribute('href', '/app/b/home-7f3k?card=c1');
    expect(screen.queryByRole('link', { name: 'Old' })).toBeNull();
  });

  it('count on the day before where the day begins late', () => {
    open({ focus_sessions: listed, preferences: { ...snapshot().preferences, day_start_minutes: 180 } });
    expect(screen.getByRole('heading', { name: 'Thu, 19 Nov' })).toBeVisible();
  });

  it('are deleted at once, with the focus on the next', async () => {
    const { core } = open({ focus_sessions: listed });
    await userEvent.click(screen.getByRole('button', { name: 'Delete the session of 09:00' }));
    expect(core.intents).toEqual([{ type: 'delete_session', session_id: 's2' }]);
    expect(screen.getByRole('button', { name: 'Delete the session of 00:30' })).toHaveFocus();
    core.say([{ type: 'focus_session_removed', id: 's2' }]);
    expect(rows()).toHaveLength(2);
  });

  it('lead to earlier ones', async () => {
    const sync = { ...snapshot().sync, is_live: true };
    const { core } = open({ focus_sessions: listed, sync });
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }));
    expect(core.intents).toEqual([{ type: 'load_more_sessions' }]);
    expect(screen.queryByText(/there is no connection right now/)).toBeNull();
    vi.useFakeTimers();
    core.say([{ type: 'sync', sync: { ...sync, is_live: false } }]);
    expect(screen.queryByText(/there is no connection right now/)).toBeNull();
    act(() => vi.advanceTimersByTime(5000));
    expect(screen.getByText(/Earlier sessions are kept by the server/)).toBeVisible();
    vi.useRealTimers();
  });

  it('load, fail by themselves, and may be none', async () => {
    const empty = { sessions: [], has_more: false };
    const { core } = open({ focus_sessions: { status: 'loading', ...empty } });
    expect(screen.getByText('Loading your sessions')).toBeInTheDocument();
    core.say([{ type: 'focus_sessions_loaded', focus_sessions: { status: 'failed', ...empty } }]);
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
    expect(core.intents).toEqual([{ type: 'load_sessions' }]);
    core.say([{ type: 'focus_sessions_loaded', focus_sessions: { status: 'ready', ...empty } }]);
    expect(screen.getByText('No sessions yet.')).toBeVisible();
  });

  it('can be taken away as a file', async () => {
    const { core } = open();
    for (const name of ['CSV, for a spreadsheet', 'JSON, for a program']) {
      await userEvent.click(screen.getByRole('button', { name: 'Export' }));
      await userEvent.click(screen.getByRole('menuitem', { name }));
    }
    expect(core.intents).toEqual([
      { type: 'export_sessions', format: 'csv' },
      { type: 'export_sessions', format: 'json' },
    ]);
  });
});

describe('a session by hand', () => {
  const s1 = session({ id: 's1', board_id: 'b1', board_name: 'Home', card_id: 'c1', card_title: 'Milk' });
  const listed: Snapshot['focus_sessions'] = { status: 'ready', sessions: [s1], has_more: false };
  const sent = (core: ReturnType<typeof startFakeCore>) =>
    core.intents.filter(({ type }) => type === 'add_session' || type === 'edit_session');
  const put = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const minutes = () => screen.getByRole('spinbutton', { name: 'Focused time' });

  it('begins as one that has just ended, and is added for a board', async () => {
    const { core } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Add session' }));
    expect(screen.getByLabelText('Day')).toHaveValue('2026-11-21');
    expect(screen.getByLabelText('Time')).toHaveValue('20:15');
    expect(minutes()).toHaveValue('25');
    expect(minutes()).toHaveAccessibleDescription('until 20:40');
    put('Day', '2026-07-03');
    put('Time', '23:30');
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), '45');
    expect(minutes()).toHaveAccessibleDescription('until 00:15 the next day');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Board' }), 'Work');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add session' }));
    expect(sent(core)).toEqual([
      {
        type: 'add_session',
        session: { start: '2026-07-03T21:30:00.000Z', utc_offset: 120, minutes: 45, board_id: 'b2', card_id: null },
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(core.intents.at(-1)).toEqual({ type: 'discard_draft', key: 'session/new' });
  });

  it('says beside the fields what is missing, and keeps what was typed through Escape', async () => {
    const { core } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Add session' }));
    put('Time', '');
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), 'an hour{Enter}');
    expect(screen.getByRole('group', { name: 'Start' })).toHaveAccessibleDescription('Choose a day and a time.');
    expect(minutes()).toHaveAccessibleDescription('Enter whole minutes, from 1 to 1,440.');
    expect(sent(core)).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const kept = core.intents.findLast((intent) => intent.type === 'save_draft');
    core.say([{ type: 'draft_changed', key: 'session/new', text: kept?.type === 'save_draft' ? kept.text : '' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Add session' }));
    expect(minutes()).toHaveValue('an hour');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(core.intents.at(-1)).toEqual({ type: 'discard_draft', key: 'session/new' });
  });

  it("shows the core's sentence beside the start", async () => {
    const { core } = open();
    const message = "This session's times do not fit together. Check its start and its end.";
    core.answer = ({ type }) => (type === 'add_session' ? { code: 'session_invalid', message } : null);
    await userEvent.click(screen.getByRole('button', { name: 'Add session' }));
    put('Day', '2027-07-03');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add session' }));
    expect(screen.getByRole('group', { name: 'Start' })).toHaveAccessibleDescription(message);
    expect(screen.getByLabelText('Day')).toHaveValue('2027-07-03');
    core.answer = ({ type }) => (type === 'add_session' ? { code: 'clock_ahead', message: 'Set the clock right.' } : null);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add session' }));
    expect(screen.getByRole('alert')).toHaveTextContent('This session would end in the future.');
    put('Day', '2026-07-03');
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), '1441{Enter}');
    expect(minutes()).toHaveAccessibleDescription('Enter whole minutes, from 1 to 1,440.');
  });

  it('is edited: its seconds and its card stay where they were not touched', async () => {
    const { core } = open({ focus_sessions: listed });
    await userEvent.click(screen.getByRole('button', { name: 'Edit the session of 09:00' }));
    expect(screen.getByLabelText('Time')).toHaveValue('09:00');
    expect(screen.getByText('For the card “Milk”')).toBeVisible();
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), '20{Enter}');
    expect(sent(core)).toEqual([
      {
        type: 'edit_session',
        session_id: 's1',
        session: { start: '2026-11-21T08:00:12.000Z', utc_offset: 60, minutes: 20, board_id: 'b1', card_id: 'c1' },
      },
    ]);
  });

  it('is for no card any more on another board, and on another day', async () => {
    const { core } = open({ focus_sessions: listed });
    await userEvent.click(screen.getByRole('button', { name: 'Edit the session of 09:00' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Board' }), 'No board');
    expect(screen.getByText(/^No longer for the card “Milk”/)).toBeVisible();
    put('Day', addDays('2026-11-21', -180));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent(core)).toEqual([
      {
        type: 'edit_session',
        session_id: 's1',
        session: { start: '2026-05-25T07:00:00.000Z', utc_offset: 120, minutes: 25, board_id: null, card_id: null },
      },
    ]);
  });

  it('keeps its pauses, and does not tell an end that it cannot know', async () => {
    // Twenty-five minutes with a pause of ten.
    const paused = { ...s1, end: '2026-11-21T08:35:12.000Z' };
    open({ focus_sessions: { status: 'ready', sessions: [paused], has_more: false } });
    await userEvent.click(screen.getByRole('button', { name: 'Edit the session of 09:00' }));
    expect(minutes()).toHaveAccessibleDescription('until 09:35');
    put('Time', '10:00');
    expect(minutes()).toHaveAccessibleDescription('until 10:35');
    await userEvent.type(minutes(), '{ArrowUp}');
    expect(minutes()).toHaveAccessibleDescription('until 10:36');
    await userEvent.type(minutes(), '{ArrowDown}{ArrowDown}');
    expect(minutes()).not.toHaveAccessibleDescription();
  });

  it('is left as it is where nothing was changed', async () => {
    const { core } = open({ focus_sessions: listed });
    await userEvent.click(screen.getByRole('button', { name: 'Edit the session of 09:00' }));
    expect(minutes()).toHaveAccessibleDescription('until 09:25');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent(core)).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Edit the session of 09:00' })).toHaveFocus();
  });

  it('keeps a board that is not among the others', async () => {
    const gone = session({ id: 's1', board_id: 'gone', board_name: 'Old' });
    open({ focus_sessions: { status: 'ready', sessions: [gone], has_more: false } });
    await userEvent.click(screen.getByRole('button', { name: 'Edit the session of 09:00' }));
    expect(screen.getByRole('combobox', { name: 'Board' })).toHaveDisplayValue('Old');
  });
});
