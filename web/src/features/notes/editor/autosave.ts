/** The time from the first unsaved change until the next key triggers a save, in milliseconds. */
const SAVE_ON_KEY_AFTER_MS = 500;
/** The time from the first unsaved change until the text is saved when the page is idle, in milliseconds. */
const SAVE_WHEN_IDLE_AFTER_MS = 650;
/** The maximum wait for the page to become idle, in milliseconds. */
const IDLE_TIMEOUT_MS = 100;

/** Autosave of a text: at most 800 ms after the first unsaved change, and never within the frame of a key press. */
export interface Autosave {
  /** Marks the text as changed. */
  changed: () => void;
  /** Saves unsaved changes immediately. */
  flush: () => void;
  isDirty: () => boolean;
}

/**
 * Creates an autosave. `save` returns whether the text was accepted; a rejected text is retried after the next change.
 */
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
      // Right after a key press has been rendered, the most time is left before the next one.
      if (isDue) saveWhenIdle();
      if (timers.length > 0) return;
      timers = [window.setTimeout(() => (isDue = true), SAVE_ON_KEY_AFTER_MS), window.setTimeout(saveWhenIdle, SAVE_WHEN_IDLE_AFTER_MS)];
    },
    flush,
    isDirty: () => isDirty,
  };
}

/** Calls back when the page is idle; returns a function that cancels it. Safari has no idle callbacks. */
function whenIdle(call: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, 0);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(call, { timeout: IDLE_TIMEOUT_MS });
  return () => window.cancelIdleCallback(request);
}
