import type { Intent, PreferencesUpdate } from '@twentyfour/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countdown } from '../../platform/format/countdown';
import { releaseIdleContext, soundState, unblockSound } from '../../platform/audio-player';
import { preloadBell } from '../../platform/sounds';
import { notificationPermission } from '../../shell/notificationPrompt';
import { addBoard } from '../../testing/boards';
import { type CoreOptions, type RealCore, startGuest } from '../../testing/real-core';
import { MINUTE, oversleep } from '../../testing/timer';
import { Announcer } from '../../ui/Announcer';
import { startTimer } from './actions';
import { TimerView } from './TimerView';

vi.mock('../../platform/audio-player', async (original) => ({ ...(await original<object>()), releaseIdleContext: vi.fn(), unblockSound: vi.fn() }));
vi.mock('../../platform/sounds', async (original) => ({ ...(await original<object>()), preloadBell: vi.fn() }));

let core: RealCore;
const draw = () =>
  render(
    <MemoryRouter>
      <TimerView />
    </MemoryRouter>,
  );

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const state = () => core.state().timer.state;

/** Changes preferences, as in Settings. */
const prefer = (update: PreferencesUpdate) => core.do({ type: 'set_preferences', update });

/** Starts the core before each test of a group. */
const start = (options: CoreOptions = {}) =>
  beforeEach(async () => {
    core = await startGuest(options);
  });

describe('countdown', () => {
  it('has two digits at least', () => {
    expect(countdown({ minutes: 0, seconds: 7 })).toBe('00:07');
    expect(countdown({ minutes: 180, seconds: 0 })).toBe('180:00');
  });
});

