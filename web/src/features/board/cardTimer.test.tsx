import type { FocusTime, TimerState, TimerView } from '@twentyfour/core';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-hot-toast';
import { describe, expect, it, vi } from 'vitest';
import { notificationPermission } from '../../shell/notificationPrompt';
import { snapshot } from '../../testing/fake-core';
import { Toaster } from '../../ui/Toaster';
import { sentIntents, open, opened } from './testing';

const { timer } = snapshot();
const milk = { board_id: '1', board_slug: 'groceries-7f3k', card_id: 'milk', title: 'Milk' } as const;
const at = (state: Partial<TimerState>, fields: Partial<TimerView> = {}): TimerView => ({
  ...timer,
  card: milk,
  ...fields,
  state: { ...timer.state, ...state },
});
const sum = (id: string, focused: number, sessions = 1): FocusTime => ({ id, focused, sessions });

const card = (title: string) => screen.getByRole('button', { name: title });

describe('focusing on a card', () => {
  it('starts with one press on the card', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'Focus on this card: Milk' }));
    expect(sentIntents(core)).toEqual([{ type: 'focus_card', board_id: '1', card_id: 'milk' }]);
  });

  it('prompts once for notifications and requests permission on press', async () => {
    const requestPermission = vi.fn(async () => 'granted');
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    notificationPermission.setState({ permission: 'default', wasAsked: false, wasOffered: false });
    open();
    render(<Toaster position="bottom-left" duration={5000} />);
    const start = () => userEvent.click(screen.getByRole('button', { name: 'Focus on this card: Milk' }));
    await start();
    expect(screen.getByText('Get notified when time is up')).toBeInTheDocument();
    expect(requestPermission).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }));
    expect(requestPermission).toHaveBeenCalledOnce();
    act(() => toast.remove());
    await start();
    expect(screen.queryByRole('button', { name: 'Turn on notifications' })).toBeNull();
    notificationPermission.setState({ permission: 'denied', wasAsked: false, wasOffered: false });
    vi.unstubAllGlobals();
  });

  it('shows the timer state on the card and pauses and resumes it', async () => {
    const core = open({ ...opened, timer: at({ isActive: true }) });
    expect(card('Milk')).toHaveAccessibleDescription(/Focusing/);
    expect(card('Bread')).not.toHaveAccessibleDescription(/Focusing/);
    await userEvent.click(screen.getByRole('button', { name: 'Pause timer: Milk' }));
    core.emit([{ type: 'timer', timer: at({ hasPreviousSession: true }) }]);
    expect(card('Milk')).toHaveAccessibleDescription(/Timer paused/);
    await userEvent.click(screen.getByRole('button', { name: 'Resume timer: Milk' }));
    expect(sentIntents(core)).toEqual([{ type: 'pause_timer' }, { type: 'focus_card', board_id: '1', card_id: 'milk' }]);
    // A break belongs to no card.
    core.emit([{ type: 'timer', timer: at({ isActive: true }, { phase: 'short_break' }) }]);
    expect(screen.getByRole('button', { name: 'Focus on this card: Milk' })).toBeInTheDocument();
  });

  it('is offered by the card’s options too', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'Options for Milk' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Focus on this card' }));
    expect(sentIntents(core)).toEqual([{ type: 'focus_card', board_id: '1', card_id: 'milk' }]);
  });

  it('is offered in the card dialog with its time', async () => {
    const core = open({ ...opened, timer: at({ isActive: true }), focus_times: [sum('milk', 4800, 3)] }, 'milk');
    const dialog = within(screen.getByRole('dialog', { name: 'Milk' }));
    expect(dialog.getAllByText('1 h 20 min in 3 sessions').length).toBeGreaterThan(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Pause timer' }));
    expect(sentIntents(core)).toEqual([{ type: 'pause_timer' }]);
  });
});

describe('focused time', () => {
  it('shows on the card, its list and the board', () => {
    const core = open({ ...opened, focus_times: [sum('milk', 4800), sum('A', 6000), sum('1', 7260)] });
    expect(card('Milk')).toHaveAccessibleDescription(/1 h 20 min focused/);
    expect(card('Bread')).not.toHaveAccessibleDescription(/focused/);
    expect(within(screen.getByRole('region', { name: 'Today' })).getByText('1 h 40 min')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Untitled list' })).queryByText(/focused/)).toBeNull();
    expect(screen.getByText('2 h 1 min focused')).toBeVisible();
    core.emit([{ type: 'focus_time_changed', focus_time: sum('bread', 90) }]);
    expect(card('Bread')).toHaveAccessibleDescription(/1 min focused/);
    core.emit([{ type: 'focus_time_changed', focus_time: sum('1', 0, 0) }]);
    expect(screen.queryByText('2 h 1 min focused')).toBeNull();
  });

  it('is not shown below a minute', () => {
    open({ ...opened, focus_times: [sum('milk', 59), sum('1', 59)] });
    expect(screen.queryByText(/0 min/)).toBeNull();
  });
});
