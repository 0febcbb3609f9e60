// @vitest-environment node
/** The behavior of the package at its boundary: the calls of a page, and the effects on the browser. */
import { Core, setLanguage } from '@twentyfour/core';
import type { Intent, LanguageCatalog, Snapshot, Update } from '@twentyfour/core';
import german from '@twentyfour/core/languages/de.json';
import spanish from '@twentyfour/core/languages/es.json';
import { memory } from '../dist/twentyfour_core_bg.wasm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resolveObjectURL } from 'node:buffer';
import { API, LIMIT, Locks, REFRESH_LOCK_HOLD_MS, setLocks, settled, FakeBrowser } from '../../web/src/testing/fake-browser';

const ADA = '018bcfe5-6800-7000-8000-000000000001';
const MINUTE = 60_000;

/** An access token without a signature, which the core does not check. */
function accessToken(expiresAt: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: ADA, exp: Math.floor(expiresAt / 1_000) })}.unsigned`;
}

let browser: FakeBrowser;
let core: Core;

beforeEach(() => {
  browser = new FakeBrowser({ page: 'fake' });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function openAs(user: 'signed-out' | 'ada', path = '/app'): void {
  if (user === 'ada') {
    browser.stored.set('access_token', accessToken(browser.now + 15 * MINUTE));
    browser.stored.set('refresh_token', 'refresh-1');
  }
  core = browser.openPage();
  core.dispatch({ type: 'start', path, time_zone: 'UTC' });
}

const snapshot = () => JSON.parse(core.snapshot()) as Snapshot;

/** Dispatches a value that is not an intent. */
const dispatchAnything = (value: unknown) => core.dispatch(value as Intent);

describe('dispatch', () => {
  const cyclic: Record<string, unknown> = { type: 'add_board' };
  cyclic.name = cyclic;
  const holdsItself: unknown[] = [];
  holdsItself.push(holdsItself);
  const nested = (levels: number) => {
    let value: unknown = 'bottom';
    for (let level = 0; level < levels; level += 1) value = [value];
    return value;
  };
  const throwing = {
    get type(): string {
      throw new Error('thrown by a getter');
    },
  };
  const edit = (value: unknown) => ({ type: 'edit_card', card_id: ADA, edit: { field: 'title', value } });

  const garbage: [string, unknown][] = [
    ['null', null],
    ['undefined', undefined],
    ['a number', 7],
    ['not a number', Number.NaN],
    ['a big integer', 10n],
    ['a boolean', true],
    ['a text', 'load_boards'],
    ['a symbol', Symbol('load_boards')],
    ['a function', () => ({ type: 'load_boards' })],
    ['an empty object', {}],
    ['an empty array', []],
    ['a date', new Date(0)],
    ['a map', new Map([['type', 'load_boards']])],
    ['a promise', Promise.resolve({ type: 'load_boards' })],
    ['an unknown type', { type: 'nope' }],
    ['a type that is no text', { type: 7 }],
    ['a type that every object has', { type: 'constructor' }],
    ['a missing field', { type: 'add_board' }],
    ['a field of a wrong type', { type: 'add_board', name: 7 }],
    ['a field that is null', { type: 'add_board', name: null }],
    ['an index below zero', { type: 'move_card', card_id: ADA, list_id: ADA, index: -1 }],
    ['an index that is a fraction', { type: 'move_card', card_id: ADA, list_id: ADA, index: 0.5 }],
    ['an index beyond every number', { type: 'move_card', card_id: ADA, list_id: ADA, index: 1e300 }],
    ['minutes that are no number', { type: 'set_focus_time', minutes: Number.NaN }],
    ['an id that is none', { type: 'delete_card', card_id: 'card-1' }],
    ['a theme that is none', { type: 'set_theme', theme: 'pink' }],
    ['a value of a wrong type', edit({ text: 'x' })],
    ['a value that is a number', edit(7)],
    ['a field that holds itself', cyclic],
    ['a value that holds itself', edit(cyclic)],
    ['a list that holds itself', edit(holdsItself)],
    ['a value as deep as a well', edit(nested(100_000))],
    ['a value of some depth', edit(nested(3_000))],
    ['a getter that throws', throwing],
    ['a getter further down that throws', edit(throwing)],
    ['a proxy that throws', new Proxy({}, { get: () => { throw new Error('trapped'); }, ownKeys: () => { throw new Error('trapped'); } })],
    ['a function within', { type: 'add_board', name: () => 'x' }],
  ];

  test.each(garbage)('rejects %s with bad_intent and stays usable', (_, value) => {
    openAs('ada');
    const before = core.snapshot();
    browser.take();
    for (let time = 0; time < 3; time += 1) {
      const rejection = dispatchAnything(value);
      expect(rejection?.code).toBe('bad_intent');
      expect(rejection?.message).toMatch(/^\p{Lu}.*\.$/u);
    }
    expect(core.snapshot()).toBe(before);
    expect(Object.entries(browser.take()).filter(([, done]) => done.length > 0)).toEqual([]);
    expect(core.dispatch({ type: 'add_board', name: 'Still here' })).toBeNull();
    expect(snapshot().boards.map((board) => board.name)).toEqual(['Still here']);
    core.free();
  });

  test('refuses a text of ten million characters with its error code', () => {
    openAs('ada');
    expect(core.dispatch({ type: 'add_board', name: 'x'.repeat(10_000_000) })?.code).toBe('name_too_long');
    expect(core.dispatch({ type: 'add_board', name: 'Garden' })).toBeNull();
  });

  test('keeps every character of a text', () => {
    openAs('ada');
    const name = 'Kräuter "säen" \\ 🌱 \u2028 日本語 e\u0301';
    core.dispatch({ type: 'add_board', name });
    expect(snapshot().boards[0]!.name).toBe(name);
    expect(browser.take().patches.find((patch) => patch.type === 'board_placed')?.board.name).toBe(name);
  });

  test('replaces a lone surrogate by the replacement character', () => {
    openAs('ada');
    expect(core.dispatch({ type: 'add_board', name: 'a\ud83cb' })).toBeNull();
    expect(snapshot().boards[0]!.name).toBe('a\ufffdb');
  });

  test('ignores unknown fields of an intent', () => {
    openAs('ada');
    expect(dispatchAnything({ type: 'add_board', name: 'Garden', shade: 'red', nested: { a: [1] } })).toBeNull();
  });

  test('returns null for an accepted intent and otherwise a rejection', () => {
    openAs('signed-out', '/');
    expect(core.dispatch({ type: 'set_theme', theme: 'light' })).toBeNull();
    expect(core.dispatch({ type: 'load_boards' })).toEqual({ code: 'signed_out', message: 'Log in to continue.' });
  });
});

describe('new Core', () => {
  test.each([[undefined], [null], [7], [{}], [{ api_base: 7 }]])('throws a readable error for %j', (config) => {
    expect(() => new Core(config as never)).toThrow("Core needs a config such as { api_base: '/api' }.");
  });

  test('does nothing until the first intent', () => {
    browser.openPage();
    expect(Object.entries(browser.take()).filter(([, done]) => done.length > 0)).toEqual([]);
  });

  test('works without local storage', async () => {
    vi.stubGlobal('localStorage', undefined);
    openAs('signed-out', '/');
    expect(core.dispatch({ type: 'set_theme', theme: 'light' })).toBeNull();
    expect(snapshot().preferences.theme).toBe('light');
  });

  test('works with a full local storage and logs the failure', () => {
    vi.stubGlobal('localStorage', {
      length: 0,
      key: () => null,
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => {},
    });
    openAs('signed-out', '/');
    browser.take();
    expect(core.dispatch({ type: 'set_theme', theme: 'light' })).toBeNull();
    expect(snapshot().preferences.theme).toBe('light');
    expect(browser.take().log[0]).toMatch(/Cannot write to local storage/);
  });
});

describe('subscribe', () => {
  test('delivers patches before dispatch returns', () => {
    openAs('signed-out', '/');
    const seen: string[] = [];
    core.subscribe(({ patches }) => seen.push(...patches.map((patch) => patch.type)));
    core.dispatch({ type: 'set_theme', theme: 'light' });
    // A light theme also selects a light wallpaper.
    expect(seen).toEqual(['preferences', 'background']);
  });

  test('updates of a dispatching subscriber are delivered to all in order', () => {
    openAs('ada');
    const received: string[][] = [[], []];
    const names = ({ patches }: Update) =>
      patches.flatMap((patch) => (patch.type === 'board_placed' ? [patch.board.name] : []));
    core.subscribe((update) => {
      received[0]!.push(...names(update));
      if (names(update).includes('First')) {
        expect(core.dispatch({ type: 'add_board', name: 'Second' })).toBeNull();
        expect(snapshot().boards.length).toBe(2);
      }
    });
    core.subscribe((update) => void received[1]!.push(...names(update)));
    core.dispatch({ type: 'add_board', name: 'First' });
    expect(received).toEqual([
      ['First', 'Second'],
      ['First', 'Second'],
    ]);
  });

  test('an exception of a subscriber does not affect others or dispatch', () => {
    openAs('signed-out', '/');
    browser.take();
    const fault = new Error('a fault of a view');
    const other = vi.fn();
    core.subscribe(() => {
      throw fault;
    });
    core.subscribe(other);
    expect(core.dispatch({ type: 'set_theme', theme: 'light' })).toBeNull();
    expect(core.dispatch({ type: 'set_theme', theme: 'dark' })).toBeNull();
    expect(other).toHaveBeenCalledTimes(2);
    expect(browser.take().log).toEqual([fault, fault]);
  });

  test('a subscriber can end its own and a later subscription', () => {
    openAs('signed-out', '/');
    const calls = [0, 0, 0];
    const endFirst = core.subscribe(() => {
      calls[0]! += 1;
      endFirst();
      endSecond();
    });
    const endSecond = core.subscribe(() => void (calls[1]! += 1));
    core.subscribe(() => void (calls[2]! += 1));
    core.dispatch({ type: 'set_theme', theme: 'light' });
    core.dispatch({ type: 'set_theme', theme: 'dark' });
    expect(calls).toEqual([1, 0, 2]);
    expect(() => endFirst()).not.toThrow();
  });

  test('a subscriber added during delivery receives the next update', () => {
    openAs('signed-out', '/');
    const late = vi.fn();
    const end = core.subscribe(() => {
      end();
      core.subscribe(late);
    });
    core.dispatch({ type: 'set_theme', theme: 'light' });
    expect(late).not.toHaveBeenCalled();
    core.dispatch({ type: 'set_theme', theme: 'dark' });
    expect(late).toHaveBeenCalledTimes(1);
  });

  test('patches are plain data with null for missing values', () => {
    openAs('ada');
    core.dispatch({ type: 'add_board', name: 'Garden' });
    const placed = browser.take().patches.find((patch) => patch.type === 'board_placed');
    expect(placed?.board).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      slug: expect.stringMatching(/^garden-\w{4}$/),
      name: 'Garden',
      description: '',
      color: null,
      image: null,
      favorite: false,
      label_colors: [],
      trashed_at: null,
      role: 'owner',
      members: [],
      watched_ids: [],
      is_muted: false,
    });
  });
});

describe('requests', () => {
  test('are sent to the base URL as JSON with the bearer token', async () => {
    openAs('ada');
    await settled();
    const [check, preferences] = browser.open;
    expect(check!.request.url).toBe(`${API}/auth/validate-token/`);
    expect(check!.request.headers.get('authorization')).toBeNull();
    expect(preferences!.request.headers.get('authorization')).toBe(`Bearer ${browser.stored.get('access_token')}`);
    for (const { request } of browser.open) expect(request.headers.get('content-type')).toBe('application/json');
    expect([check!.method, check!.body]).toEqual(['POST', JSON.stringify({ token: browser.stored.get('access_token') })]);
    expect([preferences!.method, preferences!.body]).toEqual(['GET', null]);
  });

  test('accept a base URL with a trailing slash', async () => {
    core = new Core({ api_base: `${API}/` });
    core.dispatch({ type: 'log_in', email: 'ada@example.com', password: 'correct horse' });
    await settled();
    expect(browser.open[0]!.request.url).toBe(`${API}/auth/login/`);
    core.free();
  });

  test('time out after 10 seconds and are aborted', async () => {
    openAs('signed-out', '/');
    core.dispatch({ type: 'log_in', email: 'ada@example.com', password: 'correct horse' });
    await settled();
    const limit = browser.timers.find((timer) => timer.delay === LIMIT)!;
    expect(snapshot().session.submitting).toBe(true);
    await browser.ring(limit);
    expect(browser.open[0]!.request.signal.aborted).toBe(true);
    expect(snapshot().session.submitting).toBe(false);
    expect(snapshot().session.error?.code).toBe('unavailable');
  });

  test('the timeout includes the body and is cleared by the response', async () => {
    openAs('signed-out', '/');
    core.dispatch({ type: 'log_in', email: 'ada@example.com', password: 'correct horse' });
    await settled();
    const [request] = browser.open;
    request!.resolve(new Response(new ReadableStream({ start: (body) => request!.request.signal.addEventListener('abort', () => body.error(new Error('aborted'))) })));
    await settled();
    expect(snapshot().session.submitting).toBe(true);
    await browser.ring(browser.timers.find((timer) => timer.delay === LIMIT)!);
    expect(snapshot().session.error?.code).toBe('unavailable');

    core.dispatch({ type: 'log_in', email: 'ada@example.com', password: 'correct horse' });
    await settled();
    browser.open.shift();
    await browser.respond('/auth/login/', 401, { code: 'credentials_invalid', message: 'A sentence.' });
    expect(snapshot().session.error).toEqual({ code: 'credentials_invalid', message: 'A sentence.' });
    expect(browser.timers.filter((timer) => timer.delay === LIMIT)).toEqual([]);
  });

  test('a fetch that throws or returns no response is a network error', async () => {
    for (const fetch of [() => { throw new Error('blocked'); }, () => Promise.resolve({ status: 200 }), () => undefined]) {
      vi.stubGlobal('fetch', fetch);
      openAs('signed-out', '/auth');
      core.dispatch({ type: 'log_in', email: 'ada@example.com', password: 'correct horse' });
      await settled();
      expect(snapshot().session.error?.code).toBe('unavailable');
      core.free();
    }
  });
});

describe('token refresh', () => {
  const refreshRequests = () => browser.open.filter((request) => request.path === '/auth/refresh/');
  const bearerTokens = () => browser.open.filter((request) => request.path === '/user/').map((request) => request.bearer);

  /** Fires the timer after which the tab with the lock releases it. By then the other tab has seen the stored token. */
  const releaseLock = () => browser.ring(browser.timers.find((timer) => timer.delay === REFRESH_LOCK_HOLD_MS)!);

  /** Two tabs whose access token has expired. */
  async function openTwoTabs(): Promise<void> {
    browser.stored.set('access_token', accessToken(browser.now - MINUTE));
    browser.stored.set('refresh_token', 'refresh-1');
    for (const tab of [browser.openPage(), new Core({ api_base: API })]) tab.dispatch({ type: 'start', path: '/app', time_zone: 'UTC' });
    await settled();
  }

  test('is sent by one of two tabs, and both use the new tokens', async () => {
    setLocks(new Locks());
    await openTwoTabs();
    expect(refreshRequests().map((request) => request.body)).toEqual([JSON.stringify({ refresh_token: 'refresh-1' })]);
    const fresh = accessToken(browser.now + 15 * MINUTE);
    await browser.respond('/auth/refresh/', 200, { access_token: fresh, refresh_token: 'refresh-2' });
    expect(bearerTokens()).toEqual([fresh]);
    await releaseLock();
    expect(refreshRequests()).toEqual([]);
    expect(bearerTokens()).toEqual([fresh, fresh]);
    expect(browser.stored.get('refresh_token')).toBe('refresh-2');
  });

  test('is retried by the next tab if the first gets no response', async () => {
    setLocks(new Locks());
    await openTwoTabs();
    await browser.respond('/auth/refresh/');
    await releaseLock();
    expect(refreshRequests().length).toBe(1);
    const fresh = accessToken(browser.now + 15 * MINUTE);
    await browser.respond('/auth/refresh/', 200, { access_token: fresh, refresh_token: 'refresh-2' });
    expect(bearerTokens()).toEqual([fresh]);
  });

  test('ignores the lock of a suspended tab', async () => {
    const locks = new Locks();
    setLocks(locks);
    void locks.request('twentyfour-refresh', () => new Promise(() => {}));
    openAs('ada');
    await settled();
    await browser.respond('/auth/validate-token/', 401, { code: 'token_expired', message: 'A sentence.' });
    expect(refreshRequests()).toEqual([]);
    const limits = browser.timers.filter((timer) => timer.delay === LIMIT);
    await browser.ring(limits.at(-1)!);
    expect(refreshRequests().length).toBe(1);
  });

  test('is sent by every tab without Web Locks', async () => {
    await openTwoTabs();
    expect(refreshRequests().length).toBe(2);
  });
});

describe('a file', () => {
  const made = () => vi.mocked(URL.createObjectURL).mock.results.map((result) => result.value as string);

  beforeEach(() => void vi.spyOn(URL, 'createObjectURL'));

  test('is offered by its blob URL and stays outside the core', async () => {
    openAs('ada');
    await settled();
    expect(core.dispatch({ type: 'export_account' })).toBeNull();
    await settled();
    expect(browser.open.at(-1)).toMatchObject({ method: 'GET', path: '/account/export/', bearer: browser.stored.get('access_token') });
    expect(browser.timers.some((timer) => timer.delay === 390 * LIMIT)).toBe(true);
    await browser.respond('/account/export/', 200, 'all of it');
    const [address] = made();
    expect(browser.take().effects).toContainEqual({ type: 'download_address', name: 'twentyfour-2026-03-03.zip', address });
    expect(await resolveObjectURL(address!)!.text()).toBe('"all of it"');
    expect(snapshot().account).toMatchObject({ busy: null, done: 'export', refused: null });
  });

  test('returns the reason if refused', async () => {
    openAs('ada');
    await settled();
    core.dispatch({ type: 'export_account' });
    await settled();
    await browser.respond('/account/export/', 429, { code: 'too_many_requests', message: 'Wait a minute.' });
    expect(made()).toEqual([]);
    expect(snapshot().account.refused?.rejection).toEqual({ code: 'too_many_requests', message: 'Wait a minute.' });
  });

  test('is revoked if no longer needed', async () => {
    openAs('ada');
    await settled();
    core.dispatch({ type: 'export_account' });
    await settled();
    core.dispatch({ type: 'log_out', discard_unsent: true });
    await browser.respond('/account/export/', 200, 'all of it');
    expect(made().length).toBe(1);
    expect(resolveObjectURL(made()[0]!)).toBeUndefined();
  });
});

describe('a picture', () => {
  const held = (bytes: number, type = 'image/png') => {
    const file = new Blob([new Uint8Array(bytes).fill(7)], { type });
    return { type: 'upload_picture', file: core.hold_file(file), size: bytes } as const;
  };

  test('is sent unchanged, with a timeout of a minute, and retried after a token refresh', async () => {
    openAs('ada');
    await settled();
    expect(core.dispatch(held(3))).toBeNull();
    await settled();
    const sent = browser.open.at(-1)!;
    expect(sent).toMatchObject({ method: 'POST', path: '/pictures/', bearer: browser.stored.get('access_token'), body: '\u0007\u0007\u0007' });
    expect(sent.request.headers.get('content-type')).toBe('image/png');
    expect(browser.timers.some((timer) => timer.delay === 6 * LIMIT)).toBe(true);
    await browser.respond('/pictures/', 401, { code: 'token_invalid', message: 'Please log in.' });
    await browser.respond('/auth/refresh/', 200, { access_token: accessToken(browser.now + 30 * MINUTE), refresh_token: 'refresh-2' });
    await settled();
    expect(browser.open.at(-1)).toMatchObject({ method: 'POST', path: '/pictures/', body: '\u0007\u0007\u0007' });
    const picture = { id: '0a'.repeat(16), width: 1, height: 1, color: '#112233', created_at: '2026-03-03T08:30:00.000Z' };
    await browser.respond('/pictures/', 200, { picture });
    expect(snapshot().pictures).toMatchObject({ pictures: [picture], is_uploading: false, refused: null });
  });

  test('has a unique handle, and unknown handles are not sent', async () => {
    openAs('ada');
    await settled();
    const [one, other] = [held(1, ''), held(2)];
    expect(other.file).not.toBe(one.file);
    expect(core.dispatch({ ...one, size: 15 * 1024 * 1024 + 1 })?.code).toBe('picture_too_large');
    expect(core.dispatch(other)).toBeNull();
    expect(core.dispatch(one)?.code).toBe('busy');
    await settled();
    await browser.respond('/pictures/', 415, { code: 'picture_unsupported', message: 'Choose a JPEG.' });
    expect(snapshot().pictures.refused?.message).toBe('Choose a JPEG.');
    const requests = browser.requests.length;
    core.dispatch(one);
    await settled();
    expect(browser.requests.length).toBe(requests);
    expect(snapshot().pictures).toMatchObject({ is_uploading: false, refused: { code: 'unavailable' } });
  });
});

describe('the storage', () => {
  test('keeps the specified keys as plain text', async () => {
    openAs('signed-out', '/auth');
    core.dispatch({ type: 'set_theme', theme: 'light' });
    core.dispatch({ type: 'set_focus_time', minutes: 40 });
    core.dispatch({ type: 'log_in', email: 'ada@example.com', password: 'correct horse' });
    await settled();
    const access_token = accessToken(browser.now + 15 * MINUTE);
    const user = {
      id: ADA, first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', date_joined: '2026-03-03T08:00:00.000Z',
      last_login: null, is_verified: false, is_admin: false, focus_streak: 0, longest_focus_streak: 0, total_time: 0,
      mins_for_streak: 25, user_type: 'basic', is_limited: false, delete_at: null,
    };
    await browser.respond('/auth/login/', 200, { access_token, refresh_token: 'refresh-1', user: [user] });
    expect(Object.fromEntries(browser.stored)).toMatchObject({
      theme: 'light',
      focusTime: '40',
      access_token,
      refresh_token: 'refresh-1',
    });
    expect(snapshot().user).toEqual({ ...user, picture: null });
  });

  test('keeps timerState as JSON of exactly the five specified names and endsAt', () => {
    openAs('ada');
    core.dispatch({ type: 'start_timer' });
    expect(JSON.parse(browser.stored.get('timerState')!)).toEqual({
      minutes: 25,
      seconds: 0,
      isActive: true,
      isWorkSession: true,
      hasPreviousSession: false,
      endsAt: browser.now + 25 * MINUTE,
    });
    browser.now += 90_500;
    core.dispatch({ type: 'pause_timer' });
    expect(JSON.parse(browser.stored.get('timerState')!)).toEqual({
      minutes: 23,
      seconds: 30,
      isActive: false,
      isWorkSession: true,
      hasPreviousSession: true,
      endsAt: null,
    });
    core.dispatch({ type: 'reset_timer' });
    expect(browser.stored.has('timerState')).toBe(false);
  });

  test('a running timer shows the true remaining time after a reload', () => {
    openAs('ada');
    core.dispatch({ type: 'start_timer' });
    browser.closePage();
    browser.now += 10 * MINUTE;
    openAs('ada');
    expect(snapshot().timer.state).toMatchObject({ minutes: 15, seconds: 0, isActive: true });
  });

  test.each(['{', 'null', '[]', '{"minutes":"25"}', '{"minutes":-1,"seconds":0,"isActive":false,"isWorkSession":true,"hasPreviousSession":false,"endsAt":null}', '\u0000', '9'.repeat(400)])(
    'drops a corrupt timerState: %j',
    (text) => {
      browser.stored.set('timerState', text);
      openAs('ada');
      expect(browser.stored.has('timerState')).toBe(false);
      expect(snapshot().timer.state).toMatchObject({ minutes: 25, seconds: 0, isActive: false });
      expect(core.dispatch({ type: 'start_timer' })).toBeNull();
    },
  );

  test('changes of another tab are applied', () => {
    openAs('ada');
    browser.storeElsewhere('theme', 'light');
    expect(snapshot().preferences.theme).toBe('light');
    browser.storeElsewhere('something_else', 'x');
    browser.storeElsewhere('access_token', null);
    browser.storeElsewhere('refresh_token', null);
    expect(snapshot().session.isAuthenticated).toBe(false);
    expect(browser.take().effects).toContainEqual({ type: 'navigate', path: '/auth?type=login', replace: true });
  });
});

describe('resume', () => {
  test('updates the clock and the timer', () => {
    openAs('ada');
    core.dispatch({ type: 'start_timer' });
    browser.now += 10 * MINUTE;
    browser.wake();
    expect(snapshot().timer.state.minutes).toBe(15);
    expect(snapshot().clock.time).toBe('09:40');
  });
});

describe('the live connection', () => {
  test('is closed only once it is open, because browsers warn otherwise', async () => {
    openAs('ada');
    await settled();
    const connection = browser.connection!;
    connection.readyState = 0;
    core.dispatch({ type: 'log_out', discard_unsent: true });
    await settled();
    expect(browser.live).toEqual(['open']);
    connection.onopen?.();
    expect(browser.live).toEqual(['open', 'close']);
  });
});

describe('free', () => {
  test('clears the timers and removes the listeners', async () => {
    openAs('ada');
    core.dispatch({ type: 'start_timer' });
    await settled();
    const listener = vi.fn();
    core.subscribe(listener);
    const rings = browser.timers.filter((timer) => timer.delay !== LIMIT);
    // The next second of the clock, the next second of the timer, and the end of the timer.
    expect(rings.length).toBe(3);
    core.free();
    for (const timer of rings) expect(browser.timers).not.toContain(timer);
    const before = new Map(browser.stored);
    browser.storeElsewhere('theme', 'light');
    browser.storeElsewhere('access_token', null);
    browser.wake();
    await settled();
    expect(listener).not.toHaveBeenCalled();
    before.set('theme', 'light');
    before.delete('access_token');
    expect(browser.stored).toEqual(before);
  });

  test('ignores later responses', async () => {
    openAs('ada');
    await settled();
    const writes = browser.stored.size;
    core.free();
    await browser.respond('/auth/validate-token/', 200, {});
    expect(browser.open.map((request) => request.path)).toEqual(['/preferences/']);
    expect(browser.stored.size).toBe(writes);
  });
});

describe('memory', () => {
  test('does not grow over 10,000 dispatches', () => {
    openAs('ada');
    core.dispatch({ type: 'add_board', name: 'Garden' });
    core.dispatch({ type: 'open_board', slug: snapshot().boards[0]!.slug });
    const dispatchAll = (count: number) => {
      for (let time = 0; time < count; time += 1) {
        core.dispatch({ type: 'set_theme', theme: 'dark' });
        core.dispatch({ type: 'step_timer_field', field: 'minutes', direction: time % 2 ? 'up' : 'down' });
        core.dispatch({ type: 'visit', path: '/app/b' });
        dispatchAnything({ type: 'add_list', name: 7 });
        core.snapshot();
        browser.take();
      }
    };
    // With an account, every change would be stored until the server confirms it.
    core.dispatch({ type: 'log_out', discard_unsent: true });
    dispatchAll(500);
    const before = memory.buffer.byteLength;
    dispatchAll(2_500);
    expect(memory.buffer.byteLength).toBe(before);
  });
});

describe('setLanguage', () => {
  afterEach(() => setLanguage({ language: 'en', texts: [] }));

  /** Opens the app and returns a rejection and the date. */
  const shownTexts = () => {
    openAs('signed-out');
    return { message: core.dispatch({ type: 'add_board', name: 'Home' })?.message ?? '', date: snapshot().clock.date };
  };

  test('makes all later texts those of the catalog', () => {
    const english = shownTexts();
    for (const catalog of [german, spanish]) {
      setLanguage(catalog as LanguageCatalog);
      const { message, date } = shownTexts();
      expect(catalog.texts).toContain(message);
      expect(message).not.toBe(english.message);
      expect(date).not.toBe(english.date);
    }
  });

  test.each([
    ['of another version', { language: 'de', texts: german.texts.slice(1) }],
    ['without texts', { language: 'de', texts: [] }],
    ['with empty texts', { language: 'de', texts: german.texts.map(() => '') }],
    ['in an unknown language', { language: 'fr', texts: german.texts }],
    ['that is malformed', { language: 'de', texts: german.texts.map(() => 7) }],
    ['that is null', null],
  ])('leaves the texts English with a catalog %s', (_, catalog) => {
    const english = shownTexts();
    setLanguage(catalog as unknown as LanguageCatalog);
    expect(shownTexts()).toEqual(english);
  });
});
