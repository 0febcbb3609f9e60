/**
 * Test support: a fake browser for the built package. Tests control its clock, random numbers, storage, timers and
 * network, and can read everything that the core does with them. The package's own tests run it in Node, the component
 * tests in jsdom (`real-core.ts`).
 */
import { Core } from '@twentyfour/core';
import type { Patch, UiEffect } from '@twentyfour/core';
import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
} from 'fake-indexeddb';
import { vi } from 'vitest';

/** The timeout of requests, of responses on the live connection and of opening IndexedDB, in milliseconds. */
export const LIMIT = 10_000;

/** How long a tab keeps the lock of a token refresh, so that other tabs see the stored token, in milliseconds. */
export const REFRESH_LOCK_HOLD_MS = 100;

export const API = 'http://core.test/api';

export interface OpenRequest {
  method: string;
  path: string;
  bearer: string | null;
  body: string | null;
  request: Request;
  resolve: (response: Response) => void;
  reject: (reason: unknown) => void;
}

interface Timer {
  id: number;
  delay: number;
  /** When it fires, in milliseconds since the Unix epoch. */
  due: number;
  ring: () => void;
}

/**
 * The page of a fake browser: `none` as in Node, a `fake` document and window, or those of `jsdom`. In jsdom, React and
 * the tests keep their own timers: only the timers of the core are under control.
 */
export type PageKind = 'none' | 'fake' | 'jsdom';

const realImmediate = setImmediate;

/** Returns whether a callback belongs to the core: wasm-bindgen gives its closures this method. */
const isCoreCallback = (callback: unknown): boolean => typeof callback === 'function' && '_wbg_cb_unref' in callback;

/** A request of IndexedDB; the fake's own types leave the type of the result open. */
type IDBRequestOf<T> = EventTarget & { result: T };

/** Waits for one turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => realImmediate(() => resolve()));
}

/** Waits until all pending promise callbacks have run. */
export async function settled(): Promise<void> {
  // Each IndexedDB transaction takes several turns of the event loop.
  for (let round = 0; round < 24; round += 1) await nextTurn();
}

/** Returns the result of an IndexedDB request. */
function done<T>(request: IDBRequestOf<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', reject);
  });
}

/** A fake WebSocket: records what is sent; tests provide what is received. */
class Connection {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  /** Open from the start, unless a test changes it. */
  readyState = 1;

  constructor(private readonly browser: FakeBrowser) {
    browser.connection = this;
    browser.live.push('open');
  }

  send(text: string): void {
    this.browser.live.push(text);
  }

  close(): void {
    this.browser.live.push('close');
  }
}

interface Waiting {
  name: string;
  run: () => void;
}

/** Sets the Web Locks of the browser. The navigator stays the same in all tests, because the core keeps it. */
export function setLocks(locks: Locks | undefined): void {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}

/** A fake Web Locks API, shared by the tabs of a browser. Supports exclusive locks and aborting. */
export class Locks {
  private readonly held = new Set<string>();
  private readonly line: Waiting[] = [];

  request(name: string, ...rest: [...options: { signal?: AbortSignal }[], callback: (lock: object) => unknown]): Promise<unknown> {
    const callback = rest.at(-1) as (lock: object) => unknown;
    const { signal } = (rest.length > 1 ? rest[0] : {}) as { signal?: AbortSignal };
    return new Promise((resolve, reject) => {
      const run = async () => {
        try {
          resolve(await callback({ name }));
        } catch (error) {
          reject(error);
        } finally {
          this.held.delete(name);
          this.next();
        }
      };
      const waiting: Waiting = { name, run: () => void run() };
      this.line.push(waiting);
      signal?.addEventListener('abort', () => {
        const at = this.line.indexOf(waiting);
        if (at < 0) return;
        this.line.splice(at, 1);
        reject(signal.reason);
      });
      // Asynchronous, as in a browser.
      queueMicrotask(() => this.next());
    });
  }

  private next(): void {
    const at = this.line.findIndex((waiting) => !this.held.has(waiting.name));
    const [waiting] = at < 0 ? [] : this.line.splice(at, 1);
    if (!waiting) return;
    this.held.add(waiting.name);
    waiting.run();
    this.next();
  }
}

