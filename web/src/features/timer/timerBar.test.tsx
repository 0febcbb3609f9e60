/** The compact timers on pages without the large one, and the end notice. */
import type { TimerView } from '@twentyfour/core';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { type FakeCore, snapshot, connectFakeCore } from '../../testing/fake-core';
import { Announcer } from '../../ui/Announcer';
import { TooltipProvider } from '../../ui/Tooltip';
import { HomePage } from '../home/HomePage';
import { EndNotice } from './EndNotice';
import { RailTimer } from './RailTimer';
import { SidebarTimer } from './SidebarTimer';
import { TimerBar } from './TimerBar';

const { timer } = snapshot();
const card = { board_id: 'b', board_slug: 'garden-7f3k', card_id: 'milk', title: 'Milk' } as NonNullable<TimerView['card']>;
const running: TimerView = { ...timer, card, can_start: true, state: { ...timer.state, minutes: 24, seconds: 59, isActive: true } };
const paused: TimerView = { ...running, state: { ...running.state, isActive: false, hasPreviousSession: true } };
const ended: TimerView = {
  ...timer,
  phase: 'short_break',
  can_start: true,
  shows_end_notice: true,
  state: { ...timer.state, minutes: 5, seconds: 0, isWorkSession: false },
};

function Page() {
  const { pathname, search } = useLocation();
  return <div data-address={pathname + search} />;
}

function open(shown: TimerView, path = '/app/stats'): FakeCore {
  const core = connectFakeCore({ timer: shown });
  render(
    <TooltipProvider>
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
    </TooltipProvider>,
  );
  return core;
}

const links = () => screen.queryAllByRole('link', { name: /left/ });

describe('the timer beside the page', () => {
  it('shows time, phase and card while a session runs', () => {
    const core = open(running);
    // The rail, the open sidebar and the phone's timer bar.
    expect(links().map((link) => link.getAttribute('aria-label'))).toEqual(Array(3).fill('24:59 left, Focus, Milk'));
    expect(links().map((link) => link.textContent)).toEqual(['24:59', 'Focus · Milk', '24:59Focus · Milk']);
    core.emit([{ type: 'timer', timer: { ...running, state: { ...running.state, seconds: 58 } } }]);
    expect(links()[0]).toHaveTextContent('24:58');
    core.emit([{ type: 'timer', timer: { ...running, phase: 'long_break' } }]);
    expect(links()[1]).toHaveAccessibleName('24:59 left, Long break');
    core.emit([{ type: 'timer', timer }]);
    expect(links()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Pause timer' })).toBeNull();
  });

  it('pauses and resumes', async () => {
    const core = open(running);
    const rail = within(screen.getAllByRole('region', { name: 'Timer' })[0]!);
    await userEvent.click(rail.getByRole('button', { name: 'Pause timer' }));
    core.emit([{ type: 'timer', timer: paused }]);
    expect(links()[0]).toHaveAccessibleName('24:59 left, Focus, paused, Milk');
    await userEvent.click(rail.getByRole('button', { name: 'Resume timer' }));
    expect(core.intents).toEqual([{ type: 'pause_timer' }, { type: 'start_timer' }]);
  });

  it('links to the Home timer and hides beside it', async () => {
    open(paused);
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
    const core = open(ended);
    const notice = within(screen.getByRole('region', { name: 'Focus session ended' }));
    expect(notice.getByText('Next: Break · 05:00')).toBeVisible();
    expect(document.querySelector('[aria-live=polite]')).toHaveTextContent('Focus session ended');
    await userEvent.click(notice.getByRole('button', { name: 'Start break' }));
    expect(core.intents).toEqual([{ type: 'start_timer' }]);
    // The core decides when the notice is dismissed, also from another tab.
    expect(screen.getByRole('region', { name: 'Focus session ended' })).toBeVisible();
    core.emit([{ type: 'timer', timer: { ...ended, shows_end_notice: false } }]);
    expect(screen.queryByRole('region', { name: 'Focus session ended' })).toBeNull();
    expect(document.querySelector('main')).toHaveFocus();
  });

  it('appears after a break too and names the next card', async () => {
    const core = open({ ...ended, phase: 'focus', card, state: timer.state });
    const notice = within(screen.getByRole('region', { name: 'Break ended' }));
    expect(notice.getByText('Next: Focus · Milk · 25:00')).toBeVisible();
    expect(notice.getByRole('button', { name: 'Start focus' })).toBeEnabled();
    await userEvent.click(notice.getByRole('button', { name: 'Skip focus' }));
    expect(core.intents).toEqual([{ type: 'skip_timer' }]);
  });

  it('shows on Home and moves focus to its timer', async () => {
    open(ended, '/app?view=timer');
    expect(screen.getByRole('timer')).toHaveTextContent('05:00');
    await userEvent.click(screen.getByRole('button', { name: 'Start break' }));
    expect(screen.getByRole('button', { name: 'Start' })).toHaveFocus();
  });
});
