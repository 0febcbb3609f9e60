/**
 * Owns the core: loads its WebAssembly module, updates the mirror, runs effects and dispatches intents. Each page has
 * one core; after a crash it is replaced by a new one, which starts from the stored state.
 */
import type { Id, Intent, Rejection, UiEffect } from '@twentyfour/core';
import { createStore } from 'zustand/vanilla';
import * as common from '../messages/common';
import * as messages from '../messages/recovery';
import { clearUploadedPictures, evictUploadedPicturesExcept } from '../platform/image-cache';
import { stopSounds } from '../platform/sounds';
import { showToast } from '../platform/toasts';
import { clearUnsavedTexts } from '../platform/unsaved-notes';
import { listenForCoreCrashes } from './crash-listener';
import { runEffect } from './effects';
import { previewMirror, storePreview } from './home-preview';
import { type CoreHandle, loadCore, nextTask, replaceCore } from './load-core';
import { applyPatches, createMirror, loadSnapshot } from './mirror';
import type { Mirror } from './mirror-state';
// oxlint-disable-next-line import/default -- Vite generates this module and its default export.
import alarm_worker_url from '../platform/worker/alarm?worker&url';

/** The loading state of this page's core. */
export interface CoreStatus {
  /**
   * `preview` while the core loads and the mirror has what Home shows meanwhile; `failed` if the core's file could not
   * be loaded; `crashed` if the core keeps crashing.
   */
  status: 'loading' | 'preview' | 'ready' | 'failed' | 'crashed';
  /** The error message of the crash; empty if unknown. */
  detail: string;
}

/** How long the page waits for the board's first screen before it is shown without, in milliseconds. */
const BOARD_TIMEOUT_MS = 150;

/** A second crash within this time counts as a crash loop, in milliseconds. */
const CRASH_LOOP_WINDOW_MS = 10_000;

/**
 * Returned when the core crashes during dispatch, or when no core is running. The intent's changes may have been stored
 * nonetheless.
 */
export const CORE_CRASHED_REJECTION: Rejection = {
  code: 'internal',
  get message() {
    return common.somethingWentWrong();
  },
};

/** The mirror of this page's core. */
export const mirror = createMirror();

/** The loading state of this page's core. */
export const coreStatus = createStore<CoreStatus>(() => ({ status: 'loading', detail: '' }));

let core: CoreHandle | null = null;
let openPromise: Promise<void> | null = null;
/** The intents of the preview, which wait for the core. */
const previewIntents: Intent[] = [];
/** The path last reported to the core, with its query string but without the fragment, which may hold a secret. */
let lastReportedPath = '';
/** Time of the last crash on the monotonic clock, in milliseconds. */
let lastCrashAt = -Infinity;

/** Shows the preview of Home until the core is ready. Returns whether there is one. */
export function showPreview(): boolean {
  const preview = previewMirror(new Date());
  if (!preview) return false;
  mirror.setState(preview, true);
  coreStatus.setState({ status: 'preview' });
  return true;
}

/** Loads the core once and starts it with the current path. */
export function openCore(): Promise<void> {
  // Retrying needs a reload: browsers from before 2026 cache a failed import (whatwg/html#10327).
  openPromise ??= load().catch(() => coreStatus.setState({ status: 'failed' }));
  return openPromise;
}

async function load(): Promise<void> {
  const isPreview = coreStatus.getState().status === 'preview';
  const handle = await loadCore(config(), isPreview);
  listenForCoreCrashes(handleCoreCrash);
  if (isPreview) await startBehindPreview(handle);
  else await startCore(handle);
  keepPreview();
}

/** Starts a core behind the preview, which its state then replaces. The preview can be used, so each step is a task of its own. */
async function startBehindPreview(handle: CoreHandle): Promise<void> {
  core = handle;
  // The browser loads its time zones at the first question, which takes long.
  deviceTimeZone();
  await nextTask();
  const effects: UiEffect[] = [];
  const unsubscribe = handle.subscribe((update) => void effects.push(...update.effects));
  callCore(() => handle.dispatch(startIntent()));
  await nextTask();
  unsubscribe();
  // After a crash, another core is started.
  if (core !== handle) return;
  connectCore(handle);
  for (const effect of effects) runEffect(effect, dispatch);
  dispatchPreviewIntents();
}

/** Dispatches what the user has done in the preview. What the core rejects is shown, because nothing else shows it. */
function dispatchPreviewIntents(): void {
  for (const intent of previewIntents.splice(0)) {
    const rejection = hasUser(mirror.getState()) ? dispatch(intent) : null;
    if (rejection) showToast('error', rejection.message, null);
  }
}

const storeCurrentPreview = (): void => storePreview(mirror.getState());

/** Stores the preview for the next page whenever this page may be about to end. */
function keepPreview(): void {
  addEventListener('pagehide', storeCurrentPreview);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && storeCurrentPreview());
}

const config = () => ({ api_base: '/api', alarm_worker_url });

/** Connects a new core to the mirror and reports the current path to it. */
async function startCore(handle: CoreHandle): Promise<void> {
  subscribeTo(handle);
  dispatch(startIntent());
  await untilBoardShows();
  if (core !== handle) return;
  coreStatus.setState({ status: 'ready' });
  dispatchPreviewIntents();
}

const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the intent that starts a core with the current path, which then counts as reported. */
function startIntent(): Intent {
  lastReportedPath = location.pathname + location.search;
  return { type: 'start', path: lastReportedPath, time_zone: deviceTimeZone() };
}

/**
 * Resolves when the board that the core opens has something to show, if it opens one, or after a short time. The page
 * is then rendered once, instead of first without the board.
 */
