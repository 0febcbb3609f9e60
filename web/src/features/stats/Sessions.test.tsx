import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/format/dates';
import type { CoreOptions } from '../../testing/real-core';
import { type MockResponse, type MockResponses, NETWORK_ERROR, preferencesResponse, SERVER_CARD, SERVER_ERROR } from '../../testing/responses';
import { BOARDS, open as openPage, requested, sessionsResponse } from './testing';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const ID = (number: number) => `01900005-0000-7000-8000-00000000000${number}`;
const LATEST = 'GET /focus-sessions/latest/';

/** Opens My Stats on the evening of Saturday, 21 November 2026. */
const open = (latest: MockResponse | null = sessionsResponse([]), responses: MockResponses = {}, options: CoreOptions = {}) =>
  openPage({ [LATEST]: latest, ...responses }, { now: '2026-11-21T20:40', ...options });

describe('the sessions', () => {
  const listed = sessionsResponse(
    [
      { id: ID(2), segments: [['2026-11-21T08:00:12.000Z', '2026-11-21T08:25:12.000Z']], outcome: 'added_by_hand', board: [ID(9), 'Old'] },
      {
        id: ID(3),
        // With a pause of a second.
        segments: [
          ['2026-11-20T22:50:00.000Z', '2026-11-20T23:10:00.000Z'],
          ['2026-11-20T23:10:01.000Z', '2026-11-20T23:20:00.000Z'],
        ],
        outcome: 'finished_early',
        board: [BOARDS.home, 'Home'],
        card: 'Milk',
      },
      {
        id: ID(1),
        // Recorded in Tokyo, where it was already past midnight.
        segments: [
          ['2026-11-19T15:30:00.000Z', '2026-11-19T15:40:00.000Z'],
          ['2026-11-19T16:45:00.000Z', '2026-11-19T17:00:00.000Z'],
        ],
        utc_offset: 540,
        outcome: 'stopped',
      },
    ],
    true,
  );
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent?.replaceAll('\u00a0', ' '));

  it('are grouped by day with times, duration, target and outcome', async () => {
    await open(listed);
    const days = within(screen.getByRole('region', { name: 'Sessions' })).getAllByRole('heading', { level: 4 });
    expect(days.map(({ textContent }) => textContent)).toEqual(['Today', 'Yesterday']);
    expect(rows()).toEqual([
      '9:00 AM – 9:25 AM25 minOldAdded manually',
      '11:50 PM – 12:20 AM29 minMilk · HomeFinished early',
      '12:30 AM – 2:00 AM25 minStopped',
    ]);
    expect(screen.getByRole('link', { name: 'Milk · Home' })).toHaveAttribute('href', `/app/b/home-7f3k?card=${SERVER_CARD}`);
    expect(screen.queryByRole('link', { name: 'Old' })).toBeNull();
  });

  it('are grouped by week, with the total of each week that is loaded completely', async () => {
    const earlier = sessionsResponse([
      { id: ID(4), segments: [['2026-11-17T08:00:00.000Z', '2026-11-17T08:40:00.000Z']] },
      { id: ID(5), segments: [['2026-11-15T08:00:00.000Z', '2026-11-15T08:25:00.000Z']] },
      { id: ID(6), segments: [['2026-11-03T08:00:00.000Z', '2026-11-03T08:30:00.000Z']] },
    ]);
    const core = await open(listed, { [`${LATEST}?before=`]: earlier });
    const weeks = () =>
      within(screen.getByRole('region', { name: 'Sessions' }))
        .getAllByRole('heading', { level: 3 })
        .map(({ children }) => [...children].map(({ textContent }) => textContent));
    expect(weeks()).toEqual([['This week']]);
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }));
    await core.settle();
    expect(weeks()).toEqual([
      ['This week', '1 h 59 min'],
      ['Last week', '25 min'],
      ['2 – 8 Nov', '30 min'],
    ]);
  });

  it('follow the hour format', async () => {
    await open(listed, { '/preferences/': preferencesResponse({ hour_format: '24' }) });
    expect(rows()[0]).toMatch(/^09:00 – 09:25/);
    expect(screen.getByRole('button', { name: 'Edit session at 00:30' })).toBeVisible();
  });

  it('count on the previous day before the day start', async () => {
    await open(listed, { '/preferences/': preferencesResponse({ day_start_minutes: 180 }) });
    expect(screen.getByRole('heading', { name: 'Thu, 19 Nov' })).toBeVisible();
  });

  it('are deleted at once, with the focus on the next', async () => {
    const core = await open(listed);
    await userEvent.click(screen.getByRole('button', { name: /^Delete session at 9:00\sAM$/ }));
    expect(core.state().focus_sessions.sessions.map(({ id }) => id)).toEqual([ID(3), ID(1)]);
    expect(screen.getByRole('button', { name: /^Delete session at 11:50\sPM$/ })).toHaveFocus();
    expect(rows()).toHaveLength(2);
  });

  it('load earlier ones', async () => {
    const core = await open(listed, {}, { fakesTimers: true });
    await core.goLive();
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier' }));
    await core.serve({ [`${LATEST}?before=`]: sessionsResponse([{ id: ID(4), segments: [['2026-11-18T08:00:00.000Z', '2026-11-18T08:25:00.000Z']] }], true) });
    expect(rows()).toHaveLength(4);
    expect(screen.queryByText(/Connect to see/)).toBeNull();
    // Some networks block WebSockets only.
    await core.loseLive();
    await core.advance(5000);
    expect(screen.queryByText(/Connect to see/)).toBeNull();
    await core.serve({ 'POST /focus-sessions/': NETWORK_ERROR });
    core.do({ type: 'delete_session', session_id: ID(4) });
    await core.settle();
    expect(core.state().sync.send_failure).toBe('offline');
    expect(screen.queryByText(/Connect to see/)).toBeNull();
    await core.advance(5000);
    expect(screen.getByText(/Connect to see earlier sessions/)).toBeVisible();
  });

  it('show loading and failure of earlier sessions', async () => {
    const core = await open(listed, { [`${LATEST}?before=`]: null });
    await core.goLive();
    const button = screen.getByRole('button', { name: 'Show earlier' });
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Loading earlier sessions…')).toBeVisible();
    await core.serve({ [`${LATEST}?before=`]: SERVER_ERROR });
    expect(button).toHaveAttribute('aria-busy', 'false');
    expect(screen.getByText('Couldn’t load earlier sessions. Try again.')).toBeVisible();
    const before = requested(core, '/focus-sessions/latest/?before=').length;
    await userEvent.click(button);
    await core.settle();
    expect(requested(core, '/focus-sessions/latest/?before=')).toHaveLength(before + 1);
  });

  it('show loading, failure and the empty state', async () => {
    const core = await open(null);
    expect(screen.getByText('Loading your sessions')).toBeInTheDocument();
    await core.serve({ [LATEST]: SERVER_ERROR });
    await core.serve({ [LATEST]: sessionsResponse([]) });
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(screen.getByText('No sessions yet')).toBeVisible();
  });

  it('can be exported as a file', async () => {
    const core = await open(listed, { 'GET /focus-sessions/export/': NETWORK_ERROR });
    for (const name of ['CSV', 'JSON']) {
      await userEvent.click(screen.getByRole('button', { name: 'Export' }));
      await userEvent.click(screen.getByRole('menuitem', { name }));
      await core.settle();
    }
    expect(requested(core, '/focus-sessions/export/')).toEqual([
      '/focus-sessions/export/?format=csv',
      '/focus-sessions/export/?format=json',
    ]);
  });
});

