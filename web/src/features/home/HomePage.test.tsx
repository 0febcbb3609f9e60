import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { notificationPermission } from '../../shell/notificationPrompt';
import { type RealCore, startGuest } from '../../testing/real-core';
import { oversleep } from '../../testing/timer';
import { HomePage } from './HomePage';

/** Shows the current path for the tests. */
function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

const open = (path = '/app') =>
  render(
    <>
      <MemoryRouter initialEntries={[path]}>
        <HomePage />
        <Address />
      </MemoryRouter>
    </>,
  );

afterEach(() => {
  notificationPermission.setState({ permission: 'denied', wasAsked: false });
});

const start = () => startGuest({ now: '2025-03-03T15:07' });

describe('Home', () => {
  it('shows the clock, and greeting and date in turns', async () => {
    const core = await start();
    open();
    const { greeting } = core.state().clock;
    expect(greeting).toMatch(/, Ada$/);
    expect(screen.getByText('03:07')).toBeVisible();
    expect(screen.getByText('3rd Mar, 2025')).toHaveAttribute('aria-hidden', 'true');
    expect(screen.getByText(greeting)).toHaveAttribute('aria-hidden', 'false');
    await core.advance(5000);
    expect(screen.getByText('3rd Mar, 2025')).toHaveAttribute('aria-hidden', 'false');
    expect(document.title).toBe('Home');
  });

  it('switches between clock and timer', async () => {
    await start();
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to timer' }));
    expect(screen.getByRole('timer')).toHaveTextContent('25:00');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to clock' }));
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('opens on a running timer', async () => {
    const core = await start();
    core.do({ type: 'start_timer' });
    await core.advance(1000);
    open();
    expect(screen.getByRole('timer')).toHaveTextContent('24:59');
    // Pausing does not leave the timer view.
    core.do({ type: 'pause_timer' });
    expect(screen.getByRole('timer')).toBeVisible();
  });

  it('switches to the timer when it starts elsewhere', async () => {
    const core = await start();
    open();
    core.do({ type: 'start_timer' });
    expect(screen.getByRole('timer')).toBeVisible();
  });

  it('shows the overrun prompt when there is one', async () => {
    const core = await start();
    const prompt = () => screen.getByRole('group', { name: /How much should count/ });
    await oversleep(core);
    const { unmount } = open();
    expect(prompt()).toBeVisible();
    core.do({ type: 'resolve_overrun', choice: 'trim' });
    // After the answer, the timer stays visible.
    expect(screen.getByRole('timer')).toBeVisible();
    unmount();
    core.do({ type: 'skip_timer' });
    open();
    expect(screen.queryByRole('timer')).toBeNull();
    await oversleep(core);
    expect(prompt()).toBeVisible();
  });
});

describe('the keys', () => {
  const begin = async (prepare?: (core: RealCore) => Promise<void>) => {
    const core = await start();
    await prepare?.(core);
    open();
    return core;
  };
  const state = (core: RealCore) => core.state().timer.state;

  it('start, pause, resume, reset and skip in either view', async () => {
    const core = await begin();
    await userEvent.keyboard(' ');
    expect(state(core).isActive).toBe(true);
    await userEvent.keyboard(' ');
    expect(state(core)).toMatchObject({ isActive: false, hasPreviousSession: true });
    await userEvent.keyboard(' ');
    expect(state(core).isActive).toBe(true);
    await userEvent.keyboard('r');
    expect(state(core)).toMatchObject({ isActive: false, hasPreviousSession: false });
    await userEvent.keyboard('s');
    expect(core.state().timer.phase).toBe('short_break');
    expect(core.intents).toHaveLength(5);
  });

  it('show the timer they start without a permission prompt', async () => {
    const core = await begin();
    const requestPermission = vi.fn(async () => 'granted');
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    act(() => notificationPermission.setState({ permission: 'default', wasAsked: false }));
    await userEvent.keyboard(' ');
    expect(screen.getByRole('timer')).toBeVisible();
    expect(core.intents).toEqual([{ type: 'start_timer' }]);
    expect(requestPermission).not.toHaveBeenCalled();
    await userEvent.keyboard(' ');
    // Now the explanation is shown.
    expect(screen.getByText(/Your browser will ask/)).toBeVisible();
    await userEvent.keyboard(' ');
    expect(state(core).isActive).toBe(true);
    expect(requestPermission).toHaveBeenCalledOnce();
  });

  it('only show the overrun prompt while the clock hides it', async () => {
    const core = await begin((started) => oversleep(started));
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
    const core = await begin();
    screen.getByRole('button', { name: 'Switch to timer' }).focus();
    await userEvent.keyboard(' ');
    expect(screen.getByRole('timer')).toBeVisible();
    expect(core.intents).toEqual([]);
    await userEvent.keyboard('r');
    expect(core.intents).toEqual([{ type: 'reset_timer' }]);
  });

  it('do nothing in dialogs, with modifiers, on repeat, or at 0:00', async () => {
    const core = await begin();
    await userEvent.keyboard('{Control>}r{/Control}{Meta>}s{/Meta}{Shift>}R{/Shift}');
    fireEvent.keyDown(document.body, { key: ' ', repeat: true });
    core.do({ type: 'type_timer_field', field: 'minutes', text: '0' });
    await userEvent.keyboard(' ');
    expect(state(core)).toMatchObject({ minutes: 0, isActive: false });
    await userEvent.click(screen.getByRole('button', { name: 'Switch to timer' }));
    await userEvent.click(screen.getByRole('button', { name: 'Timer settings' }));
    (await screen.findByRole('dialog')).focus();
    await userEvent.keyboard(' rs');
    expect(core.intents).toEqual([]);
  });

  it('end with the page', async () => {
    const core = await start();
    const { unmount } = open();
    unmount();
    await userEvent.keyboard('r');
    expect(core.intents).toEqual([]);
  });
});

describe('the shortcut "Start focus"', () => {
  const address = () => screen.getByLabelText('Address').textContent;

  it('starts the timer once and removes the parameter from the URL', async () => {
    const core = await start();
    open('/app?start=focus&from=shortcut');
    expect(core.intents).toEqual([{ type: 'start_timer' }]);
    expect(screen.getByRole('timer')).toBeVisible();
    expect(address()).toBe('/app?from=shortcut');
    core.do({ type: 'reset_timer' });
    expect(core.intents).toHaveLength(1);
    expect(core.state().timer.state.isActive).toBe(false);
  });

  it.each([
    ['runs already', async (core: RealCore) => core.do({ type: 'start_timer' })],
    ['has to be asked about first', (core: RealCore) => oversleep(core)],
  ])('only shows a timer that %s', async (_how, prepare) => {
    const core = await start();
    await prepare(core);
    open('/app?start=focus');
    expect(core.intents).toEqual([]);
    expect(screen.getByRole('timer')).toBeVisible();
    expect(address()).toBe('/app');
  });

  it('ignores other values of the start parameter', async () => {
    const core = await start();
    open('/app?start=break');
    expect(core.intents).toEqual([]);
    expect(screen.getByText('03:07')).toBeVisible();
  });
});
