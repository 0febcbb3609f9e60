/** What is watched from within the page. Each function is sent to the browser as it is, so none may use what lies around it. */

export interface Watched {
  /** When the frame with the first card had been painted, in ms since the navigation; 0 before that. */
  first_card: number;
  /** When the main thread or the network was last busy, in ms since the navigation. */
  last_busy: number;
  /** Times of the frames while they are recorded. */
  frames: number[] | null;
  /** The moment of the last pointerup, and of the card's standing in its new list after it. */
  released: number;
  in_dom: number;
  painted: number;
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/** Runs before the page's own scripts. */
export function watch(): void {
  const watched: Watched = { first_card: 0, last_busy: 0, frames: null, released: 0, in_dom: 0, painted: 0 };
  window.watched = watched;
  /** Calls when the frame that is being made has been painted. */
  const afterPaint = (call: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = call;
      port2.postMessage(null);
    });
  const cards = new MutationObserver(() => {
    if (!document.querySelector('[data-card-id]')) return;
    cards.disconnect();
    afterPaint(() => (watched.first_card = performance.now()));
  });
  cards.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      watched.last_busy = Math.max(watched.last_busy, entry.startTime + entry.duration);
    }
  }).observe({ entryTypes: ['longtask', 'resource', 'navigation'] });
}

/** Records the time of every frame until it is asked for them. */
export function recordFrames(): void {
  const frames: number[] = [];
  window.watched ??= { first_card: 0, last_busy: 0, frames: null, released: 0, in_dom: 0, painted: 0 };
  window.watched.frames = frames;
  const frame = (now: number) => {
    frames.push(now);
    if (window.watched.frames === frames) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Ends the record and gives how long each frame took. */
export function framesRecorded(): number[] {
  const frames = window.watched.frames ?? [];
  window.watched.frames = null;
  return frames.slice(1).map((time, index) => time - (frames[index] ?? 0));
}

/** Notes when the pointer is released, and when after that the card lies in the list and is no longer lifted. */
export function watchDrop([card_id, list_id]: [string, string]): void {
  const { watched } = window;
  watched.released = 0;
  watched.in_dom = 0;
  watched.painted = 0;
  const stands = () => {
    const card = document.querySelector(`[data-list-id="${list_id}"] [data-card-id="${card_id}"]`);
    // While it is lifted its picture follows the hand.
    return card !== null && !document.querySelector('[data-drag-overlay]');
  };
  const changes = new MutationObserver(() => check());
  const check = () => {
    if (watched.in_dom > 0 || !stands()) return;
    watched.in_dom = performance.now();
    changes.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (watched.painted = performance.now());
      port2.postMessage(null);
    });
  };
  window.addEventListener(
    'pointerup',
    (event) => {
      // The event's own time is when the hand let go, also where the page was too busy to hear of it at once.
      watched.released = event.timeStamp;
      changes.observe(document, { childList: true, subtree: true, attributes: true });
    },
    { capture: true, once: true },
  );
}

/** All nodes of the document: elements, texts and comments. */
export function countNodes(): number {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let count = 1;
  while (walker.nextNode()) count += 1;
  return count;
}

/** When the answer to the ops that were sent after a moment had come; 0 before that. */
export function acknowledged(since: number): number {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const sent = entries.find((entry) => entry.startTime >= since && /\/api\/boards\/[^/]+\/ops\//.test(entry.name));
  return sent?.responseEnd ?? 0;
}