function untilBoardShows(): Promise<void> {
  return new Promise((resolve) => {
    if (!isBoardEmpty(mirror.getState())) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, BOARD_TIMEOUT_MS);
    const unsubscribe = mirror.subscribe((state) => isBoardEmpty(state) || done());
  });
}

/** Returns whether a board is being opened and nothing of it can be shown yet. */
const isBoardEmpty = ({ open_status, board }: Mirror): boolean => open_status === 'loading' && board === null;

/** Connects a core to the mirror. */
export function connectCore(handle: CoreHandle): void {
  subscribeTo(handle);
  coreStatus.setState({ status: 'ready' });
}

/** Keeps the mirror equal to a core's state, and runs its effects. */
function subscribeTo(handle: CoreHandle): void {
  loadSnapshot(mirror, handle.snapshot());
  core = handle;
  handle.subscribe(({ patches, effects }) => {
    // A crashed core may still deliver updates.
    if (core !== handle) return;
    const before = mirror.getState();
    applyPatches(mirror, patches);
    evictUploadedPictures(before, mirror.getState());
    if (hasUser(before) && !hasUser(mirror.getState())) {
      storeCurrentPreview();
      if (!mirror.getState().session.sessionEnded) clearUnsavedTexts();
    }
    for (const effect of effects) runEffect(effect, dispatch);
  });
}

/** Returns whether the page has a user, with an account or as a guest. */
const hasUser = ({ session }: Mirror): boolean => session.isAuthenticated || session.guest !== null;

/**
 * Removes uploaded pictures from the browser's caches: all of them, and those of people, after a log-out, otherwise those that
 * were deleted.
 */
function evictUploadedPictures(before: Mirror, now: Mirror): void {
  if (before.session.isAuthenticated && !now.session.isAuthenticated) {
    void clearUploadedPictures();
  } else if (now.pictures.status === 'ready' && now.pictures !== before.pictures) {
    const known = new Set(uploadedPictureUrls(now));
    void evictUploadedPicturesExcept(known, uploadedPictureUrls(before).filter((address) => !known.has(address)));
  }
}

/** Returns the URLs of the user's uploaded pictures. */
const uploadedPictureUrls = ({ pictures }: Mirror): string[] => pictures.pictures.map(({ id }) => `/api/pictures/${id}`);

/**
 * Dispatches an intent to the core. Returns its rejection, `CORE_CRASHED_REJECTION` if no core is running, or null if
 * it was accepted or waits for the core. Forms show a rejection beside the field; everywhere else the UI only offers actions that the core
 * accepts.
 */
export function dispatch(intent: Intent): Rejection | null {
  if (coreStatus.getState().status === 'preview') {
    previewIntents.push(intent);
    return null;
  }
  return callCore((handle) => handle.dispatch(intent));
}

/** Uploads a picture. Returns the rejection, `CORE_CRASHED_REJECTION` if no core is running, or null once the upload has started. */
export function uploadPicture(file: Blob): Rejection | null {
  return callCore((handle) => handle.dispatch({ type: 'upload_picture', file: handle.hold_file(file), size: file.size }));
}

/** Attaches a file to a card of the open board. Returns the rejection as above, or null once the file is in the queue of uploads. */
export function uploadAttachment(card_id: Id, file: File): Rejection | null {
  return callCore((handle) =>
    handle.dispatch({ type: 'upload_attachment', card_id, name: file.name, file: handle.hold_file(file), size: file.size }),
  );
}

/** Uploads the user's own picture. Returns the same as `uploadPicture`. */
export function uploadAvatar(file: Blob): Rejection | null {
  return callCore((handle) => handle.dispatch({ type: 'upload_avatar', file: handle.hold_file(file), size: file.size }));
}

let isCalling = false;

/** Returns whether the mirror is changing because of an intent of this page, and not of a change elsewhere. */
export const isDispatching = (): boolean => isCalling;

/** Calls the core. The core throws only when it crashes. */
function callCore(call: (handle: CoreHandle) => Rejection | null | undefined): Rejection | null {
  if (!core) return CORE_CRASHED_REJECTION;
  // A subscriber of the mirror may dispatch another intent meanwhile.
  const wasCalling = isCalling;
  isCalling = true;
  try {
    return call(core) ?? null;
  } catch (error) {
    handleCoreCrash(error);
    return CORE_CRASHED_REJECTION;
  } finally {
    isCalling = wasCalling;
  }
}

/** Replaces the crashed core, or gives up if the previous crash was just before. */
function handleCoreCrash(error: unknown): void {
  // Further errors of a core that has already crashed are ignored.
  if (!core) return;
  core = null;
  // oxlint-disable-next-line no-console -- An unexpected error belongs in the browser's console.
  console.error('The core has crashed', error);
  stopSounds();
  const isSoon = performance.now() - lastCrashAt < CRASH_LOOP_WINDOW_MS;
  lastCrashAt = performance.now();
  if (isSoon) {
    showFatalError(error);
    return;
  }
  coreStatus.setState({ status: 'loading' });
  replaceCore(config()).then(async (handle) => {
    await startCore(handle);
    if (core) showToast('blank', messages.coreRecovered(), null);
  }).catch(showFatalError);
}

/** Shows the error page, from which only a reload recovers. */
function showFatalError(error: unknown): void {
  core = null;
  coreStatus.setState({ status: 'crashed', detail: error instanceof Error ? error.message : '' });
}

/** Reports a navigation to the core, once per change and only after the core has been opened. */
export function reportPath(path: string): void {
  if (path === lastReportedPath) return;
  lastReportedPath = path;
  dispatch({ type: 'visit', path });
}
