import type { UiEffect } from '@twentyfour/core';
import { toast } from 'react-hot-toast';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadText } from '../platform/download';
import { registerNavigate } from '../platform/navigation';
import { playEnding, playLoop, stopSounds } from '../platform/sounds';
import { runEffect as runWith } from './effects';
import { subscribeToServerResults } from './server-results';

vi.mock('../platform/download');
vi.mock('../platform/sounds');

const dispatch = vi.fn();
const runEffect = (effect: UiEffect) => runWith(effect, dispatch);

describe('notifications', () => {
  const shown = vi.fn();
  let options: object[] = [];
  class FakeNotification {
    static permission = 'granted';
    static isRefusing = false;
    static requestPermission = vi.fn(async () => 'granted');
    constructor(title: string, given: { body: string }) {
      if (FakeNotification.isRefusing) throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification().');
      shown(title, given.body);
      options.push(given);
    }
    addEventListener() {}
  }

  beforeEach(() => {
    shown.mockClear();
    options = [];
    FakeNotification.isRefusing = false;
    FakeNotification.requestPermission.mockClear();
    vi.stubGlobal('Notification', FakeNotification);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('shows the product’s name and the text where that is permitted', () => {
    FakeNotification.permission = 'granted';
    runEffect({ type: 'notify', body: 'Time to work!' });
    expect(shown).toHaveBeenCalledExactlyOnceWith('Twentyfour', 'Time to work!');
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  });

  it('sets renotify so a replaced notification still alerts', () => {
    FakeNotification.permission = 'granted';
    runEffect({ type: 'notify', body: 'Time to work!' });
    runEffect({ type: 'notify', body: 'Time for a break!' });
    expect(options).toHaveLength(2);
    for (const given of options) expect(given).toMatchObject({ tag: 'timer', renotify: true });
  });

  it('falls back to the service worker where pages cannot create notifications', async () => {
    FakeNotification.permission = 'granted';
    FakeNotification.isRefusing = true;
    const showNotification = vi.fn(async () => undefined);
    const container = Object.assign(new EventTarget(), { ready: Promise.resolve({ showNotification }) });
    vi.stubGlobal('navigator', { serviceWorker: container });
    const go = vi.fn();
    registerNavigate(go);
    runEffect({ type: 'notify', body: 'Time to work!' });
    await vi.waitFor(() => expect(showNotification).toHaveBeenCalledOnce());
    expect(showNotification).toHaveBeenCalledWith(
      'Twentyfour',
      expect.objectContaining({ body: 'Time to work!', tag: 'timer', renotify: true, data: { path: null } }),
    );
    // The message that the service worker sends after a click.
    container.dispatchEvent(new MessageEvent('message', { data: { opened_path: '/app/b/groceries?card=1' } }));
    container.dispatchEvent(new MessageEvent('message', { data: 'something else' }));
    expect(go).toHaveBeenCalledExactlyOnceWith('/app/b/groceries?card=1', { replace: false });
    // Must not throw without a service worker.
    vi.stubGlobal('navigator', {});
    expect(() => runEffect({ type: 'notify', body: 'Time to work!' })).not.toThrow();
  });

  it('shows nothing and does not prompt before the user decides', () => {
    FakeNotification.permission = 'default';
    runEffect({ type: 'notify', body: 'Time to work!' });
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
    expect(shown).not.toHaveBeenCalled();
  });

  it('shows a reminder without requesting permission', async () => {
    FakeNotification.permission = 'default';
    const remind = { type: 'remind', message: 'Milk is due at 09:00', path: '/app/b/groceries?card=1' } as const;
    runEffect(remind);
    expect(shown).not.toHaveBeenCalled();
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
    FakeNotification.permission = 'granted';
    await Promise.resolve();
    runEffect(remind);
    expect(shown).toHaveBeenCalledExactlyOnceWith('Twentyfour', 'Milk is due at 09:00');
  });

  it('does nothing when permission is denied or unsupported', async () => {
    FakeNotification.permission = 'denied';
    runEffect({ type: 'notify', body: 'Time to work!' });
    vi.stubGlobal('Notification', undefined);
    await Promise.resolve();
    expect(() => runEffect({ type: 'notify', body: 'Time to work!' })).not.toThrow();
    expect(shown).not.toHaveBeenCalled();
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  });
});

describe('the other effects', () => {
  it('plays and stops sounds, and plays nothing for none', () => {
    runEffect({ type: 'play_loop', sound: 'rain', volume: 40 });
    runEffect({ type: 'play_ending', sound: 'gong', volume: 60 });
    runEffect({ type: 'play_loop', sound: 'none', volume: 40 });
    runEffect({ type: 'play_ending', sound: 'none', volume: 60 });
    runEffect({ type: 'stop_sounds' });
    expect(playLoop).toHaveBeenCalledExactlyOnceWith('rain', 40);
    expect(playEnding).toHaveBeenCalledExactlyOnceWith('gong', 60);
    expect(stopSounds).toHaveBeenCalledOnce();
  });

  it('downloads a file by name', () => {
    runEffect({ type: 'download', name: 'sessions.csv', media_type: 'text/csv', text: 'id' });
    expect(downloadText).toHaveBeenCalledExactlyOnceWith('sessions.csv', 'text/csv', 'id');
  });

  it('navigates by the router', () => {
    const go = vi.fn();
    registerNavigate(go);
    runEffect({ type: 'navigate', path: '/auth?type=login', replace: true });
    expect(go).toHaveBeenCalledExactlyOnceWith('/auth?type=login', { replace: true });
  });

  it('dismisses the error toasts, and no others', () => {
    vi.spyOn(toast, 'error').mockReturnValue('failed');
    vi.spyOn(toast, 'success').mockReturnValue('worked');
    const dismiss = vi.spyOn(toast, 'dismiss');
    runEffect({ type: 'toast', kind: 'success', message: 'Successfully logged in!', undo: null });
    runEffect({ type: 'toast', kind: 'error', message: 'Something went wrong. Please try again.', undo: null });
    runEffect({ type: 'dismiss_errors' });
    runEffect({ type: 'dismiss_errors' });
    expect(dismiss).toHaveBeenCalledExactlyOnceWith('failed');
  });

  it('replaces a toast with Undo by the next one with the same message', () => {
    const shown = vi.spyOn(toast, 'success').mockReturnValue('');
    runEffect({ type: 'toast', kind: 'success', message: 'Card marked as done', undo: 'a' });
    runEffect({ type: 'toast', kind: 'success', message: 'Card marked as done', undo: 'b' });
    runEffect({ type: 'toast', kind: 'success', message: 'Card marked as not done', undo: 'c' });
    const ids = shown.mock.calls.map(([, options]) => options?.id);
    expect(ids).toEqual([expect.any(String), ids[0], expect.any(String)]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('shows each kind of toast', () => {
    const success = vi.spyOn(toast, 'success').mockReturnValue('');
    const error = vi.spyOn(toast, 'error').mockReturnValue('');
    runEffect({ type: 'toast', kind: 'success', message: 'Successfully logged in!', undo: null });
    runEffect({ type: 'toast', kind: 'error', message: 'Something went wrong. Please try again.', undo: null });
    expect(success).toHaveBeenCalledExactlyOnceWith('Successfully logged in!', {});
    expect(error).toHaveBeenCalledExactlyOnceWith('Something went wrong. Please try again.', {});
  });
});

describe('searches on the server', () => {
  it('passes the response to those who are subscribed', () => {
    const received = vi.fn();
    const unsubscribe = subscribeToServerResults(received);
    runEffect({ type: 'search_response', query: 'bread', cursor: null, results: '{}' });
    unsubscribe();
    runEffect({ type: 'search_response', query: 'milk', cursor: null, results: null });
    expect(received).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ query: 'bread', cursor: null, results: '{}' }));
  });
});
