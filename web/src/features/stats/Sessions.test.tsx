import type { Snapshot } from '@twentyfour/core';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '../../platform/format/dates';
import { snapshot, type connectFakeCore } from '../../testing/fake-core';
import { open, session } from './testing';

// jsdom has no layout, which the chart needs; its data is in the table too.
vi.mock('./WeekChart', () => ({ default: () => null }));

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
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
      // Recorded in Tokyo, where it was already past midnight.
      session({ id: 's1', start: '2026-11-19T15:30:00.000Z', end: '2026-11-19T17:00:00.000Z', utc_offset: 540, outcome: 'stopped' }),
    ],
    has_more: true,
    more: 'ready',
  };
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent?.replaceAll('\u00a0', ' '));

  it('are grouped by day with times, duration, target and outcome', () => {
    open({ focus_sessions: listed });
    const days = screen.getAllByRole('group').filter((group) => within(group).queryByRole('list'));
    expect(days.map((day) => within(day).getByRole('heading').textContent)).toEqual(['Today', 'Yesterday']);
    expect(rows()).toEqual([
      '11:50 PM – 12:20 AM29 minMilk · HomeFinished early',
      '9:00 AM – 9:25 AM25 minOldAdded manually',
      '12:30 AM – 2:00 AM25 minStopped',
    ]);
    expect(screen.getByRole('link', { name: 'Milk · Home' })).toHaveAttribute('href', '/app/b/home-7f3k?card=c1');
    expect(screen.queryByRole('link', { name: 'Old' })).toBeNull();
  });

  it('follow the hour format', () => {
    open({ focus_sessions: listed, preferences: { ...snapshot().preferences, hour_format: '24' } });
    expect(rows()[1]).toMatch(/^09:00 – 09:25/);
    expect(screen.getByRole('button', { name: 'Edit session at 00:30' })).toBeVisible();
  });

  it('count on the previous day before the day start', () => {
    open({ focus_sessions: listed, preferences: { ...snapshot().preferences, day_start_minutes: 180 } });
    expect(screen.getByRole('heading', { name: 'Thu, 19 Nov' })).toBeVisible();
  });

  it('are deleted at once, with the focus on the next', async () => {
    const { core } = open({ focus_sessions: listed });
    await userEvent.click(screen.getByRole('button', { name: /^Delete session at 9:00\sAM$/ }));
    expect(core.intents).toEqual([{ type: 'delete_session', session_id: 's2' }]);
    expect(screen.getByRole('button', { name: /^Delete session at 12:30\sAM$/ })).toHaveFocus();
    core.emit([{ type: 'focus_session_removed', id: 's2' }]);
    expect(rows()).toHaveLength(2);
  });

  it('load earlier ones', async () => {
    const sync = { ...snapshot().sync, is_live: true };
    const { core } = open({ focus_sessions: listed, sync });
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }));
    expect(core.intents).toEqual([{ type: 'load_more_sessions' }]);
    expect(screen.queryByText(/Connect to see/)).toBeNull();
    vi.useFakeTimers();
    // Some networks block WebSockets only.
    core.emit([{ type: 'sync', sync: { ...sync, is_live: false } }]);
    act(() => vi.advanceTimersByTime(5000));
    expect(screen.queryByText(/Connect to see/)).toBeNull();
    core.emit([{ type: 'sync', sync: { ...sync, send_failure: 'offline' } }]);
    expect(screen.queryByText(/Connect to see/)).toBeNull();
    act(() => vi.advanceTimersByTime(5000));
    expect(screen.getByText(/Connect to see earlier sessions/)).toBeVisible();
    vi.useRealTimers();
  });

  it('show loading and failure of earlier sessions', async () => {
    const sync = { ...snapshot().sync, is_live: true };
    const { core } = open({ focus_sessions: { ...listed, more: 'loading' }, sync });
    const button = screen.getByRole('button', { name: 'Show earlier' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Loading earlier sessions…')).toBeVisible();
    core.emit([{ type: 'focus_sessions_loaded', focus_sessions: { ...listed, more: 'failed' } }]);
    expect(button).toHaveAttribute('aria-busy', 'false');
    expect(screen.getByText('Couldn’t load earlier sessions. Please try again.')).toBeVisible();
    await userEvent.click(button);
    expect(core.intents).toEqual([{ type: 'load_more_sessions' }]);
  });

  it('load, fail by themselves, and may be none', async () => {
    const empty = { sessions: [], has_more: false, more: 'ready' as const };
    const { core } = open({ focus_sessions: { status: 'loading', ...empty } });
    expect(screen.getByText('Loading your sessions')).toBeInTheDocument();
    core.emit([{ type: 'focus_sessions_loaded', focus_sessions: { status: 'failed', ...empty } }]);
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
    expect(core.intents).toEqual([{ type: 'load_sessions' }]);
    core.emit([{ type: 'focus_sessions_loaded', focus_sessions: { status: 'ready', ...empty } }]);
    expect(screen.getByText('No sessions yet')).toBeVisible();
  });

  it('can be exported as a file', async () => {
    const { core } = open();
    for (const name of ['CSV', 'JSON']) {
      await userEvent.click(screen.getByRole('button', { name: 'Export' }));
      await userEvent.click(screen.getByRole('menuitem', { name }));
    }
    expect(core.intents).toEqual([
      { type: 'export_sessions', format: 'csv' },
      { type: 'export_sessions', format: 'json' },
    ]);
  });
});