describe('a manual session', () => {
  const morning: [string, string] = ['2026-11-21T08:00:12.000Z', '2026-11-21T08:25:12.000Z'];
  const s1 = { id: ID(1), segments: [morning], board: [BOARDS.home, 'Home'] as [string, string], card: 'Milk' };
  const listed = sessionsResponse([s1]);
  /** Twenty-five minutes with a ten-minute pause. */
  const paused: [string, string][] = [
    ['2026-11-21T08:00:12.000Z', '2026-11-21T08:10:12.000Z'],
    ['2026-11-21T08:20:12.000Z', '2026-11-21T08:35:12.000Z'],
  ];
  type Core = Awaited<ReturnType<typeof open>>;
  const shown = (core: Core) => core.state().focus_sessions.sessions;
  const draft = (core: Core) => core.state().drafts;
  const put = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const minutes = () => screen.getByRole('spinbutton', { name: 'Focus time' });
  const add = () => userEvent.click(screen.getByRole('button', { name: 'Add session' }));
  const submit = () => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add session' }));
  const edit = () => userEvent.click(screen.getByRole('button', { name: /^Edit session at 9:00\sAM$/ }));

  it('defaults to one that just ended and is added for a board', async () => {
    const core = await open();
    await add();
    await core.settle();
    expect(screen.getByLabelText('Date')).toHaveValue('2026-11-21');
    expect(screen.getByLabelText('Time')).toHaveValue('20:15');
    expect(minutes()).toHaveValue(25);
    expect(minutes()).toHaveAccessibleDescription(/^until 8:40\sPM$/);
    put('Date', '2026-07-03');
    put('Time', '23:30');
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), '45');
    expect(minutes()).toHaveAccessibleDescription(/^until 12:15\sAM the next day$/);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Board' }), 'Work');
    await submit();
    expect(shown(core)).toMatchObject([
      { start: '2026-07-03T21:30:00.000Z', utc_offset: 120, focused: 45 * 60, outcome: 'added_by_hand', board_id: BOARDS.work, card_id: null },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(draft(core)).toEqual([]);
  });

  it('shows field errors and keeps the draft on Escape', async () => {
    const core = await open();
    await add();
    put('Time', '');
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), '2.5{Enter}');
    expect(screen.getByRole('group', { name: 'Start' })).toHaveAccessibleDescription('Choose a date and time.');
    expect(minutes()).toHaveAccessibleDescription('Enter 1 to 1,440 minutes.');
    expect(shown(core)).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(draft(core)).toMatchObject([{ key: 'session/new' }]);
    await add();
    expect(minutes()).toHaveValue(2.5);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(draft(core)).toEqual([]);
  });

  it("shows the core's error beside the start", async () => {
    const core = await open(sessionsResponse([{ ...s1, segments: paused }]));
    await edit();
    put('Date', '2026-07-03');
    await userEvent.clear(minutes());
    // With its pause, that is longer than a day.
    await userEvent.type(minutes(), '1440{Enter}');
    expect(screen.getByRole('group', { name: 'Start' })).toHaveAccessibleDescription('This session’s times aren’t valid. Check its start and end.');
    expect(screen.getByLabelText('Date')).toHaveValue('2026-07-03');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await add();
    put('Date', '2027-07-03');
    await submit();
    expect(screen.getByRole('alert')).toHaveTextContent('A session can’t end in the future.');
    put('Date', '2026-07-03');
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), '1441{Enter}');
    expect(minutes()).toHaveAccessibleDescription('Enter 1 to 1,440 minutes.');
    expect(shown(core)).toMatchObject([{ id: ID(1), focused: 25 * 60 }]);
  });

  it('keeps seconds and card that were not edited', async () => {
    const core = await open(listed);
    await edit();
    expect(screen.getByLabelText('Time')).toHaveValue('09:00');
    expect(screen.getByText('Card: Milk')).toBeVisible();
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), '20{Enter}');
    expect(shown(core)).toMatchObject([
      { id: ID(1), start: '2026-11-21T08:00:12.000Z', utc_offset: 60, focused: 20 * 60, board_id: BOARDS.home, card_id: SERVER_CARD },
    ]);
  });

  it('loses its card with its board, and can move to another day', async () => {
    const core = await open(listed);
    await edit();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Board' }), 'No board');
    expect(screen.getByText(/^Removes the link to “Milk”/)).toBeVisible();
    put('Date', addDays('2026-11-21', -180));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(shown(core)).toMatchObject([
      { id: ID(1), start: '2026-05-25T07:00:00.000Z', utc_offset: 120, focused: 25 * 60, board_id: null, card_id: null },
    ]);
  });

  it('keeps pauses and shows the end', async () => {
    await open(sessionsResponse([{ ...s1, segments: paused }]));
    await edit();
    expect(minutes()).toHaveAccessibleDescription(/^until 9:35\sAM$/);
    put('Time', '10:00');
    expect(minutes()).toHaveAccessibleDescription(/^until 10:35\sAM$/);
    await userEvent.type(minutes(), '{ArrowUp}');
    expect(minutes()).toHaveAccessibleDescription(/^until 10:36\sAM$/);
    await userEvent.type(minutes(), '{ArrowDown}{ArrowDown}');
    expect(minutes()).toHaveAccessibleDescription(/^until 10:34\sAM$/);
    await userEvent.clear(minutes());
    expect(minutes()).not.toHaveAccessibleDescription();
  });

  it('is unchanged without edits', async () => {
    const core = await open(listed);
    await edit();
    expect(minutes()).toHaveAccessibleDescription(/^until 9:25\sAM$/);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(core.intents.filter(({ type }) => type === 'edit_session')).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: /^Edit session at 9:00\sAM$/ })).toHaveFocus();
  });

  it('keeps a board that is not among the others', async () => {
    const core = await open(sessionsResponse([{ id: ID(1), segments: [morning], board: [ID(9), 'Old'] }]));
    await edit();
    await core.settle();
    expect(screen.getByRole('combobox', { name: 'Board' })).toHaveDisplayValue('Old');
  });
});
