/**
 * Owns the core: loads its wasm, feeds the mirror, runs the effects, takes intents. There is one core for each page; where it
 * crashes, another takes its place, which begins with all that was stored.
 */
import type { Intent, Patch, Rejection, UiEffect } from '@twentyfour/core';
import { createStore } from 'zustand/vanilla';
import { listenForCoreCrashes } from './crashes';
import { runEffect } from './effects';
import { loadCore, replaceCore } from './load-core';
import { clearUploadedPictures, evictUploadedPicturesExcept } from './picture-cache';
import { applyPatches, createMirror, loadSnapshot, type Mirror } from './mirror';
import { stopSounds } from './sounds';
import { showToast } from './toasts';
import { clearUnsavedTexts } from './unsaved-texts';
// oxlint-disable-next-line import/default -- The bundler makes the export.
import alarm_worker_url from './worker/alarm?worker&url';

/** What the shell needs of the core. Tests stand in for it here. */
export interface CoreHandle {
  snapshot(): string;
  dispatch(intent: Intent): Rejection | null | undefined;
  hold_file(file: Blob): number;
  subscribe(listener: (update: { patches: Patch[]; effects: UiEffect[] }) => void): () => void;
}

/** How the core of this page stands. */
export interface CoreStatus {
  /** `failed` if its file could not be loaded; `crashed` if it keeps crashing. */
  status: 'loading' | 'ready' | 'failed' | 'crashed';
  /** What broke it, as far as it is known. */
  detail: string;
}

/** A core that crashes again so soon, in milliseconds, would do so for ever. */
const CRASH_LOOP_WINDOW_MS = 10_000;

/**
 * The answer to an intent during which the core has crashed, or which it could not be given because it had crashed before. Its effect
 * may be stored all the same.
 */
export const CORE_CRASHED_REJECTION: Rejection = { code: 'internal', message: 'Something went wrong. Please try again.' };

/** The mirror of this page's core. */
export const mirror = createMirror();

/** How this page's core stands. */
export const coreStatus = createStore<CoreStatus>(() => ({ status: 'loading', detail: '' }));

let core: CoreHandle | null = null;
let openPromise: Promise<void> | null = null;
/** The path that the core was told last, with its query and without what stands behind the `#`: that may be a secret. */
let lastReportedPath = '';
/** When a core crashed last, by the clock that nobody sets. */
let lastCrashAt = -Infinity;

/** Loads the core once and starts it with the path the app has opened at. */
export function openCore(): Promise<void> {
  // A module that failed to load would fail again: trying again takes a reload.
  openPromise ??= load().catch(() => coreStatus.setState({ status: 'failed' }));
  return openPromise;
}

async function load(): Promise<void> {
  coreStatus.setState({ status: 'loading' });
  const handle = await loadCore(config());
  listenForCoreCrashes(handleCoreCrash);
  startCore(handle);
}

const config = () => ({ api_base: '/api', alarm_worker_url });

/** Lets the mirror follow a new core, and tells it where the app is. */
function startCore(handle: CoreHandle): void {
  connectCore(handle);
  lastReportedPath = location.pathname + location.search;
  dispatch({ type: 'start', path: lastReportedPath, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
}

/** Lets the mirror follow a core. */
export function connectCore(handle: CoreHandle): void {
  loadSnapshot(mirror, handle.snapshot());
  core = handle;
  coreStatus.setState({ status: 'ready' });
  handle.subscribe(({ patches, effects }) => {
    // One that has crashed may still have something under way.
    if (core !== handle) return;
    const before = mirror.getState();
    applyPatches(mirror, patches);
    evictUploadedPictures(before, mirror.getState());
    if (hasUser(before) && !hasUser(mirror.getState()) && !mirror.getState().session.sessionEnded) clearUnsavedTexts();
    for (const effect of effects) runEffect(effect, dispatch);
  });
}

/** Returns whether somebody is here, with an account or as a guest. */
const hasUser = ({ session }: Mirror): boolean => session.isAuthenticated || session.guest !== null;

/** Has the browser forget somebody's own pictures: all where they have left, or those that have been deleted. */
function evictUploadedPictures(before: Mirror, now: Mirror): void {
  if (before.session.isAuthenticated && !now.session.isAuthenticated) {
    void clearUploadedPictures();
  } else if (now.pictures.status === 'ready' && now.pictures !== before.pictures) {
    const known = new Set(uploadedPictureUrls(now));
    void evictUploadedPicturesExcept(known, uploadedPictureUrls(before).filter((address) => !known.has(address)));
  }
}

/** The addresses of somebody's own pictures. */
const uploadedPictureUrls = ({ pictures }: Mirror): string[] => pictures.pictures.map(({ id }) => `/api/pictures/${id}`);

/**
 * Dispatches an intent to the core. Returns its rejection, `CORE_CRASHED_REJECTION` if no core is running, or null if it was accepted.
 * Forms show a refusal beside the field; everywhere else the screen offers nothing that could be refused.
 */
export function dispatch(intent: Intent): Rejection | null {
  return callCore((handle) => handle.dispatch(intent));
}

/** Uploads a picture. Returns the rejection, `CORE_CRASHED_REJECTION` if no core is running, or null once the upload has started. */
export function uploadPicture(file: Blob): Rejection | null {
  return callCore((handle) => handle.dispatch({ type: 'upload_picture', file: handle.hold_file(file), size: file.size }));
}

/** Asks the core for something. The core throws only when it crashes. */
function callCore(call: (handle: CoreHandle) => Rejection | null | undefined): Rejection | null {
  if (!core) return CORE_CRASHED_REJECTION;
  try {
    return call(core) ?? null;
  } catch (error) {
    handleCoreCrash(error);
    return CORE_CRASHED_REJECTION;
  }
}

/** The core has crashed: another takes its place, unless that has just happened. */
function handleCoreCrash(error: unknown): void {
  // Whatever else the one that crashed throws is no news.
  if (!core) return;
  core = null;
  // oxlint-disable-next-line no-console -- It is the browser's own way to tell of an error that nobody expected.
  console.error('The core has crashed', error);
  stopSounds();
  const isSoon = performance.now() - lastCrashAt < CRASH_LOOP_WINDOW_MS;
  lastCrashAt = performance.now();
  if (isSoon) {
    showFatalError(error);
    return;
  }
  coreStatus.setState({ status: 'loading' });
  replaceCore(config()).then((handle) => {
    startCore(handle);
    if (core) showToast('blank', 'Twentyfour recovered from an error. Check your last change.', null);
  }).catch(showFatalError);
}

/** There is no way on but to load the page anew. */
function showFatalError(error: unknown): void {
  core = null;
  coreStatus.setState({ status: 'crashed', detail: error instanceof Error ? error.message : '' });
}

/** Tells the core that the page has gone to a path; once for each change, and not before the core has been opened. */
export function reportPath(path: string): void {
  if (path === lastReportedPath) return;
  lastReportedPath = path;
  dispatch({ type: 'visit', path });
}
