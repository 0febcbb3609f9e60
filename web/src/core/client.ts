/** Owns the core: loads its wasm, feeds the mirror, runs the effects, takes intents. There is one core for each page. */
import type { Intent, Patch, Rejection, UiEffect } from '@twentyfour/core';
import { runEffect } from './effects';
import { forgetOwnPictures, forgetOwnPicturesBut } from './picture-cache';
import { applyPatches, createMirror, loadSnapshot, type Mirror } from './mirror';
// oxlint-disable-next-line import/default -- The bundler makes the export.
import alarm_worker_url from './worker/alarm?worker&url';

/** What the shell needs of the core. Tests stand in for it here. */
export interface CoreHandle {
  snapshot(): string;
  dispatch(intent: Intent): Rejection | null | undefined;
  hold_file(file: Blob): number;
  subscribe(listener: (update: { patches: Patch[]; effects: UiEffect[] }) => void): () => void;
}

/** The mirror of this page's core. */
export const mirror = createMirror();

let core: CoreHandle | null = null;
let opening: Promise<void> | null = null;
/** The path that the core was told last, with its query and without what stands behind the `#`: that may be a secret. */
let visited = '';

/** Loads the core once and tells it where the app has opened. Rejects when its file cannot be loaded; may be tried again. */
export function openCore(): Promise<void> {
  opening ??= load().catch((reason: unknown) => {
    opening = null;
    throw reason;
  });
  return opening;
}

async function load(): Promise<void> {
  const { Core } = await import('@twentyfour/core');
  connectCore(new Core({ api_base: '/api', alarm_worker_url }));
  visited = location.pathname + location.search;
  dispatch({ type: 'start', path: visited, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
}

/** Lets the mirror follow a core. */
export function connectCore(handle: CoreHandle): void {
  core = handle;
  loadSnapshot(mirror, handle.snapshot());
  handle.subscribe(({ patches, effects }) => {
    const before = mirror.getState();
    applyPatches(mirror, patches);
    forgetPictures(before, mirror.getState());
    for (const effect of effects) runEffect(effect, dispatch);
  });
}

/** Has the browser forget somebody's own pictures: all where they have left, or those that have been deleted. */
function forgetPictures(before: Mirror, now: Mirror): void {
  if (before.session.isAuthenticated && !now.session.isAuthenticated) {
    void forgetOwnPictures();
  } else if (now.pictures.status === 'ready' && now.pictures !== before.pictures) {
    const known = new Set(ownPictures(now));
    void forgetOwnPicturesBut(known, ownPictures(before).filter((address) => !known.has(address)));
  }
}

/** The addresses of somebody's own pictures. */
const ownPictures = ({ pictures }: Mirror): string[] => pictures.pictures.map(({ id }) => `/api/pictures/${id}`);

/**
 * Tells the core what the person did. Answers why it was refused, or null when it was taken. Forms show a refusal beside
 * what was refused; everywhere else nothing can be refused that the screen offers.
 */
export function dispatch(intent: Intent): Rejection | null {
  return core?.dispatch(intent) ?? null;
}

/** Sends a picture of the person's own. Answers why it is not sent, or null when it is on its way. */
export function uploadPicture(file: Blob): Rejection | null {
  return core?.dispatch({ type: 'upload_picture', file: core.hold_file(file), size: file.size }) ?? null;
}

/** Tells the core that the page has gone to a path; once for each change, and not before the core has been opened. */
export function visit(path: string): void {
  if (path === visited) return;
  visited = path;
  dispatch({ type: 'visit', path });
}
