import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { startGuest } from '../../testing/real-core';
import { oversleep } from '../../testing/timer';
import { Toaster } from '../../ui/Toaster';
import { useOverrunToast } from './useOverrunToast';

const reviewButton = () => screen.queryByRole('button', { name: 'Review' });

function Page() {
  useOverrunToast();
  return <Toaster position="bottom-left" duration={5000} />;
}

async function open(path: string) {
  // Otherwise the library would remove a toast of the next test, a second after that of this one was dismissed.
  const core = await startGuest({ fakesTimers: true });
  await oversleep(core);
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return { core, router };
}

describe('the overrun prompt, on a page without it', () => {
  afterEach(() => {
    act(() => toast.remove());
  });

  it('shows one toast that leads to Home', async () => {
    const { router } = await open('/app/stats');
    expect(screen.getByText('Your session ended while you were away. How much should count?')).toBeInTheDocument();
    fireEvent.click(reviewButton() ?? document.body);
    expect(router.state.location.pathname).toBe('/app');
    act(() => toast.remove());
    await act(() => router.navigate('/app/tasks'));
    expect(reviewButton()).toBeNull();
  });

  it('is not shown on Home', async () => {
    await open('/app');
    expect(reviewButton()).toBeNull();
  });

  it('is dismissed when resolved elsewhere and shown again for another overrun', async () => {
    const { core } = await open('/app/stats');
    expect(reviewButton()).not.toBeNull();
    core.do({ type: 'resolve_overrun', choice: 'trim' });
    await core.advance(2000);
    expect(reviewButton()).toBeNull();
    core.do({ type: 'skip_timer' });
    await oversleep(core);
    expect(reviewButton()).not.toBeNull();
  });
});