export class FakeBrowser {
  /** The time in milliseconds since the Unix epoch. */
  now = 1_772_526_600_000;
  /** The UTC offset in minutes, east positive. jsdom uses the real one. */
  utcOffset = 60;
  seed = 1n;
  /** The contents of localStorage. */
  readonly stored = new Map<string, string>();
  /** Requests without a response, oldest first. */
  readonly open: OpenRequest[] = [];
  /** Running timers, in the order in which they were set. */
  readonly timers: Timer[] = [];
  /** The patches sent to the page since the last `take`. */
  private patches: Patch[] = [];
  private effects: UiEffect[] = [];
  private requests: OpenRequest[] = [];
  private writes: [string, string | null][] = [];
  private set: Timer[] = [];
  private cleared: number[] = [];
  private log: unknown[] = [];
  /** The live connection, and its events since the last `take`. */
  connection: Connection | null = null;
  live: string[] = [];
  private broadcasts: string[] = [];
  private readonly indexedDb = new IDBFactory();
  private lastTimer = 0;
  private readonly window = new EventTarget();
  core!: Core;

  /** Replaces the browser's globals, until `vi.unstubAllGlobals` and `vi.restoreAllMocks`. */
  constructor({ page = 'none' }: { page?: PageKind } = {}) {
    vi.spyOn(Date, 'now').mockImplementation(() => this.now);
    vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
      const bytes = array as unknown as Uint8Array;
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = Number((this.seed >> BigInt(8 * index)) & 0xffn);
      return array;
    });
    vi.stubGlobal('localStorage', this.localStorage());
    vi.stubGlobal('fetch', (request: Request) => this.fetch(request));
    const { setTimeout: otherSetTimeout, clearTimeout: otherClearTimeout } = globalThis;
    vi.stubGlobal('setTimeout', (ring: () => void, delay: number, ...rest: unknown[]) => {
      if (page === 'jsdom' && !isCoreCallback(ring)) return otherSetTimeout(ring, delay, ...rest);
      this.lastTimer += 1;
      const timer = { id: this.lastTimer, delay, due: this.now + delay, ring };
      this.timers.push(timer);
      this.set.push(timer);
      return timer.id;
    });
    // In Node, the handles of other timers are objects.
    vi.stubGlobal('clearTimeout', (id: number) => (typeof id === 'number' ? this.clear(id) : otherClearTimeout(id)));
    // IndexedDB works also while a test uses fake timers.
    vi.stubGlobal('setImmediate', realImmediate);
    vi.stubGlobal('indexedDB', this.indexedDb);
    const classes = { IDBCursor, IDBDatabase, IDBFactory, IDBIndex, IDBKeyRange, IDBObjectStore, IDBOpenDBRequest };
    for (const [name, constructor] of Object.entries({ ...classes, IDBRequest, IDBTransaction, IDBVersionChangeEvent })) {
      vi.stubGlobal(name, constructor);
    }
    const connect = () => new Connection(this);
    const channel = { postMessage: (message: string) => void this.broadcasts.push(message), close: () => {} };
    // Functions, because arrow functions cannot be called with `new`.
    vi.stubGlobal('WebSocket', function WebSocket() {
      return connect();
    });
    vi.stubGlobal('BroadcastChannel', function BroadcastChannel() {
      return channel;
    });
    vi.spyOn(performance, 'now').mockImplementation(() => this.now);
    const { error } = console;
    vi.spyOn(console, 'error').mockImplementation((...message) => {
      // The core logs a single text; others, such as React, show theirs.
      if (page === 'jsdom' && (message.length > 1 || typeof message[0] !== 'string')) error(...message);
      else this.log.push(message[0]);
    });
    if (page === 'jsdom') {
      const { addEventListener: listen } = globalThis;
      // The core remembers that the page unloads beyond its own end, but the pages of other tests do not unload.
      vi.stubGlobal('addEventListener', (name: string, ...rest: [EventListener]) => {
        if (name !== 'beforeunload' || !isCoreCallback(rest[0])) listen.call(globalThis, name, ...rest);
      });
      return;
    }
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(() => -this.utcOffset);
    // Without Web Locks, the page becomes leader and gets the lock for the end sound immediately. jsdom has none.
    setLocks(undefined);
    if (page === 'fake') {
      const { window } = this;
      vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
      vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
      vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
    }
  }

  private localStorage(): Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'> {
    const { stored } = this;
    const note = (key: string, value: string | null) => this.writes.push([key, value]);
    return {
      get length() {
        return stored.size;
      },
      key: (index) => [...stored.keys()][index] ?? null,
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => {
        stored.set(key, value);
        note(key, value);
      },
      removeItem: (key) => {
        stored.delete(key);
        note(key, null);
      },
    };
  }

  private async fetch(request: Request): Promise<Response> {
    const entry: OpenRequest = {
      method: request.method,
      path: request.url.slice(API.length),
      bearer: request.headers.get('authorization')?.replace(/^Bearer /, '') ?? null,
      body: null,
      request,
      resolve: () => {},
      reject: () => {},
    };
    const response = new Promise<Response>((resolve, reject) => {
      entry.resolve = resolve;
      entry.reject = reject;
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
    this.open.push(entry);
    this.requests.push(entry);
    entry.body = (await request.clone().text()) || null;
    return response;
  }

  private clear(id: number): void {
    const at = this.timers.findIndex((timer) => timer.id === id);
    if (at >= 0) this.timers.splice(at, 1);
    this.cleared.push(id);
  }

  /** Opens a page. */
  openPage(): Core {
    this.core = new Core({ api_base: API });
    this.core.subscribe(({ patches, effects }) => {
      this.patches.push(...patches);
      this.effects.push(...effects);
    });
    return this.core;
  }

  /** Closes the page: frees the core and drops requests in flight. */
  closePage(): void {
    this.core.free();
    this.open.length = 0;
  }

  /** Responds to the oldest open request whose path has this prefix; without a status, the request fails. */
  async respond(path: string, status?: number, body?: unknown): Promise<void> {
    const at = this.open.findIndex((request) => request.path.startsWith(path));
    const [request] = at < 0 ? [] : this.open.splice(at, 1);
    if (!request) throw new Error(`no request to ${path} is open, but ${this.open.map((other) => other.path).join(', ')}`);
    if (status === undefined) request.reject(new TypeError('fetch failed'));
    else request.resolve(new Response(JSON.stringify(body ?? null), { status }));
    await settled();
  }

  /** Fires a running timer. */
  async ring(timer: Timer): Promise<void> {
    const at = this.timers.indexOf(timer);
    if (at < 0) throw new Error(`a timer of ${timer.delay} ms does not run`);
    this.timers.splice(at, 1);
    timer.ring();
    await settled();
  }

  /** Advances the clock, and fires the timers that are due on the way, each followed by `settle`. */
  async advance(milliseconds: number, settle: () => Promise<void> = settled): Promise<void> {
    // The core sets timers in a microtask after an intent.
    await Promise.resolve();
    const end = this.now + milliseconds;
    for (;;) {
      const [next] = this.timers.filter(({ due }) => due <= end).toSorted((one, other) => one.due - other.due);
      if (!next) break;
      this.now = Math.max(this.now, next.due);
      this.timers.splice(this.timers.indexOf(next), 1);
      next.ring();
      await settle();
    }
    this.now = end;
  }

  /** Simulates that another tab stores or removes a text. */
  storeElsewhere(key: string, newValue: string | null): void {
    if (newValue === null) this.stored.delete(key);
    else this.stored.set(key, newValue);
    this.window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  }

  /** Returns the contents of IndexedDB. */
  async readIndexedDb(): Promise<[key: string, text: string][]> {
    const database = await done(this.indexedDb.open('twentyfour'));
    const store = database.transaction('texts').objectStore('texts');
    const [keys, texts] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    database.close();
    return keys.map((key, place) => [key as string, texts[place] as string]);
  }

  /** Simulates that the network is back. */
  wake(): void {
    this.window.dispatchEvent(new Event('online'));
  }

  /** Returns and resets everything that has happened since the last call. */
  take() {
    const taken = {
      patches: this.patches,
      effects: this.effects,
      requests: this.requests.map(({ method, path, bearer, body }) => ({ method, path, bearer, body })),
      stored: this.writes,
      timers: this.set,
      cleared: this.cleared,
      log: this.log,
      live: this.live,
      broadcasts: this.broadcasts,
    };
    this.live = [];
    this.broadcasts = [];
    this.patches = [];
    this.effects = [];
    this.requests = [];
    this.writes = [];
    this.set = [];
    this.cleared = [];
    this.log = [];
    return taken;
  }
}
