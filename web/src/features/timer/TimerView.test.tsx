import type { Intent, Rejection, TimerState, TimerView as Timer } from '@twentyfour/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countdown } from '../../platform/format/countdown';
import { preloadBell, soundState, unblockSound } from '../../platform/sounds';
import { notificationPermission } from '../../shell/notificationPrompt';
import { type FakeCore, snapshot, connectFakeCore } from '../../testing/fake-core';
import { Announcer } from '../../ui/Announcer';
import { TimerView } from './TimerView';

vi.mock('../../platform/sounds', async (original) => ({ ...(await original<object>()), preloadBell: vi.fn(), unblockSound: vi.fn() }));

const { timer } = snapshot();
const idle: TimerState = { ...timer.state, minutes: 25, seconds: 0 };

let core: FakeCore;
const show = (state: Partial<TimerState>, fields: Partial<Timer> = {}) =>
  core.emit([{ type: 'timer', timer: { ...timer, can_start: true, ...fields, state: { ...idle, ...state } } }]);

const draw = () =>
  render(
    <MemoryRouter>
      <TimerView />
    </MemoryRouter>,
  );

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  core = connectFakeCore({ timer: { ...timer, state: idle, can_start: true } });
});
afterEach(() => vi.unstubAllGlobals());

describe('countdown', () => {
  it('shows at least two digits', () => {
    expect(countdown({ minutes: 0, seconds: 7 })).toBe('00:07');
    expect(countdown({ minutes: 180, seconds: 0 })).toBe('180:00');
  });
});

