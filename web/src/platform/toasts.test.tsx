import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-hot-toast';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectFakeCore } from '../testing/fake-core';
import { Toaster } from '../ui/Toaster';
import { registerNavigate } from './navigation';

describe('toasts with a button', () => {
  beforeEach(() => {
    render(<Toaster position="bottom-left" duration={5000} />);
  });
  afterEach(() => {
    act(() => toast.remove());
  });

  it('undoes its own change once', async () => {
    const core = connectFakeCore();
    core.emit([], [{ type: 'toast', kind: 'blank', message: 'Card deleted', undo: 'change 1' }]);
    core.emit([], [{ type: 'toast', kind: 'blank', message: 'List deleted', undo: 'change 2' }]);
    expect(screen.getByText('List deleted')).toBeInTheDocument();
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[1] ?? document.body);
    expect(core.intents).toEqual([{ type: 'undo', change_id: 'change 1' }]);
  });

  it('has no Undo where there is nothing to undo', () => {
    connectFakeCore().emit([], [{ type: 'toast', kind: 'success', message: 'Board updated successfully', undo: null }]);
    expect(screen.getByText('Board updated successfully')).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows a reminder that opens its card and can be dismissed', async () => {
    const go = vi.fn();
    registerNavigate(go);
    const core = connectFakeCore();
    const milk = { type: 'remind', message: 'Milk is due at 09:00', path: '/app/b/groceries?card=milk' } as const;
    // The same reminder is emitted twice but shown once.
    core.emit([], [milk, milk]);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(go).toHaveBeenCalledExactlyOnceWith('/app/b/groceries?card=milk', { replace: false });
    core.emit([], [{ ...milk, message: 'Bread is due at 10:00', path: '/app/b/groceries?card=bread' }]);
    const dismiss = vi.spyOn(toast, 'dismiss');
    await userEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] ?? document.body);
    expect(dismiss).toHaveBeenCalledExactlyOnceWith('reminder /app/b/groceries?card=bread');
    expect(core.intents).toEqual([]);
  });
});
