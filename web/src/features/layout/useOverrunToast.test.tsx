import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-hot-toast';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { snapshot, connectFakeCore } from '../../testing/fake-core';
import { Toaster } from '../../ui/Toaster';
import { useOverrunToast } from './useOverrunToast';

const { timer } = snapshot();
const asking = { ...timer, overrun: { keep: 3600, trim: 1500, discard: 0 } };
const answer = () => screen.queryByRole('button', { name: 'Review' });

function Page() {
  useOverrunToast();
  return <Toaster position="bottom-left" duration={5000} />;
}

function open(path: string) {
  const core = connectFakeCore({ timer: asking });
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return { core, router };
}

describe('the overrun prompt, on a page without it', () => {
  afterEach(() => {
    act(() => toast.remove());
  });

  it('shows one toast that leads to Home', async () => {
    const { router } = open('/app/stats');
    expect(screen.getByText('Your session ended while you were away. How much should count?')).toBeInTheDocument();
    await userEvent.click(answer() ?? document.body);
    expect(router.state.location.pathname).toBe('/app');
    act(() => toast.remove());
    await act(() => router.navigate('/app/tasks'));
    expect(answer()).toBeNull();
  });

  it('is not shown on Home', () => {
    open('/app');
    expect(answer()).toBeNull();
  });

  it('is dismissed when answered elsewhere and shown again for another overrun', () => {
    vi.useFakeTimers();
    const { core } = open('/app/stats');
    expect(answer()).not.toBeNull();
    core.emit([{ type: 'timer', timer }]);
    act(() => vi.advanceTimersByTime(2000));
    expect(answer()).toBeNull();
    core.emit([{ type: 'timer', timer: asking }]);
    expect(answer()).not.toBeNull();
    vi.useRealTimers();
  });
});
