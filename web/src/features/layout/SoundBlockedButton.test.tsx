import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { soundState, unblockSound } from '../../platform/audio-player';
import { startGuest } from '../../testing/real-core';
import { SoundBlockedButton } from './SoundBlockedButton';

vi.mock('../../platform/audio-player', async (original) => ({ ...(await original<object>()), unblockSound: vi.fn() }));

const mark = () => screen.queryByRole('button', { name: 'Turn on sound' });

const open = async (path: string) => {
  const core = await startGuest();
  core.do({ type: 'start_timer' });
  render(
    <MemoryRouter initialEntries={[path]}>
      <SoundBlockedButton />
    </MemoryRouter>,
  );
  return core;
};

describe('the button for blocked sound', () => {
  afterEach(() => act(() => soundState.setState({ isBlocked: false })));

  it('shows while the timer runs and unblocks sound', async () => {
    const core = await open('/app/stats');
    expect(mark()).toBeNull();
    act(() => soundState.setState({ isBlocked: true }));
    await userEvent.click(mark() ?? document.body);
    expect(unblockSound).toHaveBeenCalledOnce();
    core.do({ type: 'pause_timer' });
    expect(mark()).toBeNull();
  });

  it('is hidden on Home', async () => {
    await open('/app');
    act(() => soundState.setState({ isBlocked: true }));
    expect(mark()).toBeNull();
  });
});