describe('a manual session', () => {
  const s1 = session({ id: 's1', board_id: 'b1', board_name: 'Home', card_id: 'c1', card_title: 'Milk' });
  const listed: Snapshot['focus_sessions'] = { status: 'ready', sessions: [s1], has_more: false, more: 'ready' };
  const sent = (core: ReturnType<typeof connectFakeCore>) =>
    core.intents.filter(({ type }) => type === 'add_session' || type === 'edit_session');
  const put = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const minutes = () => screen.getByRole('spinbutton', { name: 'Focused time' });

  it('defaults to one that just ended and is added for a board', async () => {
    const { core } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Add session' }));
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

  it('shows field errors and keeps the draft on Escape', async () => {
    const { core } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Add session' }));
    put('Time', '');
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), '2.5{Enter}');
    expect(screen.getByRole('group', { name: 'Start' })).toHaveAccessibleDescription('Choose a date and time.');
    expect(minutes()).toHaveAccessibleDescription('Enter 1 to 1,440 minutes.');
    expect(sent(core)).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const kept = core.intents.findLast((intent) => intent.type === 'save_draft');
    core.emit([{ type: 'draft_changed', key: 'session/new', text: kept?.type === 'save_draft' ? kept.text : '' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Add session' }));
    expect(minutes()).toHaveValue(2.5);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(core.intents.at(-1)).toEqual({ type: 'discard_draft', key: 'session/new' });
  });

  it("shows the core's sentence beside the start", async () => {
    const { core } = open();
    const message = "This session’s times aren’t valid. Check its start and end.";
    core.reject = ({ type }) => (type === 'add_session' ? { code: 'session_invalid', message } : null);
    await userEvent.click(screen.getByRole('button', { name: 'Add session' }));
    put('Date', '2027-07-03');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add session' }));
    expect(screen.getByRole('group', { name: 'Start' })).toHaveAccessibleDescription(message);
    expect(screen.getByLabelText('Date')).toHaveValue('2027-07-03');
    core.reject = ({ type }) => (type === 'add_session' ? { code: 'clock_ahead', message: 'Set the clock right.' } : null);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add session' }));
    expect(screen.getByRole('alert')).toHaveTextContent('A session can’t end in the future.');
    put('Date', '2026-07-03');
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), '1441{Enter}');
    expect(minutes()).toHaveAccessibleDescription('Enter 1 to 1,440 minutes.');
  });

  it('keeps seconds and card that were not edited', async () => {
    const { core } = open({ focus_sessions: listed });
    await userEvent.click(screen.getByRole('button', { name: /^Edit session at 9:00\sAM$/ }));
    expect(screen.getByLabelText('Time')).toHaveValue('09:00');
    expect(screen.getByText('Card: Milk')).toBeVisible();
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

  it('moving a session to another board removes its card', async () => {
    const { core } = open({ focus_sessions: listed });
    await userEvent.click(screen.getByRole('button', { name: /^Edit session at 9:00\sAM$/ }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Board' }), 'No board');
    expect(screen.getByText(/^Removes the link to “Milk”/)).toBeVisible();
    put('Date', addDays('2026-11-21', -180));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent(core)).toEqual([
      {
        type: 'edit_session',
        session_id: 's1',
        session: { start: '2026-05-25T07:00:00.000Z', utc_offset: 120, minutes: 25, board_id: null, card_id: null },
      },
    ]);
  });

  it('keeps pauses and hides an unknown end', async () => {
    // Twenty-five minutes with a ten-minute pause.
    const paused = { ...s1, end: '2026-11-21T08:35:12.000Z' };
    open({ focus_sessions: { status: 'ready', sessions: [paused], has_more: false, more: 'ready' } });
    await userEvent.click(screen.getByRole('button', { name: /^Edit session at 9:00\sAM$/ }));
    expect(minutes()).toHaveAccessibleDescription(/^until 9:35\sAM$/);
    put('Time', '10:00');
    expect(minutes()).toHaveAccessibleDescription(/^until 10:35\sAM$/);
    await userEvent.type(minutes(), '{ArrowUp}');
    expect(minutes()).toHaveAccessibleDescription(/^until 10:36\sAM$/);
    await userEvent.type(minutes(), '{ArrowDown}{ArrowDown}');
    expect(minutes()).not.toHaveAccessibleDescription();
  });

  it('is unchanged without edits', async () => {
    const { core } = open({ focus_sessions: listed });
    await userEvent.click(screen.getByRole('button', { name: /^Edit session at 9:00\sAM$/ }));
    expect(minutes()).toHaveAccessibleDescription(/^until 9:25\sAM$/);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent(core)).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: /^Edit session at 9:00\sAM$/ })).toHaveFocus();
  });

  it('keeps a board that is not among the others', async () => {
    const gone = session({ id: 's1', board_id: 'gone', board_name: 'Old' });
    open({ focus_sessions: { status: 'ready', sessions: [gone], has_more: false, more: 'ready' } });
    await userEvent.click(screen.getByRole('button', { name: /^Edit session at 9:00\sAM$/ }));
    expect(screen.getByRole('combobox', { name: 'Board' })).toHaveDisplayValue('Old');
  });
});
