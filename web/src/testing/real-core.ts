/**
 * Test support: the real core in a fake browser, connected to this page's mirror.
 *
 * How to write a test on it:
 *
 * 1. Start the core: `const core = await startGuest()` needs no server; `startAccount` takes the server's responses.
 * 2. Make the state by intents, before or after rendering: `core.do({ type: 'add_board', name: 'Home' })`. `addBoard`
 *    adds a whole board.
 * 3. Render, use the page, and look at the screen and at `core.state()`. `core.intents` are the intents that the page
 *    has dispatched, for tests of what a click means.
 * 4. What the core does later (storage, requests) is awaited by `core.settle()`; its clock and timers stand still until
 *    `core.advance(ms)`. React and `userEvent` keep their own timers, unless the test sets `fakesTimers`. It then uses
 *    `fireEvent`, because `userEvent` waits for a timer.
 *
 * The core is freed and the browser is restored at the end of each test.
 */
import { Core } from '@twentyfour/core';
import type { Id, Intent, Rejection, Snapshot, UiEffect } from '@twentyfour/core';
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { connectCore } from '../core/client';
import { preloadDispatcher } from '../shell/commands/bindings';
import { API, FakeBrowser, nextTurn, type OpenRequest, settled } from './fake-browser';
import { ACCOUNT_RESPONSES, type MockResponse, type MockResponses, userRecord } from './responses';

export interface CoreOptions {
  /** The device's local time. */
  now?: string;
  /** The page's path. */
  path?: string;
  /** The contents of the local storage. */
  stored?: Record<string, string>;
  /** Whether the timers of React and of the page are faked too, so that only `advance` fires them. */
  fakesTimers?: boolean;
}

export interface RealCore {
  readonly browser: FakeBrowser;
  /** The intents that the page has dispatched, in order. */
  readonly intents: Intent[];
  /** The effects that the core has emitted, in order. */
  readonly effects: UiEffect[];
  /** Dispatches an intent of the test; throws if the core rejects it. */
  do(...intents: Intent[]): void;
  /** Returns the core's state. */
  state(): Snapshot;
  /** Waits for the core's storage, requests and other promises. */
  settle(): Promise<void>;
  /** Sets the core's clock forward, without firing its timers on the way, as on a device that sleeps. */
  sleep(milliseconds: number): Promise<void>;
  /** Advances the core's clock, and fires its timers that are due on the way; also those of the page if they are faked. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the server's responses from now on, by the beginning of the request's path; null keeps requests waiting. */
  serve(responses: MockResponses): Promise<void>;
  /** Responds to the oldest waiting request, and leaves later ones waiting. */
  respondOnce(request: string, response: MockResponse): Promise<void>;
  /** Opens the live connection. An account counts as offline without it. */
  goLive(): Promise<void>;
  /** Delivers a message of the live connection. */
  receive(message: { type: string; [field: string]: unknown }): Promise<void>;
  /** Ends the live connection as if the network were gone; requests are still answered. */
  loseLive(): Promise<void>;
  /** The requests that the server has received, oldest first. */
  readonly requests: readonly OpenRequest[];
}

/** Starts the core for a guest named Ada. */
export function startGuest(options: CoreOptions = {}): Promise<RealCore> {
  return start({ ...options, stored: { name: 'Ada', ...options.stored } }, {});
}

/** Starts the core for a logged-in account, with the given responses of the server beside those of an empty account. */
export function startAccount(responses: MockResponses = {}, options: CoreOptions = {}): Promise<RealCore> {
  const stored = { access_token: accessToken(), refresh_token: 'refresh', ...options.stored };
  return start({ ...options, stored }, { ...ACCOUNT_RESPONSES, ...responses });
}

/** Starts the core for a user who is not logged in. */
export function startLoggedOut(responses: MockResponses = {}, options: CoreOptions = {}): Promise<RealCore> {
  return start({ path: '/auth', ...options }, responses);
}

/** The local time of tests that do not set one. */
export const NOW = '2026-03-03T08:00';

const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

