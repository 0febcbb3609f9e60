import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useIsPreview } from '../../core/hooks';
import { scheduleServiceWorkerRegistration, useUpdate } from '../../platform/app-update';
import { UpdateNotice } from './UpdateNotice';

vi.mock('../../core/hooks', () => ({ useIsPreview: vi.fn(() => false) }));
vi.mock('../../platform/app-update', () => ({ useUpdate: vi.fn(), scheduleServiceWorkerRegistration: vi.fn() }));

const apply = vi.fn();
const dismiss = vi.fn();

function offer(isReady: boolean): void {
  vi.mocked(useUpdate).mockReturnValue({ isReady, apply, dismiss });
}

beforeEach(() => {
  apply.mockReset();
  dismiss.mockReset();
  vi.mocked(scheduleServiceWorkerRegistration).mockReset();
});

describe('the notice of an update', () => {
  it('is silent while there is none', () => {
    offer(false);
    render(<UpdateNotice />);
    expect(screen.queryByText(/Update available/)).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is announced without moving the focus', () => {
    offer(false);
    const { rerender } = render(<UpdateNotice />);
    offer(true);
    rerender(<UpdateNotice />);
    expect(screen.getByText('Update available').closest('[aria-live="polite"]')).not.toBeNull();
    expect(document.body).toHaveFocus();
  });

  it('can be applied or dismissed, also by keyboard', async () => {
    offer(true);
    render(<UpdateNotice />);
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Update' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(apply).toHaveBeenCalledTimes(1);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(dismiss).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Not now' })).toHaveFocus();
  });
});

it('the service worker is registered only once the core has started', () => {
  offer(false);
  vi.mocked(useIsPreview).mockReturnValue(true);
  const { rerender } = render(<UpdateNotice />);
  expect(scheduleServiceWorkerRegistration).not.toHaveBeenCalled();
  vi.mocked(useIsPreview).mockReturnValue(false);
  rerender(<UpdateNotice />);
  expect(scheduleServiceWorkerRegistration).toHaveBeenCalledOnce();
});
