import type { Patch, TimerState } from '@twentyfour/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { notificationPermission } from '../../shell/notificationPrompt';
import { snapshot, connectFakeCore } from '../../testing/fake-core';
import { TooltipProvider } from '../../ui/Tooltip';
import { HomePage } from './HomePage';

const { timer } = snapshot();
const running = { ...timer, state: { ...timer.state, minutes: 24, seconds: 59, isActive: true } };
const clock = { time: '03:07', greeting: 'Good afternoon, Ada', date: '3rd Mar, 2025', shows_date: false, minute: '2025-03-03T15:07' };

/** Shows the current path for the tests. */
function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

const open = (path = '/app') =>
  render(
    <TooltipProvider>
      <MemoryRouter initialEntries={[path]}>
        <HomePage />
        <Address />
      </MemoryRouter>
    </TooltipProvider>,
  );

afterEach(() => {
  vi.unstubAllGlobals();
  notificationPermission.setState({ permission: 'denied', wasAsked: false });
});

describe('Home', () => {
  it('shows the clock, and greeting and date in turns', () => {
    const core = connectFakeCore({ clock });
    open();
    expect(screen.getByText('03:07')).toBeVisible();
    expect(screen.getByText(clock.date)).toHaveAttribute('aria-hidden', 'true');
    expect(screen.getByText(clock.greeting)).toHaveAttribute('aria-hidden', 'false');
    core.emit([{ type: 'clock', clock: { ...clock, shows_date: true } }]);
    expect(screen.getByText(clock.date)).toHaveAttribute('aria-hidden', 'false');
    expect(document.title).toBe('Home');
  });

  it('switches between clock and timer', async () => {
    connectFakeCore({ clock });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to timer' }));
    expect(screen.getByRole('timer')).toHaveTextContent('25:00');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to clock' }));
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('opens on a running timer', () => {
    const core = connectFakeCore({ clock, timer: running });
    open();
    expect(screen.getByRole('timer')).toHaveTextContent('24:59');
    // Pausing does not leave the timer view.
    core.emit([{ type: 'timer', timer: { ...running, state: { ...running.state, isActive: false, hasPreviousSession: true } } }]);
    expect(screen.getByRole('timer')).toBeVisible();
  });

  it('switches to the timer when it starts elsewhere', () => {
    const core = connectFakeCore({ clock });
    open();
    core.emit([{ type: 'timer', timer: running }]);
    expect(screen.getByRole('timer')).toBeVisible();
  });

  it('shows the overrun prompt when there is one', async () => {
    const asking = { ...timer, overrun: { keep: 3600, trim: 1500, discard: 0 } };
    const core = connectFakeCore({ clock, timer: asking });
    const { unmount } = open();
    expect(screen.getByRole('group', { name: /How much should count/ })).toBeVisible();
    core.emit([{ type: 'timer', timer }]);
    // After the answer, the timer stays visible.
    expect(screen.getByRole('timer')).toBeVisible();
    unmount();
    open();
    expect(screen.queryByRole('timer')).toBeNull();
    core.emit([{ type: 'timer', timer: asking }]);
    expect(screen.getByRole('group', { name: /How much should count/ })).toBeVisible();
  });
});

describe('the keys', () => {
  const state = (fields: Partial<TimerState>): Patch => ({
    type: 'timer',
    timer: { ...timer, can_start: true, state: { ...timer.state, ...fields } },
  });
  const begin = () => {
    const core = connectFakeCore({ clock });
    core.emit([state({})]);
    open();
    return core;
  };

  it('start, pause, resume, reset and skip in either view', async () => {
    const core = begin();
    await userEvent.keyboard(' ');
    core.emit([state({ isActive: true })]);
    await userEvent.keyboard(' ');
    core.emit([state({ hasPreviousSession: true })]);
    await userEvent.keyboard(' rs');
    expect(core.intents.map(({ type }) => type)).toEqual([
      'start_timer',
      'pause_timer',
      'start_timer',
      'reset_timer',
      'skip_timer',
    ]);
  });

  it('show the timer they start without a permission prompt', async () => {
    const requestPermission = vi.fn(async () => 'granted');
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    notificationPermission.setState({ permission: 'default', wasAsked: false });
    const core = begin();
    await userEvent.keyboard(' ');
    expect(screen.getByRole('timer')).toBeVisible();
    expect(core.intents).toEqual([{ type: 'start_timer' }]);
    expect(requestPermission).not.toHaveBeenCalled();
    // Now the explanation is shown.
    expect(screen.getByText(/Your browser will ask/)).toBeVisible();
    await userEvent.keyboard(' ');
    expect(requestPermission).toHaveBeenCalledOnce();
  });

  it('only show the overrun prompt while the clock hides it', async () => {
    const core = begin();
    core.emit([{ type: 'timer', timer: { ...timer, can_start: true, overrun: { keep: 3600, trim: 1500, discard: 0 } } }]);
    const isAsked = () => screen.queryByRole('group', { name: /How much should count/ }) !== null;
    for (const key of [' ', 'r', 's']) {
      fireEvent.click(screen.getByRole('button', { name: 'Switch to clock' }));
      expect(isAsked()).toBe(false);
      fireEvent.keyDown(document.body, { key });
      expect(isAsked()).toBe(true);
    }
    expect(core.intents).toEqual([]);
    await userEvent.keyboard('s');
    expect(core.intents).toEqual([{ type: 'skip_timer' }]);
  });

  it('leave Space to a focused button', async () => {
    const core = begin();
    screen.getByRole('button', { name: 'Switch to timer' }).focus();
    await userEvent.keyboard(' ');
    expect(screen.getByRole('timer')).toBeVisible();
    expect(core.intents).toEqual([]);
    await userEvent.keyboard('r');
    expect(core.intents).toEqual([{ type: 'reset_timer' }]);
  });

  it('do nothing in dialogs, with modifiers, on repeat, or at 0:00', async () => {
    const core = begin();
    await userEvent.keyboard('{Control>}r{/Control}{Meta>}s{/Meta}{Shift>}R{/Shift}');
    fireEvent.keyDown(document.body, { key: ' ', repeat: true });
    core.emit([{ type: 'timer', timer: { ...timer, can_start: false } }]);
    await userEvent.keyboard(' ');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to timer' }));
    await userEvent.click(screen.getByRole('button', { name: 'Timer settings' }));
    screen.getByRole('dialog').focus();
    await userEvent.keyboard(' rs');
    expect(core.intents).toEqual([]);
  });

  it('end with the page', async () => {
    const core = connectFakeCore({ clock });
    const { unmount } = open();
    unmount();
    await userEvent.keyboard('r');
    expect(core.intents).toEqual([]);
  });
});

describe('the shortcut "Start focus"', () => {
  const idle = { ...timer, can_start: true };
  const address = () => screen.getByLabelText('Address').textContent;

  it('starts the timer once and removes the parameter from the URL', () => {
    const core = connectFakeCore({ clock, timer: idle });
    open('/app?start=focus&from=shortcut');
    expect(core.intents).toEqual([{ type: 'start_timer' }]);
    expect(screen.getByRole('timer')).toBeVisible();
    expect(address()).toBe('/app?from=shortcut');
    core.emit([{ type: 'timer', timer: running }]);
    core.emit([{ type: 'timer', timer: idle }]);
    expect(core.intents).toHaveLength(1);
  });

  it.each([
    ['runs already', running],
    ['has to be asked about first', { ...idle, overrun: { keep: 3600, trim: 1500, discard: 0 } }],
  ])('only shows a timer that %s', (_how, shown) => {
    const core = connectFakeCore({ clock, timer: shown });
    open('/app?start=focus');
    expect(core.intents).toEqual([]);
    expect(screen.queryByText(clock.time)).toBeNull();
    expect(address()).toBe('/app');
  });

  it('ignores other values of the start parameter', () => {
    const core = connectFakeCore({ clock, timer: idle });
    open('/app?start=break');
    expect(core.intents).toEqual([]);
    expect(screen.getByText(clock.time)).toBeVisible();
  });
});
