import type { Intent, Rejection } from '@twentyfour/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { showToast } from '../platform/toasts';
import { snapshot } from '../testing/fake-core';
import { coreStatus, dispatch, mirror, openCore, showPreview } from './client';
import { type CoreHandle, loadCore } from './load-core';

vi.mock('./load-core', () => ({ loadCore: vi.fn(), nextTask: () => Promise.resolve(), replaceCore: vi.fn() }));
vi.mock('../platform/toasts', () => ({ showToast: vi.fn() }));

/** Returns a core of a guest named Ada. */
function guestCore(intents: Intent[], reject: (intent: Intent) => Rejection | null): CoreHandle {
  const { session, ...rest } = snapshot();
  return {
    snapshot: () => JSON.stringify({ ...rest, session: { ...session, isAuthenticated: false, guest: 'Ada' } }),
    dispatch: (intent) => {
      intents.push(intent);
      return reject(intent);
    },
    hold_file: () => 1,
    hold_read: () => undefined,
    hold_response: () => undefined,
    subscribe: () => () => undefined,
  };
}

beforeEach(() => localStorage.setItem('name', 'Ada'));

it('shows the preview until the core is ready, and then dispatches what the user did in it', async () => {
  expect(showPreview()).toBe(true);
  expect(coreStatus.getState().status).toBe('preview');
  expect(mirror.getState().session).toMatchObject({ guest: 'Ada', loading: false });
  expect(dispatch({ type: 'next_background' })).toBeNull();
  expect(dispatch({ type: 'start_timer' })).toBeNull();

  const intents: Intent[] = [];
  const rejection: Rejection = { code: 'timer_empty', message: 'Set at least 1 second to start.' };
  vi.mocked(loadCore).mockResolvedValue(guestCore(intents, ({ type }) => (type === 'start_timer' ? rejection : null)));
  await openCore();
  expect(loadCore).toHaveBeenCalledWith(expect.anything(), true);
  expect(coreStatus.getState().status).toBe('ready');
  expect(intents.map(({ type }) => type)).toEqual(['start', 'next_background', 'start_timer']);
  expect(showToast).toHaveBeenCalledExactlyOnceWith('error', rejection.message, null);

  // The next page starts with what this one shows.
  localStorage.removeItem('homePreview');
  window.dispatchEvent(new Event('pagehide'));
  expect(JSON.parse(localStorage.getItem('homePreview') ?? '{}')).toMatchObject({ owner: 'Ada' });
});