async function start({ now = NOW, path = '/app', stored = {}, fakesTimers = false }: CoreOptions, responses: MockResponses): Promise<RealCore> {
  if (fakesTimers) vi.useFakeTimers({ toFake: [...FAKED] });
  const browser = new FakeBrowser({ page: 'jsdom' });
  browser.now = new Date(now).getTime();
  for (const [key, text] of Object.entries(stored)) browser.stored.set(key, text);
  const core = new Core({ api_base: API });
  let isFreed = false;
  let isPageDispatching = false;
  const intents: Intent[] = [];
  const effects: UiEffect[] = [];
  const requests: OpenRequest[] = [];
  const known = new Map<string, MockResponse | null>(Object.entries(responses));

  // Tests press keys without waiting.
  await preloadDispatcher();
  connectCore({
    snapshot: () => core.snapshot(),
    hold_file: (file) => core.hold_file(file),
    hold_read: (key, text) => core.hold_read(key, text),
    hold_response: (...held) => core.hold_response(...held),
    dispatch: (intent) => {
      if (isFreed) return null;
      intents.push(intent);
      isPageDispatching = true;
      try {
        return core.dispatch(intent);
      } finally {
        isPageDispatching = false;
      }
    },
    // Intents of the page are dispatched within `act` already, and a nested `act` would end that one early.
    subscribe: (listener) => core.subscribe((update) => (isPageDispatching ? listener(update) : act(() => listener(update)))),
  });
  core.subscribe((update) => void effects.push(...update.effects));
  onTestFinished(() => {
    isFreed = true;
    core.free();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** Responds to the requests whose responses are known, and those that follow. */
  const settle = async (): Promise<void> => {
    await act(settled);
    for (let next = takeReady(); next; next = takeReady()) {
      requests.push(next.request);
      respond(next.request, next.response);
      await act(settled);
    }
  };
  const respondOnce = async (key: string, response: MockResponse): Promise<void> => {
    const at = browser.open.findIndex((request) => !request.request.signal.aborted && matches(request, key));
    const [request] = at < 0 ? [] : browser.open.splice(at, 1);
    if (!request) throw new Error(`no request ${key} waits, but ${browser.open.map(({ path: other }) => other).join(', ')}`);
    requests.push(request);
    respond(request, response);
    await settle();
  };
  // The core does not wait for a response to a request that it has aborted.
  const indexOfReady = () => browser.open.findIndex((request) => !request.request.signal.aborted && responseTo(request, known) !== null);
  const takeReady = (): { request: OpenRequest; response: MockResponse } | null => {
    const index = indexOfReady();
    const [request] = index < 0 ? [] : browser.open.splice(index, 1);
    const response = request && responseTo(request, known);
    return request && response ? { request, response } : null;
  };
  const dispatch = (intent: Intent): Rejection | null => {
    let rejection: Rejection | null = null;
    act(() => {
      rejection = core.dispatch(intent);
    });
    return rejection;
  };
  const started: RealCore = {
    browser,
    intents,
    effects,
    requests,
    do: (...wanted) => {
      for (const intent of wanted) {
        const rejection = dispatch(intent);
        if (rejection) throw new Error(`The core rejected ${JSON.stringify(intent)}: ${rejection.message}`);
      }
    },
    state: () => JSON.parse(core.snapshot()) as Snapshot,
    settle,
    sleep: async (milliseconds) => {
      // The core sets timers in a microtask after an intent.
      await Promise.resolve();
      browser.now += milliseconds;
      await started.advance(0);
    },
    advance: async (milliseconds) => {
      // Most timers are ticks of a clock, after which there is nothing to wait for.
      await browser.advance(milliseconds, () => (indexOfReady() >= 0 ? settle() : nextTurn()));
      if (vi.isFakeTimers()) act(() => void vi.advanceTimersByTime(milliseconds));
      await settle();
    },
    respondOnce,
    goLive: async () => {
      act(() => browser.connection?.onopen?.());
      await started.receive({ type: 'ready', accepts_presence: true });
    },
    receive: async (message) => {
      act(() => browser.connection?.onmessage?.({ data: JSON.stringify(message) }));
      await settle();
    },
    loseLive: async () => {
      act(() => browser.connection?.onclose?.({ code: 1006 }));
      await settle();
    },
    serve: (more) => {
      for (const [key, response] of Object.entries(more)) known.set(key, response);
      return settle();
    },
  };
  started.do({ type: 'start', path, time_zone: 'UTC' });
  await settle();
  return started;
}

/** Returns the response with the longest path that the request's path begins with; null for none. */
function responseTo(request: OpenRequest, responses: ReadonlyMap<string, MockResponse | null>): MockResponse | null {
  const [best] = [...responses.keys()]
    .filter((key) => matches(request, key))
    .toSorted((one, other) => other.length - one.length);
  return best === undefined ? null : (responses.get(best) ?? null);
}

/** Returns whether a request begins with a path such as `/boards/`, or a method and path such as `POST /boards/`. */
function matches({ method, path }: OpenRequest, key: string): boolean {
  return (key.includes(' ') ? `${method} ${path}` : path).startsWith(key);
}

function respond(request: OpenRequest, response: MockResponse): void {
  const { status = 200, body = null } = typeof response === 'function' ? response(request) : response;
  if (status === 0) request.reject(new TypeError('fetch failed'));
  else request.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
}

/** Returns an access token without a signature, which the core does not check, that does not expire during a test. */
export function accessToken(account: Id = userRecord().id): string {
  const part = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'none' })}.${part({ sub: account, exp: 4_000_000_000 })}.unsigned`;
}
