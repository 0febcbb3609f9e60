/** How long after the first key that has not been saved a text may be saved, in milliseconds. */
const DUE_AFTER = 500;
/** How long after it a text is saved as soon as the page has nothing else to do, also where nobody types on. */
const WHEN_IDLE_AFTER = 650;
/** For how long that may put it off. */
const IDLE_WITHIN = 100;

/** Decides when a text is saved: at most 800 ms after the first key that has not been, and never within a key's frame. */
export interface Saver {
  /** The text has changed. */
  changed: () => void;
  /** Saves at once what has not been saved. */
  flush: () => void;
  isDirty: () => boolean;
}

/** Makes a saver. `save` does it, and answers whether the text was taken; what was not is tried again with the next change. */
export function createSaver(save: () => boolean): Saver {
  let isDirty = false;
  let isDue = false;
  let timers: number[] = [];
  let cancel: (() => void) | null = null;

  const rest = () => {
    timers.forEach((timer) => window.clearTimeout(timer));
    timers = [];
    cancel?.();
    cancel = null;
    isDue = false;
  };
  const flush = () => {
    rest();
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
      timers = [window.setTimeout(() => (isDue = true), DUE_AFTER), window.setTimeout(saveWhenIdle, WHEN_IDLE_AFTER)];
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
  const request = window.requestIdleCallback(call, { timeout: IDLE_WITHIN });
  return () => window.cancelIdleCallback(request);
}
