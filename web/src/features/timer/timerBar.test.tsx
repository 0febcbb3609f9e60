/** The compact timers on pages without the large one, and the end notice. */
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { addBoard } from '../../testing/boards';
import { type RealCore, startGuest } from '../../testing/real-core';
import { completeSession, MINUTE } from '../../testing/timer';
import { Announcer } from '../../ui/Announcer';
import { HomePage } from '../home/HomePage';
import { EndNotice } from './EndNotice';
import { RailTimer } from './RailTimer';
import { SidebarTimer } from './SidebarTimer';
import { TimerBar } from './TimerBar';

function Page() {
  const { pathname, search } = useLocation();
  return <div data-address={pathname + search} />;
}

/** Starts the core, with the timer running for the card Milk for a second. */
async function startMilk(): Promise<RealCore> {
  const core = await startGuest();
  const { board, cards } = await addBoard(core, { name: 'Garden', lists: { Today: ['Milk'] } });
  core.do({ type: 'focus_card', board_id: board.id, card_id: cards.Milk ?? '' });
  await core.advance(1000);
  return core;
}

function open(path = '/app/stats'): void {
  render(
    <>
      <MemoryRouter initialEntries={[path]}>
        <RailTimer />
        <SidebarTimer />
        <TimerBar />
        <EndNotice />
        <Announcer />
        <main id="content" tabIndex={-1}>
          <Routes>
            <Route path="/app" element={<HomePage />} />
            <Route path="*" element={<Page />} />
          </Routes>
        </main>
      </MemoryRouter>
    </>,
  );
}

const links = () => screen.queryAllByRole('link', { name: /left/ });

describe('the timer beside the page', () => {
  it('shows time, phase and card while a session runs', async () => {
    const core = await startMilk();
    open();
    // The rail, the open sidebar and the phone's timer bar.
    expect(links().map((link) => link.getAttribute('aria-label'))).toEqual(Array(3).fill('24:59 left, Focus, Milk'));
    expect(links().map((link) => link.textContent)).toEqual(['24:59', 'Focus · Milk', '24:59Focus · Milk']);
    await core.advance(1000);
    expect(links()[0]).toHaveTextContent('24:58');
    // Each shows the same share that is left.
    expect(links().map((link) => link.closest('section') ?? link).flatMap((timer) => [...timer.querySelectorAll('[data-share]')]).map((line) => line.getAttribute('data-share'))).toEqual(
      Array(3).fill(String(1498 / 1500)),
    );
    core.do({ type: 'set_preferences', update: { rounds: 1 } }, { type: 'finish_timer' }, { type: 'start_timer' });
    expect(links()[1]).toHaveAccessibleName('15:00 left, Long break');
    core.do({ type: 'skip_timer' });
    expect(links()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Pause timer' })).toBeNull();
  });

  it('takes space above the bottom bar of phones while it is shown', async () => {
    const root = document.documentElement;
    const core = await startGuest();
    open();
    await completeSession(core);
    expect(root).not.toHaveAttribute('data-timer-bar');
    expect(root).toHaveAttribute('data-end-notice');
    await userEvent.click(screen.getByRole('button', { name: 'Start break' }));
    expect(root).toHaveAttribute('data-timer-bar');
    expect(root).not.toHaveAttribute('data-end-notice');
  });

  it('pauses and resumes', async () => {
    const core = await startMilk();
    open();
    const rail = within(screen.getAllByRole('region', { name: 'Timer' })[0]!);
    await userEvent.click(rail.getByRole('button', { name: 'Pause timer' }));
    expect(core.state().timer.state.isActive).toBe(false);
    expect(links()[0]).toHaveAccessibleName('24:59 left, Focus, paused, Milk');
    await userEvent.click(rail.getByRole('button', { name: 'Resume timer' }));
    expect(core.state().timer.state.isActive).toBe(true);
  });

  it('links to the Home timer and hides beside it', async () => {
    const core = await startMilk();
    core.do({ type: 'pause_timer' });
    open();
    await userEvent.click(links()[0]!);
    expect(screen.getByRole('timer')).toHaveTextContent('24:59');
    expect(links()).toEqual([]);
    expect(screen.getByRole('main')).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to clock' }));
    expect(screen.queryByRole('timer')).toBeNull();
    await userEvent.click(links()[2]!);
    expect(screen.getByRole('timer')).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

describe('the end notice', () => {
  it('stays until the next phase is started', async () => {
    const core = await startGuest();
    open();
    await completeSession(core);
    const notice = within(screen.getByRole('region', { name: 'Focus session ended' }));
    expect(notice.getByText('Next: Break · 05:00')).toBeVisible();
    expect(document.querySelector('[aria-live=polite]')).toHaveTextContent('Focus session ended');
    await core.advance(MINUTE);
    expect(screen.getByRole('region', { name: 'Focus session ended' })).toBeVisible();
    await userEvent.click(notice.getByRole('button', { name: 'Start break' }));
    expect(core.state().timer).toMatchObject({ phase: 'short_break', state: { isActive: true } });
    expect(screen.queryByRole('region', { name: 'Focus session ended' })).toBeNull();
    expect(document.querySelector('main')).toHaveFocus();
  });

  it('is also shown after a break, with the next card', async () => {
    const core = await startMilk();
    core.do({ type: 'finish_timer' }, { type: 'set_preferences', update: { short_break_minutes: 1 } }, { type: 'start_timer' });
    await core.advance(MINUTE);
    open();
    const notice = within(screen.getByRole('region', { name: 'Break ended' }));
    expect(notice.getByText('Next: Focus · Milk · 25:00')).toBeVisible();
    expect(notice.getByRole('button', { name: 'Start focus' })).toBeEnabled();
    await userEvent.click(notice.getByRole('button', { name: 'Skip focus' }));
    expect(core.state().timer.phase).toBe('short_break');
  });

  it('is replaced by the timer on Home, which keeps the focus', async () => {
    const core = await startGuest();
    await completeSession(core);
    open('/app?view=timer');
    expect(screen.getByRole('timer')).toHaveTextContent('05:00');
    expect(screen.queryByRole('region', { name: 'Focus session ended' })).toBeNull();
    expect(screen.getByText('Focus session ended', { selector: 'span' })).toBeVisible();
    expect(document.querySelector('[aria-live=polite]')).toHaveTextContent('Focus session ended');
    await userEvent.click(screen.getByRole('button', { name: 'Start break' }));
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
  });
});
