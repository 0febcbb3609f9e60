/**
 * Functions that run in the page. Each is serialized and sent to the browser, so none may use anything from its module.
 */

export interface Keys {
  /** The main thread's work for each key, in milliseconds: waiting for other work, handling the key, and rendering. */
  work: number[];
  /** The time from each key to its paint, in milliseconds, including the wait for the next frame. */
  painted: number[];
}

declare global {
  interface Window {
    keys: Keys;
  }
}

/** Measures every key from now on. */
export function watchKeys(): void {
  const keys: Keys = { work: [], painted: [] };
  window.keys = keys;
  const afterThisTask = (call: () => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = call;
    port2.postMessage(null);
  };
  window.addEventListener(
    'keydown',
    (event) => {
      // When the key had been handled. The key's listeners and the editor's update are one task.
      let handled = 0;
      afterThisTask(() => (handled ||= performance.now()));
      requestAnimationFrame(() => {
        const drawing = performance.now();
        // The frame may come before the message that ends the task.
        handled ||= drawing;
        afterThisTask(() => {
          const done = performance.now();
          keys.work.push(handled - event.timeStamp + (done - drawing));
          keys.painted.push(done - event.timeStamp);
        });
      });
    },
    { capture: true },
  );
}
