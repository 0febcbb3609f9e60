import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-hot-toast';
import { describe, expect, it, vi } from 'vitest';
import type { AddedBoard } from '../../testing/boards';
import type { RealCore } from '../../testing/real-core';
import { notificationPermission } from '../../shell/notificationPrompt';
import { Toaster } from '../../ui/Toaster';
import { isInDescription, open } from './testing';

/** Records a session of the day before. */
function focus(core: RealCore, { board, cards }: AddedBoard, title: string | null, minutes: number): void {
  const card_id = title === null ? null : (cards[title] ?? '');
  core.do({ type: 'add_session', session: { start: '2026-03-02T08:00:00.000Z', utc_offset: 0, minutes, board_id: board.id, card_id } });
}

const card = (title: string) => screen.getByRole('button', { name: title });
const startMilk = () => userEvent.click(screen.getByRole('button', { name: 'Focus on this card: Milk' }));

describe('focusing on a card', () => {
  it('starts with one press on the card', async () => {
    const { core, milk } = await open();
    await startMilk();
    expect(core.state().timer).toMatchObject({ card: { card_id: milk }, state: { isActive: true } });
  });

  it('prompts once for notifications and requests permission on press', async () => {
    const { core } = await open();
    const requestPermission = vi.fn(async () => 'granted');
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    notificationPermission.setState({ permission: 'default', wasAsked: false, wasOffered: false });
    render(<Toaster position="bottom-left" duration={5000} />);
    await startMilk();
    expect(screen.getByText('Get notified when time is up')).toBeInTheDocument();
    expect(requestPermission).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }));
    expect(requestPermission).toHaveBeenCalledOnce();
    act(() => toast.remove());
    core.do({ type: 'reset_timer' }, { type: 'clear_timer_card' });
    await startMilk();
    expect(screen.queryByRole('button', { name: 'Turn on notifications' })).toBeNull();
    notificationPermission.setState({ permission: 'denied', wasAsked: false, wasOffered: false });
  });

  it('shows the timer state on the card and pauses and resumes it', async () => {
    const { core, board, milk } = await open();
    core.do({ type: 'focus_card', board_id: board.id, card_id: milk });
    expect(isInDescription(card('Milk'), within(card('Milk')).getByRole('img', { name: /Focusing/ }))).toBe(true);
    expect(within(card('Bread')).queryByRole('img', { name: /Focusing/ })).toBeNull();
    await core.advance(60_000);
    await userEvent.click(screen.getByRole('button', { name: 'Pause timer: Milk' }));
    expect(core.state().timer.state.isActive).toBe(false);
    expect(isInDescription(card('Milk'), within(card('Milk')).getByRole('img', { name: /Timer paused/ }))).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Resume timer: Milk' }));
    expect(core.state().timer.state).toMatchObject({ isActive: true, minutes: 24 });
    // A break belongs to no card.
    core.do({ type: 'skip_timer' }, { type: 'start_timer' });
    expect(core.state().timer).toMatchObject({ phase: 'short_break', card: { card_id: milk }, state: { isActive: true } });
    expect(screen.getByRole('button', { name: 'Focus on this card: Milk' })).toBeInTheDocument();
  });

  it('is offered by the card’s options too', async () => {
    const { core, milk } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Options for Milk' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Focus on this card' }));
    expect(core.state().timer).toMatchObject({ card: { card_id: milk }, state: { isActive: true } });
  });

  it('is offered in the card dialog with its time', async () => {
    const { core } = await open({
      card: 'Milk',
      prepare: (started, added) => {
        for (const minutes of [40, 30, 10]) focus(started, added, 'Milk', minutes);
        started.do({ type: 'focus_card', board_id: added.board.id, card_id: added.cards.Milk ?? '' });
      },
    });
    const dialog = within(screen.getByRole('dialog', { name: 'Milk' }));
    expect(dialog.getAllByText('1 h 20 min in 3 sessions').length).toBeGreaterThan(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Pause timer' }));
    expect(core.state().timer.state.isActive).toBe(false);
  });
});

describe('focused time', () => {
  it('shows on the card, its list and the board', async () => {
    const seed = { lists: { Today: ['Bread', 'Milk', 'Eggs'], '': ['Paint'] } };
    const added = await open({
      seed,
      prepare: (core, board) => {
        focus(core, board, 'Milk', 80);
        focus(core, board, 'Eggs', 20);
        focus(core, board, null, 21);
      },
    });
    const { core } = added;
    expect(isInDescription(card('Milk'), within(card('Milk')).getByRole('img', { name: /1 h 20 min focused/ }))).toBe(true);
    expect(within(card('Bread')).queryByRole('img', { name: /focused/ })).toBeNull();
    expect(within(screen.getByRole('region', { name: 'Today' })).getByText('1 h 40 min')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Untitled list' })).queryByText(/focused/)).toBeNull();
    expect(screen.getByText('2 h 1 min focused')).toBeVisible();
    focus(core, added, 'Bread', 1);
    expect(within(card('Bread')).getByRole('img', { name: /1 min focused/ })).toBeInTheDocument();
    expect(screen.getByText('2 h 2 min focused')).toBeVisible();
    core.do({ type: 'load_sessions' });
    for (const { id } of core.state().focus_sessions.sessions) core.do({ type: 'delete_session', session_id: id });
    expect(screen.queryByText(/focused$/)).toBeNull();
  });
});
