/**
 * Loads the core's module, and loads a fresh instance of it after a crash. The memory of a crashed instance is in an unknown state,
 * so nothing of it is reused.
 */
/* oxlint-disable no-underscore-dangle -- The names are wasm-bindgen's. */
import type { CoreConfig, Intent, LanguageCatalog, Patch, Rejection, UiEffect } from '@twentyfour/core';
import * as messages from '../messages/recovery';
import { translateCore } from './language';

/** The part of the core's API that the shell uses. Tests replace it with a fake. */
export interface CoreHandle {
  snapshot(): string;
  dispatch(intent: Intent): Rejection | null | undefined;
  hold_file(file: Blob): number;
  hold_read(key: string, text: string): void;
  hold_response(path: string, access_token: string, response: Promise<Response>): void;
  subscribe(listener: (update: { patches: Patch[]; effects: UiEffect[] }) => void): () => void;
}

declare global {
  interface Window {
    /** A text of IndexedDB and its key, if `boot/preload.js` has read one for the core. */
    earlyRead?: { key: string; text: string };
    /** Set once the core has been created: from then on it sends every request itself. */
    isCoreLoaded?: boolean;
    /** The response to a request to the API, if `boot/preload.js` has sent one for the core. */
    earlyResponse?: { path: string; access_token: string; response: Promise<Response> };
  }
}

/** What `core-module.ts` exports. The glue in it serves one WebAssembly instance. */
interface CoreModule {
  Core: new (config: CoreConfig) => CoreHandle;
  setLanguage: (texts: LanguageCatalog) => void;
  __wbg_set_wasm: (exports: object) => void;
  /** The URL of the file itself. */
  url: string;
}

/** The timeout for loading a replacement, in milliseconds. */
const REPLACE_TIMEOUT = 10_000;

/** The module of the core in use; null before the first load. */
let currentModule: CoreModule | null = null;
/** The number of replacement modules loaded so far. */
let replacementCount = 0;

/**
 * Loads the module and makes the page's first core, after the first paint: evaluating it blocks the main thread. With a
 * preview, that is the paint of the preview, so that nothing of the core competes with what is needed for it.
 */
export async function loadCore(config: CoreConfig, hasPreview: boolean): Promise<CoreHandle> {
  await (hasPreview ? afterContentPaint() : afterFirstPaint());
  currentModule = await import('./core-module');
  await translateCore(currentModule);
  // The preview can be used already, so loading, creating and starting the core are tasks of their own.
  if (hasPreview) await nextTask();
  const core = new currentModule.Core(config);
  if (window.earlyRead) core.hold_read(window.earlyRead.key, window.earlyRead.text);
  delete window.earlyRead;
  window.isCoreLoaded = true;
  const { earlyResponse } = window;
  if (earlyResponse) core.hold_response(earlyResponse.path, earlyResponse.access_token, earlyResponse.response);
  delete window.earlyResponse;
  if (hasPreview) await nextTask();
  return core;
}

/** Resolves in another task, so that the browser can handle input and paint before. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Makes a core in a fresh instance of the module, which starts from the stored state. The crashed core is disabled
 * first, and the Web Locks that it held are released.
 *
 * @throws if the module cannot be loaded again.
 */
export async function replaceCore(config: CoreConfig): Promise<CoreHandle> {
  if (!currentModule) throw new Error(messages.coreRestartFailed());
  const { Core: CrashedCore, url } = currentModule;
  disableModule(currentModule);
  await releaseLocks(navigator.locks as LockManager | undefined);
  replacementCount += 1;
  // The module map is keyed by the whole URL, so another fragment makes another module of the same file.
  currentModule = await withTimeout<CoreModule>(REPLACE_TIMEOUT, import(/* @vite-ignore */ `${url}#${replacementCount}`));
  // Vite's development server shares the package between both, and a browser might ignore the fragment.
  if (currentModule.Core === CrashedCore) throw new Error(messages.coreRestartFailed());
  await translateCore(currentModule);
  return new currentModule.Core(config);
}

/** How long to wait at most for the report of the content's paint, in milliseconds. After an input there may be none. */
const PAINT_REPORT_TIMEOUT_MS = 200;

/**
 * Resolves when the browser has painted the page, or right away if the page is hidden, because hidden pages are not
 * painted.
 */
export function afterFirstPaint(): Promise<void> {
  // An observer would report an earlier paint only when the page is idle.
  if (performance.getEntriesByType('paint').length > 0) return Promise.resolve();
  // A task queued in a frame callback runs after that frame is painted.
  return afterPaint('paint', 1, 0);
}

/** Resolves when the browser has painted the page's content, or right away if the page is hidden. */
export function afterContentPaint(): Promise<void> {
  // The loading overlay does not count as content. The first frame is complete when the second one begins.
  return afterPaint('largest-contentful-paint', 2, PAINT_REPORT_TIMEOUT_MS);
}

/**
 * Resolves when the browser reports a type of paint; at the latest after a number of frames, and a timeout in
 * milliseconds where the browser reports that type.
 */
function afterPaint(type: string, frames: number, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const isReported = typeof PerformanceObserver !== 'undefined' && PerformanceObserver.supportedEntryTypes.includes(type);
    const paints = isReported ? new PerformanceObserver(() => done()) : null;
    const done = () => {
      document.removeEventListener('visibilitychange', done);
      paints?.disconnect();
      resolve();
    };
    if (document.visibilityState === 'hidden') {
      resolve();
      return;
    }
    document.addEventListener('visibilitychange', done);
    // `buffered` also reports paints that happened before.
    paints?.observe({ type, buffered: true });
    const countDown = (left: number) => {
      if (left === 0) setTimeout(done, isReported ? timeout : 0);
      else requestAnimationFrame(() => countDown(left - 1));
    };
    countDown(frames);
  });
}

/** Returns the promise, rejected if it does not settle within the timeout. */
function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(messages.coreLoadTimeout())), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Turns every later call from the browser into a module (timers, listeners, responses) into a no-op. */
export function disableModule(module: Pick<CoreModule, '__wbg_set_wasm'>): void {
  // The glue destructures what the module's functions return, so undefined would throw.
  module.__wbg_set_wasm(new Proxy({}, { get: () => () => [0, 0, 0] }));
}

/**
 * Releases the Web Locks that this page holds. The crashed core cannot release them itself, and without them the next
 * core could neither send changes nor play the ending sound (SPEC T27, Y22). Locks of other tabs are not released.
 */
export async function releaseLocks(locks: LockManager | undefined): Promise<void> {
  // Plain HTTP has no Web Locks.
  if (!locks) return;
  // The browser's client id of this page is only known from a lock that the page holds.
  const probeLockName = `twentyfour-page-${crypto.randomUUID()}`;
  await locks.request(probeLockName, async () => {
    const { held = [] } = await locks.query();
    const ownClientId = held.find(({ name }) => name === probeLockName)?.clientId;
    const locksToRelease = held.filter(({ name, clientId }) => clientId === ownClientId && name !== probeLockName);
    await Promise.all(locksToRelease.map(({ name = '' }) => locks.request(name, { steal: true }, () => undefined)));
  });
}
