import type { Intent, TimerState } from '@twentyfour/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeCore, snapshot, startFakeCore } from '../../core/testing';
import { countdown } from './countdown';
import { TimerView } from './TimerView';

const { timer } = snapshot();
const idle: TimerState = { ...timer.state, minutes: 25, seconds: 0 };

let core: FakeCore;
const show = (state: Partial<TimerState>, can_start = true) =>
  core.say([{ type: 'timer', timer: { ...timer, can_start, state: { ...idle, ...state } } }]);

beforeEach(() => {
  core = startFakeCore({ timer: { ...timer, state: idle, can_start: true } });
});

describe('countdown', () => {
  it('has two digits at least', () => {
    expect(countdown({ minutes: 0, seconds: 7 })).toBe('00:07');
    expect(countdown({ minutes: 180, seconds: 0 })).toBe('180:00');
  });
});

describe('the timer', () => {
  it('offers what can be done as it stands', async () => {
    render(<TimerView />);
    expect(screen.getByRole('timer')).toHaveTextContent('25:00');
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    show({ isActive: true, minutes: 24, seconds: 59 });
    expect(screen.getByRole('timer')).toHaveTextContent('24:59');
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    show({ hasPreviousSession: true });
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await userEvent.click(screen.getByRole('button', { name: 'Skip' }));
    expect(core.intents.map(({ type }) => type)).toEqual([
      'start_timer',
      'pause_timer',
      'start_timer',
      'reset_timer',
      'skip_timer',
    ]);
  });

  it('cannot be started where nothing is left', () => {
    render(<TimerView />);
    show({ minutes: 0 }, false);
    expect(screen.getByRole('button', { name: 'Start' })).toBeDisabled();
  });
});

describe('the editor', () => {
  const open = async () => {
    render(<TimerView />);
    await userEvent.click(screen.getByRole('button', { name: 'Timer settings' }));
    return screen.getByRole('textbox', { name: 'Minutes' });
  };

  it('hands over what was typed when the field is left, and then shows what the core says', async () => {
    const field = await open();
    await userEvent.clear(field);
    await userEvent.type(field, '75');
    expect(core.intents).toEqual([]);
    await userEvent.tab();
    expect(core.intents).toEqual([{ type: 'type_timer_field', field: 'minutes', text: '75' }]);
    // The core has refused it, so nothing has changed.
    expect(field).toHaveValue('25');
  });

  it('takes Enter, and loses nothing on Escape', async () => {
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

  it('closes by its button', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(core.intents).toEqual([]);
  });

  it('is read-only while the timer runs', async () => {
    const field = await open();
    show({ isActive: true });
    expect(field).toHaveAttribute('readonly');
    expect(screen.getByRole('button', { name: 'More minutes' })).toBeDisabled();
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(core.intents).toEqual([]);
  });

  it('steps once for a press by keyboard', async () => {
    await open();
    screen.getByRole('button', { name: 'Fewer seconds' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(core.intents).toEqual([{ type: 'step_timer_field', field: 'seconds', direction: 'down' }]);
  });
});

describe('holding an arrow', () => {
  const step = (direction: 'up' | 'down'): Intent => ({ type: 'step_timer_field', field: 'minutes', direction });
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const open = () => {
    render(<TimerView />);
    fireEvent.click(screen.getByRole('button', { name: 'Timer settings' }));
  };
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

  it('steps at once, and every 100 ms while it stays held', () => {
    open();
    const arrow = screen.getByRole('button', { name: 'More minutes' });
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

  it('works by the arrow keys at the same pace, whatever the system repeats', () => {
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
