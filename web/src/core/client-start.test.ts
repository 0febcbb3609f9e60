import type { BoardView, Patch } from '@twentyfour/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { snapshot } from '../testing/fake-core';
import type { CoreHandle } from './load-core';

vi.mock('./load-core', () => ({ loadCore: vi.fn(), replaceCore: vi.fn() }));

const LOADING: Patch = { type: 'board_status_changed', slug: 'garden', status: 'loading' };

/** Opens the page's core, which responds to its start with these patches. Returns the page's status and its listener. */
async function open(...patches: Patch[]) {
  vi.resetModules();
  const { coreStatus, openCore } = await import('./client');
  const { loadCore } = await import('./load-core');
  let listener: Parameters<CoreHandle['subscribe']>[0] = () => undefined;
  vi.mocked(loadCore).mockResolvedValue({
    snapshot: () => JSON.stringify(snapshot()),
    dispatch: ({ type }) => {
      if (type === 'start') listener({ patches, effects: [] });
      return null;
    },
    hold_file: () => 1,
    hold_read: () => undefined,
    hold_response: () => undefined,
    subscribe: (callback) => {
      listener = callback;
      return () => undefined;
    },
  });
  void openCore();
  await vi.advanceTimersByTimeAsync(0);
  return { status: () => coreStatus.getState().status, emit: (...more: Patch[]) => listener({ patches: more, effects: [] }) };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

it('shows a page without a board at once', async () => {
  const { status } = await open();
  expect(status()).toBe('ready');
});

it('shows a board together with its first screen', async () => {
  const { status, emit } = await open(LOADING);
  expect(status()).toBe('loading');
  const view = { board: { id: 'b' }, lists: [], cards: [] } as unknown as BoardView;
  emit({ type: 'board_opened', board: JSON.stringify(view) });
  await vi.advanceTimersByTimeAsync(0);
  expect(status()).toBe('ready');
});

it('shows a board that cannot be opened at once', async () => {
  const { status, emit } = await open(LOADING);
  emit({ type: 'board_status_changed', slug: 'garden', status: 'not_found' });
  await vi.advanceTimersByTimeAsync(0);
  expect(status()).toBe('ready');
});

it('shows a board without its cards after 150 ms', async () => {
  const { status } = await open(LOADING);
  await vi.advanceTimersByTimeAsync(140);
  expect(status()).toBe('loading');
  await vi.advanceTimersByTimeAsync(20);
  expect(status()).toBe('ready');
});
