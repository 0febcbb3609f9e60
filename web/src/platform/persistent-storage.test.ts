import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestPersistentStorage } from './persistent-storage';

const persisted = vi.fn<() => Promise<boolean>>();
const persist = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  localStorage.clear();
  persisted.mockReset().mockResolvedValue(false);
  persist.mockReset().mockResolvedValue(false);
  Object.defineProperty(navigator, 'storage', { value: { persisted, persist }, configurable: true });
  return () => {
    Reflect.deleteProperty(navigator, 'storage');
    localStorage.clear();
    vi.useRealTimers();
  };
});

describe('persistent storage', () => {
  it('is requested once and again after a week', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await requestPersistentStorage();
    await requestPersistentStorage();
    expect(persist).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 8 * 24 * 60 * 60 * 1000);
    await requestPersistentStorage();
    expect(persist).toHaveBeenCalledTimes(2);
  });

  it('is not requested when already granted', async () => {
    persisted.mockResolvedValue(true);
    await requestPersistentStorage();
    expect(persist).not.toHaveBeenCalled();
  });

  it('ignores a denied request and a missing API', async () => {
    persist.mockRejectedValue(new Error('not now'));
    await expect(requestPersistentStorage()).resolves.toBeUndefined();
    localStorage.clear();
    Reflect.deleteProperty(navigator, 'storage');
    await expect(requestPersistentStorage()).resolves.toBeUndefined();
  });
});
