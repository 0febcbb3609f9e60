import { afterEach, expect, it, vi } from 'vitest';
import { storedFlag } from './stored-flag';

const flag = storedFlag('sideList', 'unfolded');

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('is on only while its text is stored', () => {
  expect(flag.read()).toBe(false);
  flag.store(true);
  expect([flag.read(), localStorage.getItem('sideList')]).toEqual([true, 'unfolded']);
  flag.store(false);
  expect([flag.read(), localStorage.getItem('sideList')]).toEqual([false, null]);
  // Stored by an earlier version.
  localStorage.setItem('sideList', 'folded');
  expect(flag.read()).toBe(false);
});

it('is off if storage is unavailable', () => {
  const fail = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail, clear: () => undefined });
  flag.store(true);
  flag.store(false);
  expect(flag.read()).toBe(false);
});