describe('the timer', () => {
  it('offers the actions of each state', async () => {
    draw();
    expect(screen.getByRole('timer')).toHaveTextContent('25:00');
    await press('Start');
    show({ isActive: true, minutes: 24, seconds: 59 });
    expect(screen.getByRole('timer')).toHaveTextContent('24:59');
    await press('Pause');
    show({ hasPreviousSession: true });
    await press('Resume');
    await press('Reset');
    await press('Skip');
    expect(core.intents.map(({ type }) => type)).toEqual([
      'start_timer',
      'pause_timer',
      'start_timer',
      'reset_timer',
      'skip_timer',
    ]);
  });

  it('preloads the selected bell in the start click', async () => {
    const { preferences } = snapshot();
    const choose = (ending_sound: 'none' | 'gong', volume: number) =>
      core.emit([{ type: 'preferences', preferences: { ...preferences, ending_sound, volume } }]);
    vi.mocked(preloadBell).mockClear();
    draw();
    choose('none', 50);
    await press('Start');
    choose('gong', 0);
    await press('Start');
    choose('gong', 50);
    core.reject = () => ({ code: 'timer_empty' }) as unknown as Rejection;
    await press('Start');
    expect(preloadBell).not.toHaveBeenCalled();
    core.reject = () => null;
    await press('Start');
    expect(preloadBell).toHaveBeenCalledExactlyOnceWith('gong');
  });

  it('keeps the focus on the main button', async () => {
    draw();
    screen.getByRole('button', { name: 'Start' }).focus();
    show({ isActive: true });
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
  });

  it('offers more time and finishing only during a session', async () => {
    draw();
    expect(screen.queryByRole('button', { name: '+5 min' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    show({ isActive: true });
    await press('+5 min');
    await press('Finish');
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
    expect(core.intents).toEqual([{ type: 'extend_timer' }, { type: 'finish_timer' }]);
    show({ hasPreviousSession: true });
    expect(screen.getByRole('button', { name: 'Finish' })).toBeVisible();
    // A break can be skipped, but not finished.
    show({ isActive: true }, { phase: 'short_break' });
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    expect(screen.getByRole('button', { name: '+5 min' })).toBeVisible();
  });

  it('cannot be started at 0:00', () => {
    draw();
    show({ minutes: 0 }, { can_start: false });
    expect(screen.getByRole('button', { name: 'Start' })).toBeDisabled();
  });

  it('shows a dot for each round', () => {
    draw();
    expect(screen.getByRole('img', { name: '0 of 4 focus sessions done' })).toBeVisible();
    show({}, { rounds: 6, completed_in_round: 2 });
    expect(screen.getByRole('img', { name: '2 of 6 focus sessions done' }).children).toHaveLength(6);
  });

  it('names and links its card and can remove it', async () => {
    draw();
    show({ isActive: true }, { card: { board_id: 'b', board_slug: 'groceries-7f3k', card_id: 'milk', title: 'Milk' } });
    expect(screen.getByRole('link', { name: 'Milk' })).toHaveAttribute('href', '/app/b/groceries-7f3k?card=milk');
    await press('Remove Milk from timer');
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
    expect(core.intents).toEqual([{ type: 'clear_timer_card' }]);
  });

  it('shows the overrun prompt with what each choice counts', async () => {
    draw();
    show({}, { phase: 'short_break', overrun: { keep: 72 * 60 + 5, trim: 25 * 60, discard: 10 * 60 } });
    expect(screen.getByRole('group', { name: 'Your session ended while you were away. How much should count?' })).toBeVisible();
    render(<Announcer />);
    expect(screen.getAllByText('Your session ended while you were away. How much should count?')).toHaveLength(2);
    await press('Keep 1 h 12 min');
    await press('Trim to 25 min');
    await press('Keep only 10 min');
    expect(core.intents).toEqual([
      { type: 'resolve_overrun', choice: 'keep' },
      { type: 'resolve_overrun', choice: 'trim' },
      { type: 'resolve_overrun', choice: 'discard' },
    ]);
    expect(screen.getByRole('button', { name: 'Start' })).toHaveFocus();
    show({}, { overrun: { keep: 90, trim: 60, discard: 0 } });
    expect(screen.getByRole('button', { name: 'Discard session' })).toBeVisible();
    show({});
    expect(screen.queryByRole('group')).toBeNull();
  });
});

describe('what blocks notifications and sound', () => {
  const permit = (permission: NotificationPermission, answer: NotificationPermission = permission) => {
    const known = { permission, requestPermission: vi.fn(async () => (known.permission = answer)) };
    vi.stubGlobal('Notification', known);
    notificationPermission.setState({ permission, wasAsked: false });
    return known;
  };
  const sentence = /Your browser will ask/;
  afterEach(() => {
    notificationPermission.setState({ permission: 'denied', wasAsked: false });
    soundState.setState({ is_blocked: false, failed: new Set() });
  });

  it('announces the permission prompt and prompts once', async () => {
    const known = permit('default', 'granted');
    draw();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(known.requestPermission).not.toHaveBeenCalled();
    await press('Start');
    expect(known.requestPermission).toHaveBeenCalledOnce();
    expect(screen.queryByText(sentence)).toBeNull();
    await press('Start');
    expect(known.requestPermission).toHaveBeenCalledOnce();
    expect(core.intents).toEqual([{ type: 'start_timer' }, { type: 'start_timer' }]);
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

  it('shows blocked sound and unblocks it on tap', async () => {
    draw();
    act(() => soundState.setState({ is_blocked: true }));
    await press('Sound is blocked. Tap to turn it on.');
    expect(unblockSound).toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Start' })).toHaveFocus();
  });

  it('shows a load error for the selected sound but not for a preview', () => {
    const { preferences } = snapshot();
    core.emit([{ type: 'preferences', preferences: { ...preferences, focus_sound: 'rain', ending_sound: 'gong' } }]);
    draw();
    act(() => soundState.setState({ failed: new Set(['stream'] as const) }));
    expect(screen.queryByText(/Couldn’t load/)).toBeNull();
    act(() => soundState.setState({ failed: new Set(['gong'] as const) }));
    expect(screen.getByText('Couldn’t load the sound. The timer still works.')).toBeVisible();
    core.emit([{ type: 'preferences', preferences: { ...preferences, focus_sound: 'rain', ending_sound: 'none' } }]);
    expect(screen.queryByText(/Couldn’t load/)).toBeNull();
  });
});

describe('the editor', () => {
  const open = async () => {
    draw();
    await press('Timer settings');
    return screen.getByRole('textbox', { name: 'Minutes' });
  };

  it('commits on blur and shows the core’s value', async () => {
    const field = await open();
    await userEvent.clear(field);
    await userEvent.type(field, '75');
    expect(core.intents).toEqual([]);
    await userEvent.tab();
    expect(core.intents).toEqual([{ type: 'type_timer_field', field: 'minutes', text: '75' }]);
    // The core rejected it, so nothing has changed.
    expect(field).toHaveValue('25');
  });

  it('commits on Enter and on Escape', async () => {
    const field = await open();
    await userEvent.clear(field);
    await userEvent.type(field, '10{Enter}');
    await userEvent.clear(field);
    await userEvent.type(field, '12{Escape}');
    expect(core.intents).toEqual([
      { type: 'type_timer_field', field: 'minutes', text: '10' },
      { type: 'type_timer_field', field: 'minutes', text: '12' },
    ]);
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
    show({ isActive: true });
    expect(field).toHaveAttribute('readonly');
    expect(screen.getByRole('button', { name: 'Increase minutes' })).toBeDisabled();
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(core.intents).toEqual([]);
  });

  it('steps once for a press by keyboard', async () => {
    await open();
    screen.getByRole('button', { name: 'Decrease seconds' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(core.intents).toEqual([{ type: 'step_timer_field', field: 'seconds', direction: 'down' }]);
  });
});

describe('holding an arrow', () => {
  const step = (direction: 'up' | 'down'): Intent => ({ type: 'step_timer_field', field: 'minutes', direction });
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const open = () => {
    draw();
    fireEvent.click(screen.getByRole('button', { name: 'Timer settings' }));
  };
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

  it('steps at once and every 100 ms while held', () => {
    open();
    const arrow = screen.getByRole('button', { name: 'Increase minutes' });
    fireEvent.pointerDown(arrow, { button: 0 });
    expect(core.intents).toEqual([step('up')]);
    wait(299);
    expect(core.intents).toHaveLength(1);
    wait(1);
    expect(core.intents).toHaveLength(2);
    wait(500);
    expect(core.intents).toHaveLength(7);
    fireEvent.pointerUp(arrow);
    wait(1000);
    expect(core.intents).toHaveLength(7);
  });

  it('keeps stepping when the arrow takes the focus', () => {
    open();
    const field = screen.getByRole('textbox', { name: 'Minutes' });
    fireEvent.focus(field);
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Increase minutes' }), { button: 0 });
    fireEvent.blur(field);
    wait(400);
    expect(core.intents).toEqual([step('up'), step('up'), step('up')]);
  });

  it('works with the arrow keys at the same rate, ignoring the system key repeat', () => {
    open();
    const field = screen.getByRole('textbox', { name: 'Minutes' });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'ArrowDown', repeat: true });
    expect(core.intents).toEqual([step('down')]);
    wait(400);
    expect(core.intents).toHaveLength(3);
    fireEvent.keyUp(field, { key: 'ArrowDown' });
    wait(1000);
    expect(core.intents).toHaveLength(3);
  });
});
