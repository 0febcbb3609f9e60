import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { toast } from 'react-hot-toast';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary';
import { LazyPanel } from './LazyPanel';
import { lazyComponent } from './lazyComponent';
import { Toaster } from './Toaster';

const FAILURE = 'This couldn’t open. Check your connection, or reload.';

const load = vi.fn<() => Promise<{ default: () => React.ReactNode }>>();

beforeEach(() => {
  load.mockReset();
  load.mockResolvedValue({ default: () => <p>The panel</p> });
});

afterEach(() => act(() => toast.remove()));

/** Renders a button that opens a panel. */
function renderPanel({ hasFailureToast = true }: { hasFailureToast?: boolean } = {}): void {
  const Panel = lazyComponent(load);
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>{open ? 'Opened' : 'Open'}</button>
        <LazyPanel component={Panel} open={open} onClose={() => setOpen(false)} hasFailureToast={hasFailureToast}>
          <Panel />
        </LazyPanel>
        <Toaster position="top-center" duration={null} />
      </>
    );
  }
  render(<ErrorBoundary renderError={(error) => <p>{String(error)}</p>}><Page /></ErrorBoundary>);
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }));

it('a panel is loaded when it first opens', async () => {
  renderPanel();
  expect(load).not.toHaveBeenCalled();
  await open();
  expect(await screen.findByText('The panel')).toBeVisible();
});

it('a panel that fails to load is closed with a toast, which is gone when the panel opens the next time', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  renderPanel();
  await open();
  await screen.findByText(FAILURE);
  expect(screen.queryByText('The panel')).toBeNull();
  await open();
  expect(await screen.findByText('The panel')).toBeVisible();
  // Dismissed toasts are removed after 1 s.
  await waitFor(() => expect(screen.queryByText(FAILURE)).toBeNull(), { timeout: 5000 });
});

it('a panel that fails to load again shows the toast again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  renderPanel();
  await open();
  await screen.findByText(FAILURE);
  await open();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(await screen.findByRole('button', { name: 'Open' })).toBeVisible();
  // Longer than until a dismissed toast is removed.
  await act(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  expect(screen.getByText(FAILURE)).toBeInTheDocument();
});

it('a panel without a failure toast is closed silently', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  renderPanel({ hasFailureToast: false });
  await open();
  expect(await screen.findByRole('button', { name: 'Open' })).toBeVisible();
  expect(screen.queryByText(FAILURE)).toBeNull();
});

it('an error while a panel is rendered goes to the boundary around it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  load.mockResolvedValue({
    default: () => {
      throw new Error('A defect');
    },
  });
  renderPanel();
  await open();
  expect(await screen.findByText('Error: A defect')).toBeVisible();
});