describe('the timer', () => {
  start();

  it('offers the actions of each state', async () => {
    draw();
    expect(screen.getByRole('timer')).toHaveTextContent('25:00');
    await press('Start');
    await core.advance(1000);
    expect(screen.getByRole('timer')).toHaveTextContent('24:59');
    await press('Pause');
    expect(state()).toMatchObject({ isActive: false, hasPreviousSession: true });
    await press('Resume');
    expect(state().isActive).toBe(true);
    await press('Reset');
    expect(state()).toMatchObject({ isActive: false, minutes: 25, seconds: 0 });
    await press('Skip');
    expect(core.state().timer.phase).toBe('short_break');
    expect(screen.getByRole('timer')).toHaveTextContent('05:00');
  });

  it('closes an unused audio context when it is left', () => {
    vi.mocked(releaseIdleContext).mockClear();
    const { unmount } = draw();
    expect(releaseIdleContext).not.toHaveBeenCalled();
    unmount();
    expect(releaseIdleContext).toHaveBeenCalled();
  });

  it('preloads the selected bell in the start click', async () => {
    vi.mocked(preloadBell).mockClear();
    draw();
    const startWith = async (update: PreferencesUpdate) => {
      prefer(update);
      await press('Start');
      await press('Reset');
    };
    await startWith({ ending_sound: 'none', volume: 50 });
    await startWith({ ending_sound: 'gong', volume: 0 });
    expect(preloadBell).not.toHaveBeenCalled();
    await startWith({ volume: 50 });
    expect(preloadBell).toHaveBeenCalledExactlyOnceWith('gong');
  });

  it('preloads no bell if the timer cannot be started', () => {
    vi.mocked(preloadBell).mockClear();
    core.do({ type: 'type_timer_field', field: 'minutes', text: '0' });
    expect(core.state().timer.can_start).toBe(false);
    startTimer();
    expect(preloadBell).not.toHaveBeenCalled();
  });

  it('keeps the focus on the main button', () => {
    draw();
    screen.getByRole('button', { name: 'Start' }).focus();
    core.do({ type: 'start_timer' });
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
  });

  it('offers more time and finishing only during a session', async () => {
    draw();
    expect(screen.queryByRole('button', { name: '+5 min' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    core.do({ type: 'start_timer' });
    await press('+5 min');
    expect(state()).toMatchObject({ minutes: 30, isActive: true });
    await core.advance(MINUTE);
    core.do({ type: 'pause_timer' });
    expect(screen.getByRole('button', { name: 'Finish' })).toBeVisible();
    core.do({ type: 'start_timer' });
    await press('Finish');
    expect(core.state().timer.phase).toBe('short_break');
    expect(screen.getByRole('button', { name: 'Start' })).toHaveFocus();
    // A break can be skipped, but not finished.
    core.do({ type: 'start_timer' });
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    expect(screen.getByRole('button', { name: '+5 min' })).toBeVisible();
  });

  it('cannot be started at 0:00', () => {
    core.do({ type: 'type_timer_field', field: 'minutes', text: '0' });
    draw();
    expect(screen.getByRole('timer')).toHaveTextContent('00:00');
    expect(screen.getByRole('button', { name: 'Start' })).toBeDisabled();
  });

  it('shows as many rounds as there are', () => {
    draw();
    expect(screen.getByRole('img', { name: '0 of 4 focus sessions done' })).toBeVisible();
    prefer({ rounds: 6 });
    for (let round = 1; round <= 2; round += 1) {
      core.do({ type: 'start_timer' }, { type: 'finish_timer' }, { type: 'skip_timer' });
    }
    expect(screen.getByRole('img', { name: '2 of 6 focus sessions done' }).children).toHaveLength(6);
  });

  it('names and links its card and can remove it', async () => {
    const { board, cards } = await addBoard(core, { name: 'Groceries', lists: { Today: ['Milk'] } });
    draw();
    core.do({ type: 'focus_card', board_id: board.id, card_id: cards.Milk ?? '' });
    expect(screen.getByRole('link', { name: 'Milk' })).toHaveAttribute('href', `/app/b/${board.slug}?card=${cards.Milk}`);
    await press('Remove Milk from timer');
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
    expect(core.state().timer.card).toBeNull();
  });

  const question = 'Your session ended while you were away. How much should count?';

  it.each([
    ['Keep 2 h 12 min', 132],
    ['Trim to 1 h', 60],
    ['Keep only 10 min', 10],
  ])('shows the overrun prompt with what each choice counts: %s', async (choice, minutes) => {
    draw();
    await oversleep(core, 72, 10);
    expect(screen.getByRole('group', { name: question })).toBeVisible();
    render(<Announcer />);
    expect(screen.getAllByText(question)).toHaveLength(2);
    await press(choice);
    expect(screen.getByRole('button', { name: 'Start break' })).toHaveFocus();
    expect(screen.queryByRole('group')).toBeNull();
    core.do({ type: 'load_sessions' });
    expect(core.state().focus_sessions.sessions.map(({ focused }) => focused)).toEqual([minutes * 60]);
  });

  it('offers to discard a session that ended while the user was away', async () => {
    draw();
    prefer({ focus_minutes: 1 });
    core.do({ type: 'start_timer' });
    await core.sleep(90 * MINUTE);
    await press('Discard session');
    expect(screen.queryByRole('group')).toBeNull();
    core.do({ type: 'load_sessions' });
    expect(core.state().focus_sessions.sessions).toEqual([]);
  });
});

describe('warnings about notifications and sound', () => {
  start();

  const permit = (permission: NotificationPermission, answer: NotificationPermission = permission) => {
    const known = { permission, requestPermission: vi.fn(async () => (known.permission = answer)) };
    vi.stubGlobal('Notification', known);
    notificationPermission.setState({ permission, wasAsked: false });
    return known;
  };
  const sentence = /Your browser will ask/;
  afterEach(() => {
    notificationPermission.setState({ permission: 'denied', wasAsked: false });
    soundState.setState({ isBlocked: false, failed: new Set() });
  });

  it('announces the permission prompt and prompts once', async () => {
    const known = permit('default', 'granted');
    draw();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(known.requestPermission).not.toHaveBeenCalled();
    await press('Start');
    expect(known.requestPermission).toHaveBeenCalledOnce();
    expect(screen.queryByText(sentence)).toBeNull();
    await press('Pause');
    await press('Resume');
    expect(known.requestPermission).toHaveBeenCalledOnce();
    expect(state().isActive).toBe(true);
  });

  it('explains the fallback when notifications are denied', async () => {
    permit('default', 'denied');
    draw();
    await press('Start');
    expect(await screen.findByText(/Notifications are off/)).toBeVisible();
  });

  it('shows nothing for an earlier decision', () => {
    permit('denied');
    draw();
    expect(screen.queryByText(sentence)).toBeNull();
    expect(screen.queryByText(/Notifications are off/)).toBeNull();
  });

  it('reads the permission once at a start', async () => {
    draw();
    const read = vi.fn<() => NotificationPermission>(() => 'granted');
    const shown = vi.fn();
    class FakeNotification {
      static get permission() {
        return read();
      }
      constructor(_title: string, options: NotificationOptions) {
        shown(options.body);
      }
      addEventListener() {}
    }
    vi.stubGlobal('Notification', FakeNotification);
    await press('Start');
    expect(shown).toHaveBeenCalledExactlyOnceWith('Time to work!');
    expect(read).toHaveBeenCalledOnce();
  });

  it('shows blocked sound and unblocks it on tap', async () => {
    draw();
    act(() => soundState.setState({ isBlocked: true }));
    await press('Turn on sound');
    expect(unblockSound).toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Start' })).toHaveFocus();
  });

  it('shows a load error for the selected sound but not for a preview', () => {
    prefer({ focus_sound: 'rain', ending_sound: 'gong' });
    draw();
    act(() => soundState.setState({ failed: new Set(['stream'] as const) }));
    expect(screen.queryByText(/Couldn’t load/)).toBeNull();
    act(() => soundState.setState({ failed: new Set(['gong'] as const) }));
    expect(screen.getByText('Couldn’t load the sound. The timer still works.')).toBeVisible();
    prefer({ ending_sound: 'none' });
    expect(screen.queryByText(/Couldn’t load/)).toBeNull();
  });
});

describe('the editor', () => {
  start();

  const open = async () => {
    draw();
    await press('Timer settings');
    return screen.findByRole('textbox', { name: 'Minutes' });
  };

  it('commits on blur and shows the core’s value', async () => {
    const field = await open();
    await userEvent.clear(field);
    await userEvent.type(field, '10');
    expect(state().minutes).toBe(25);
    await userEvent.tab();
    expect(state().minutes).toBe(10);
    expect(field).toHaveValue('10');
    await userEvent.clear(field);
    await userEvent.type(field, 'ten');
    await userEvent.tab();
    // The core rejected it, so nothing has changed.
    expect(field).toHaveValue('10');
  });

  it('commits on Enter and on Escape', async () => {
    const field = await open();
    await userEvent.clear(field);
    await userEvent.type(field, '10{Enter}');
    expect(state().minutes).toBe(10);
    await userEvent.clear(field);
    await userEvent.type(field, '12{Escape}');
    expect(state().minutes).toBe(12);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes with its button and returns the focus', async () => {
    await open();
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(core.intents).toEqual([]);
    expect(screen.getByRole('button', { name: 'Timer settings' })).toHaveFocus();
  });

  it('is read-only while the timer runs', async () => {
    const field = await open();
    core.do({ type: 'start_timer' });
    expect(field).toHaveAttribute('readonly');
    expect(screen.getByRole('button', { name: 'Increase minutes' })).toBeDisabled();
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(core.intents).toEqual([]);
  });

  it('steps once for a press by keyboard', async () => {
    await open();
    screen.getByRole('button', { name: 'Increase minutes' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(core.intents).toEqual([{ type: 'step_timer_field', field: 'minutes', direction: 'up' }]);
    expect(state().minutes).toBe(26);
  });
});

describe('holding an arrow', () => {
  const step = (direction: 'up' | 'down'): Intent => ({ type: 'step_timer_field', field: 'minutes', direction });
  start({ fakesTimers: true });
  const open = () => {
    draw();
    fireEvent.click(screen.getByRole('button', { name: 'Timer settings' }));
  };
  const wait = (milliseconds: number) => core.advance(milliseconds);

  it('steps at once and every 100 ms while held', async () => {
    open();
    const arrow = screen.getByRole('button', { name: 'Increase minutes' });
    fireEvent.pointerDown(arrow, { button: 0 });
    expect(core.intents).toEqual([step('up')]);
    await wait(299);
    expect(core.intents).toHaveLength(1);
    await wait(1);
    expect(core.intents).toHaveLength(2);
    await wait(500);
    expect(core.intents).toHaveLength(7);
    expect(state().minutes).toBe(32);
    fireEvent.pointerUp(arrow);
    await wait(1000);
    expect(core.intents).toHaveLength(7);
  });

  it('keeps stepping when the arrow takes the focus', async () => {
    open();
    const field = screen.getByRole('textbox', { name: 'Minutes' });
    fireEvent.focus(field);
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Increase minutes' }), { button: 0 });
    fireEvent.blur(field);
    await wait(400);
    expect(core.intents).toEqual([step('up'), step('up'), step('up')]);
  });

  it('steps at the same pace with the arrow keys, whatever the key repeat rate', async () => {
    open();
    const field = screen.getByRole('textbox', { name: 'Minutes' });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'ArrowDown', repeat: true });
    expect(core.intents).toEqual([step('down')]);
    await wait(400);
    expect(core.intents).toHaveLength(3);
    fireEvent.keyUp(field, { key: 'ArrowDown' });
    await wait(1000);
    expect(core.intents).toHaveLength(3);
  });
});
