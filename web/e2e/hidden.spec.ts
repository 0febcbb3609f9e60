/** The timer in a background tab that the browser throttles, with the sound off. */
import { authorization } from './support/api';
import { expect, test } from './support/test';
import { newUser } from './support/users';
import { HiddenBrowser, type Tab } from './support/hidden-browser';
import { Proxy, type Rewriter } from './support/proxy';

/** The length of the phase, in seconds: well beyond the moment at which the browser starts throttling. */
const LENGTH = 30;
/** The maximum delay of the notification, in milliseconds. */
const MAX_DELAY_MS = 2_000;

/**
 * Makes the deadline Worker take three seconds to start, as on a busy machine: that must not delay the notification.
 */
const SLOW_WORKER: Rewriter = {
  handles: (path) => /^\/assets\/alarm-[^/]+\.js$/.test(path),
  // The module that only contains the Worker's URL has the same name.
  rewrite: (_, text, headers) => ({ text: text.includes('postMessage') ? `for (const start = Date.now(); Date.now() < start + 3000; );${text}` : text, headers }),
};

interface RecordedNotification {
  at: number;
  body: string;
  isHidden: boolean;
}

/**
 * Runs before the page's own scripts and records notifications. While the page is hidden, its own timers do not fire at
 * all, because browsers throttle them to one per minute at different times on different machines.
 */
const WATCH = `
  window.notifications = [];
  window.Notification = class extends EventTarget {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title, { body }) {
      super();
      window.notifications.push({ at: Date.now(), body, isHidden: document.visibilityState === 'hidden' });
    }
    close() {}
  };
  for (const name of ['setTimeout', 'setInterval']) {
    const own = window[name].bind(window);
    window[name] = (act, ...rest) =>
      own((...values) => {
        if (document.visibilityState !== 'hidden') act(...values);
      }, ...rest);
  }
`;

/** Presses a button by its text or label, as soon as it exists. */
async function press(tab: Tab, name: string): Promise<void> {
  const found = `[...document.querySelectorAll('button')].find((one) => (one.ariaLabel ?? one.innerText.trim()) === ${JSON.stringify(name)} && !one.disabled)`;
  await expect.poll(() => tab.evaluate<boolean>(`Boolean(${found})`), { timeout: 60_000 }).toBe(true);
  await tab.evaluate(`${found}.click()`);
}

/** Types into a field of the timer's editor. */
async function type(tab: Tab, field: string, text: string): Promise<void> {
  const found = `[...document.querySelectorAll('input')].find((one) => one.labels?.[0]?.textContent === ${JSON.stringify(field)})`;
  await expect.poll(() => tab.evaluate<boolean>(`Boolean(${found})`)).toBe(true);
  await tab.evaluate(`${found}.focus(), ${found}.select()`);
  await tab.send('Input.insertText', { text });
}

test('a hidden, slowed-down tab without sound notifies within two seconds of the end', async ({ server, request }) => {
  test.setTimeout(240_000);
  const signedUp = await request.post(`${server.url}/api/auth/signup/`, { data: newUser() });
  const { access_token, refresh_token } = await signedUp.json();
  const headers = authorization(access_token);
  const data = { focus_sound: 'none', ending_sound: 'none' };
  expect((await request.put(`${server.url}/api/preferences/`, { headers, data })).ok()).toBe(true);

  const proxy = await Proxy.start(server, SLOW_WORKER);
  const browser = HiddenBrowser.start();
  try {
    const tab = await browser.openSignedIn(`${proxy.url}/app`, { access_token, refresh_token }, WATCH);
    await press(tab, 'Switch to timer');
    await press(tab, 'Timer settings');
    await type(tab, 'Minutes', '0');
    await type(tab, 'Seconds', String(LENGTH));
    await press(tab, 'Close');
    await press(tab, 'Start');
    const endsAt = await tab.evaluate<number>(`JSON.parse(localStorage.getItem('timerState')).endsAt`);
    expect(endsAt).toBeGreaterThan(0);

    await browser.openEmptyTabInFront();
    await expect.poll(() => tab.evaluate<string>('document.visibilityState')).toBe('hidden');

    const end = () => tab.evaluate<RecordedNotification | null>(`window.notifications.find(({ body }) => body === 'Time for a break!') ?? null`);
    await expect.poll(end, { timeout: (LENGTH + 60) * 1000 }).not.toBeNull();
    const notification = await end();
    expect(notification?.isHidden).toBe(true);
    expect((notification?.at ?? 0) - endsAt).toBeGreaterThanOrEqual(0);
    expect((notification?.at ?? 0) - endsAt).toBeLessThan(MAX_DELAY_MS);
  } finally {
    await browser.dispose();
    await proxy.dispose();
  }
});
