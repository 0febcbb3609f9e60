/** What is watched from within the page. Each function is sent to the browser as it is, so none may use what lies around it. */

export interface Keys {
  /** How long the page was at work for each key, in milliseconds: it waited for other work, took the key, and drew. */
  work: number[];
  /** How long each key took until it had been painted, with the wait for the screen's next frame. */
  painted: number[];
}

declare global {
  interface Window {
    keys: Keys;
    shown: number;
  }
}

/** Notes when a frame has been painted in which the open note ends with a text, counted from the next click. */
export function watchOpening(ending: string): void {
  window.shown = 0;
  window.addEventListener(
    'click',
    ({ timeStamp }) => {
      const look = () => {
        if (document.querySelector('.note-text')?.lastElementChild?.textContent !== ending) {
          requestAnimationFrame(look);
          return;
        }
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (window.shown = performance.now() - timeStamp);
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
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
      const begun = performance.now();
      let taken = begun;
      // The key's listeners and what the editor makes of it are one task.
      afterThisTask(() => (taken = performance.now()));
      requestAnimationFrame(() => {
        const drawing = performance.now();
        afterThisTask(() => {
          const done = performance.now();
          keys.work.push(begun - event.timeStamp + (taken - begun) + (done - drawing));
          keys.painted.push(done - event.timeStamp);
        });
      });
    },
    { capture: true },
  );
}
