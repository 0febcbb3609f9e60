import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

/** A fake service worker whose state tests change. */
class Worker extends EventTarget {
  readonly messages: unknown[] = [];

  constructor(public state: ServiceWorkerState) {
    super();
  }

  postMessage(message: unknown): void {
    this.messages.push(message);
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | null = null;
  readonly update = vi.fn<() => Promise<void>>().mockRejectedValue(new TypeError('no network'));

  /** Simulates that the browser finds a newer worker. */
  find(): Worker {
    const worker = new Worker('installing');
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    return worker;
  }
}

class Container extends EventTarget {
  readonly registration = new Registration();
  isRefused = false;

  constructor(public controller: Worker | null) {
    super();
  }

  async register(): Promise<Registration> {
    if (this.isRefused) throw new DOMException('The operation is insecure.', 'SecurityError');
    return this.registration;
  }

  /** Makes another worker control this page. */
  control(worker: Worker): void {
    worker.become('activated');
    this.controller = worker;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

const reload = vi.fn();

/** Loads a fresh copy of the module, as a page load does, and starts it. */
async function start(container: Container) {
  vi.resetModules();
  const { registerServiceWorker, useUpdate } = await import('./app-update');
  const { result } = renderHook(() => useUpdate());
  await act(() => registerServiceWorker(container as unknown as ServiceWorkerContainer, reload));
  return result;
}

/** Returns a container whose page was opened with an active worker. */
function controlled(): Container {
  const worker = new Worker('activated');
  const container = new Container(worker);
  container.registration.active = worker;
  return container;
}

beforeEach(() => {
  reload.mockReset();
});

describe('the first worker', () => {
  it('shows no update for the first worker', async () => {
    const container = new Container(null);
    const worker = new Worker('installing');
    container.registration.installing = worker;
    const update = await start(container);
    act(() => worker.become('installed'));
    act(() => container.control(worker));
    expect(update.current.isReady).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('ignores a failed registration', async () => {
    const container = new Container(null);
    container.isRefused = true;
    expect((await start(container)).current.isReady).toBe(false);
  });
});

describe('a newer worker', () => {
  it('is offered once installed and applied on request', async () => {
    const container = controlled();
    const update = await start(container);
    const worker = container.registration.find();
    expect(update.current.isReady).toBe(false);
    act(() => worker.become('installed'));
    expect(update.current.isReady).toBe(true);
    expect(worker.messages).toEqual([]);

    act(() => update.current.apply());
    expect(worker.messages).toEqual(['skip_waiting']);
    expect(reload).not.toHaveBeenCalled();
    act(() => container.control(worker));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(update.current.isReady).toBe(false);
  });

  it('is offered on a visit that finds it waiting', async () => {
    const container = controlled();
    container.registration.waiting = new Worker('installed');
    expect((await start(container)).current.isReady).toBe(true);
  });

  it('is not offered when it could not be installed', async () => {
    const container = controlled();
    const update = await start(container);
    const worker = container.registration.find();
    act(() => worker.become('redundant'));
    expect(update.current.isReady).toBe(false);
  });

  it('can be dismissed until the next version', async () => {
    const container = controlled();
    const update = await start(container);
    act(() => container.registration.find().become('installed'));
    act(() => update.current.dismiss());
    expect(update.current.isReady).toBe(false);
    act(() => container.registration.find().become('installed'));
    expect(update.current.isReady).toBe(true);
  });

  it('applied in another tab is offered here without a reload', async () => {
    const container = controlled();
    const update = await start(container);
    const worker = container.registration.find();
    act(() => worker.become('installed'));
    act(() => update.current.dismiss());
    act(() => container.control(worker));
    expect(reload).not.toHaveBeenCalled();
    expect(update.current.isReady).toBe(true);
    act(() => update.current.apply());
    expect(worker.messages).toEqual([]);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('is checked once an hour while the page is open', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
    try {
      const { registration } = controlled();
      const container = controlled();
      Object.assign(container, { registration });
      await start(container);
      document.dispatchEvent(new Event('visibilitychange'));
      expect(registration.update).not.toHaveBeenCalled();
      vi.advanceTimersByTime(60 * 60 * 1000);
      expect(registration.update).toHaveBeenCalledTimes(1);
      document.dispatchEvent(new Event('visibilitychange'));
      expect(registration.update).toHaveBeenCalledTimes(1);
      vi.advanceTimersByTime(60 * 60 * 1000);
      expect(registration.update).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
