import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { soundState, unblockSound } from '../../platform/sounds';
import { snapshot, connectFakeCore } from '../../testing/fake-core';
import { SoundBlockedButton } from './SoundBlockedButton';

vi.mock('../../platform/sounds', async (original) => ({ ...(await original<object>()), unblockSound: vi.fn() }));

const { timer } = snapshot();
const running = { ...timer, state: { ...timer.state, isActive: true } };
const mark = () => screen.queryByRole('button', { name: 'Sound is blocked. Press to turn it on.' });

const open = (path: string) => {
  const core = connectFakeCore({ timer: running });
  render(
    <MemoryRouter initialEntries={[path]}>
      <SoundBlockedButton />
    </MemoryRouter>,
  );
  return core;
};

describe('the mark of a sound that is held back', () => {
  afterEach(() => act(() => soundState.setState({ is_blocked: false })));

  it('shows while the timer runs and unblocks sound', async () => {
    const core = open('/app/stats');
    expect(mark()).toBeNull();
    act(() => soundState.setState({ is_blocked: true }));
    await userEvent.click(mark() ?? document.body);
    expect(unblockSound).toHaveBeenCalledOnce();
    core.emit([{ type: 'timer', timer }]);
    expect(mark()).toBeNull();
  });

  it('is hidden on Home', () => {
    open('/app');
    act(() => soundState.setState({ is_blocked: true }));
    expect(mark()).toBeNull();
  });
});
