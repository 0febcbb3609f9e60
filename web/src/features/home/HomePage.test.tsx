import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { snapshot, startFakeCore } from '../../core/testing';
import { HomePage } from './HomePage';

const { timer } = snapshot();
const running = { ...timer, state: { ...timer.state, minutes: 24, seconds: 59, isActive: true } };
const clock = { time: '03:07', greeting: 'Good afternoon, Ada', date: '3rd Mar, 2025', shows_date: false, minute: '2025-03-03T15:07' };

const open = () =>
  render(
    <MemoryRouter>
      <HomePage />
    </MemoryRouter>,
  );

describe('Home', () => {
  it('shows the clock, and greeting and date in turns', () => {
    const core = startFakeCore({ clock });
    open();
    expect(screen.getByText('03:07')).toBeVisible();
    expect(screen.getByText(clock.date)).toHaveAttribute('aria-hidden', 'true');
    expect(screen.getByText(clock.greeting)).toHaveAttribute('aria-hidden', 'false');
    core.say([{ type: 'clock', clock: { ...clock, shows_date: true } }]);
    expect(screen.getByText(clock.date)).toHaveAttribute('aria-hidden', 'false');
    expect(document.title).toBe('Home');
  });

  it('switches between clock and timer', async () => {
    startFakeCore({ clock });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to timer' }));
    expect(screen.getByRole('timer')).toHaveTextContent('25:00');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to clock' }));
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('opens on a running timer, with the countdown in front of the title', () => {
    const core = startFakeCore({ clock, timer: running });
    open();
    expect(screen.getByRole('timer')).toHaveTextContent('24:59');
    expect(document.title).toBe('24:59 · Home');
    // A pause leaves the timer where it is.
    core.say([{ type: 'timer', timer: { ...running, state: { ...running.state, isActive: false, hasPreviousSession: true } } }]);
    expect(screen.getByRole('timer')).toBeVisible();
    expect(document.title).toBe('Home');
  });

  it('turns to the timer when it begins elsewhere', () => {
    const core = startFakeCore({ clock });
    open();
    core.say([{ type: 'timer', timer: running }]);
    expect(screen.getByRole('timer')).toBeVisible();
  });
});
