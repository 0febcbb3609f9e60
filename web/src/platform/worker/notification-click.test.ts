import { describe, expect, it, vi } from 'vitest';
import { openApp } from './notification-click';

const page = () => ({ focus: vi.fn(async () => undefined), postMessage: vi.fn() });
const clientsWith = (pages: ReturnType<typeof page>[]) => {
  return { matchAll: vi.fn(async () => pages), openWindow: vi.fn(async (_path: string) => null) };
};

describe('a clicked notification', () => {
  it('focuses the last used page without navigating', async () => {
    const [last, other] = [page(), page()];
    const clients = clientsWith([last, other]);
    await openApp(clients, { path: null });
    expect(last.focus).toHaveBeenCalledOnce();
    expect(last.postMessage).not.toHaveBeenCalled();
    expect(other.focus).not.toHaveBeenCalled();
    expect(clients.openWindow).not.toHaveBeenCalled();
  });

  it('posts the path to the page', async () => {
    const last = page();
    await openApp(clientsWith([last]), { path: '/app/b/groceries?card=1' });
    expect(last.postMessage).toHaveBeenCalledExactlyOnceWith({ opened_path: '/app/b/groceries?card=1' });
  });

  it('opens the app where no page is open', async () => {
    const clients = clientsWith([]);
    await openApp(clients, { path: '/app/b/groceries?card=1' });
    await openApp(clients, undefined);
    expect(clients.openWindow.mock.calls).toEqual([['/app/b/groceries?card=1'], ['/app']]);
  });
});
