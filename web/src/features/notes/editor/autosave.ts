/** How long after the first key that has not been saved a text may be saved, in milliseconds. */
const SAVE_ON_KEY_AFTER_MS = 500;
/** How long after it a text is saved as soon as the page has nothing else to do, also where nobody types on. */
const SAVE_WHEN_IDLE_AFTER_MS = 650;
/** For how long that may put it off. */
const IDLE_TIMEOUT_MS = 100;

/** Decides when a text is saved: at most 800 ms after the first key that has not been, and never within a key's frame. */
export interface Autosave {
  /** The text has changed. */
  changed: () => void;
  /** Saves at once what has not been saved. */
  flush: () => void;
  isDirty: () => boolean;
}

/** Makes a saver. `save` does it, and answers whether the text was taken; what was not is tried again with the next change. */
export function createAutosave(save: () => boolean): Autosave {
  let isDirty = false;
  let isDue = false;
  let timers: number[] = [];
  let cancel: (() => void) | null = null;

  const clearTimers = () => {
    timers.forEach((timer) => window.clearTimeout(timer));
    timers = [];
    cancel?.();
    cancel = null;
    isDue = false;
  };
  const flush = () => {
    clearTimers();
    if (isDirty) isDirty = !save();
  };
  const saveWhenIdle = () => {
    cancel ??= whenIdle(flush);
  };
  return {
    changed: () => {
      isDirty = true;
      // Right after a key has been drawn the next one is farthest away.
      if (isDue) saveWhenIdle();
      if (timers.length > 0) return;
      timers = [window.setTimeout(() => (isDue = true), SAVE_ON_KEY_AFTER_MS), window.setTimeout(saveWhenIdle, SAVE_WHEN_IDLE_AFTER_MS)];
    },
    flush,
    isDirty: () => isDirty,
  };
}

/** Calls when the page has nothing else to do; gives the way to take that back. Safari tells of no such moment. */
function whenIdle(call: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, 0);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(call, { timeout: IDLE_TIMEOUT_MS });
  return () => window.cancelIdleCallback(request);
}
