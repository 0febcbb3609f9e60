import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { mirror } from '../../core/client';
import { dispatcherStore, useCommand } from './bindings';

// The tests are about the order, not about how long a module takes to load.
beforeAll(async () => {
  const { dispatchKey } = await import('./dispatcher');
  // Another test may have changed the keys, or pressed the first key of a sequence.
  mirror.setState(({ preferences }) => ({ preferences: { ...preferences, shortcuts: '' } }));
  dispatchKey(new KeyboardEvent('keydown', { key: 'Escape' }));
});

it('keys that are pressed before the dispatcher is loaded run when it is', async () => {
  // Another test may have loaded it.
  dispatcherStore.setState(null, true);
  const run = vi.fn();
  function Page() {
    useCommand('filter_cards', run);
    return null;
  }
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'f' });
  expect(run).not.toHaveBeenCalled();
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
  fireEvent.keyDown(document.body, { key: 'f' });
  expect(run).toHaveBeenCalledTimes(2);
});

it('early keys do not run when something else has got the focus', async () => {
  dispatcherStore.setState(null, true);
  const run = vi.fn();
  function Page() {
    useCommand('filter_cards', run);
    return <input />;
  }
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'f' });
  screen.getByRole('textbox').focus();
  await waitFor(() => expect(dispatcherStore.getState()).not.toBeNull());
  await new Promise((done) => setTimeout(done));
  expect(run).not.toHaveBeenCalled();
});
