/**
 * Functions that run in the page. Each is serialized and sent to the browser, so none may use anything from its module.
 */

export interface Watched {
  /** When the frame with the first card was painted, in ms since the navigation; 0 before that. */
  first_card: number;
  /** When the main thread or the network was last busy, in ms since the navigation. */
  last_busy: number;
  /** The times of the frames while they are being recorded. */
  frames: number[] | null;
  /** The time of the last pointerup, and of the card's arrival in its new list after it. */
  released: number;
  in_dom: number;
  painted: number;
  card_elements: number;
  frames_with_empty_list: number;
}

declare global {
  interface Window {
    watched: Watched;
    shown: number;
    /** Returns the interactions since the last call. */
    takeInteractions: () => Promise<MeasuredInteraction[]>;
  }
}

/** Runs before the page's own scripts. */
export function watch(): void {
  const watched: Watched = { first_card: 0, last_busy: 0, frames: null, released: 0, in_dom: 0, painted: 0, card_elements: 0, frames_with_empty_list: 0 };
  window.watched = watched;
  /** Calls back when the current frame has been painted. */
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

/** Records the time of every frame until `framesRecorded` is called. */
export function recordFrames(): void {
  const frames: number[] = [];
  window.watched ??= { first_card: 0, last_busy: 0, frames: null, released: 0, in_dom: 0, painted: 0, card_elements: 0, frames_with_empty_list: 0 };
  window.watched.frames = frames;
  const frame = (now: number) => {
    frames.push(now);
    if (window.watched.frames === frames) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Ends the recording and returns the duration of each frame. */
export function framesRecorded(): number[] {
  const frames = window.watched.frames ?? [];
  window.watched.frames = null;
  return frames.slice(1).map((time, index) => time - (frames[index] ?? 0));
}

/** Records when the pointer is released, and when after that the card is in the list and no longer dragged. */
export function watchDrop([card_id, list_id]: [string, string]): void {
  const { watched } = window;
  watched.released = 0;
  watched.in_dom = 0;
  watched.painted = 0;
  const isDropped = () => {
    const card = document.querySelector(`[data-list-id="${list_id}"] [data-card-id="${card_id}"]`);
    // The overlay exists as long as the card is dragged.
    return card !== null && !document.querySelector('[data-drag-overlay]');
  };
  const changes = new MutationObserver(() => check());
  const check = () => {
    if (watched.in_dom > 0 || !isDropped()) return;
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
      // The event's own timestamp is the time of the release, even if the page was too busy to handle it immediately.
      watched.released = event.timeStamp;
      changes.observe(document, { childList: true, subtree: true, attributes: true });
    },
    { capture: true, once: true },
  );
}

/** Returns the number of nodes in the document: elements, texts and comments. */
export function countNodes(): number {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let count = 1;
  while (walker.nextNode()) count += 1;
  return count;
}

/** Counts in every frame from now on the elements of cards, and the frames in which a list in view has none. */
export function watchCardElements(): void {
  const row = document.querySelector('[data-drag-bounds]');
  const { watched } = window;
  const frame = () => {
    const view = row?.getBoundingClientRect();
    const isEmpty = (list: Element) => {
      const { left, right } = list.getBoundingClientRect();
      return view !== undefined && left < view.right && right > view.left && !list.querySelector('[data-card-id]');
    };
    watched.card_elements = Math.max(watched.card_elements, document.querySelectorAll('[data-card-id], [data-card-id] *').length);
    if ([...document.querySelectorAll('[data-list-id]')].some(isEmpty)) watched.frames_with_empty_list += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Returns what `watchCardElements` has counted. */
export function cardElementsWhileScrolling(): Pick<Watched, 'card_elements' | 'frames_with_empty_list'> {
  const { card_elements, frames_with_empty_list } = window.watched;
  return { card_elements, frames_with_empty_list };
}

/** Records when a frame has been painted in which an element contains a text, in ms since the next click or key; 0 before that. */
export function watchText({ event, selector, text }: { event: string; selector: string; text: string }): void {
  window.shown = 0;
  window.addEventListener(
    event,
    ({ timeStamp }) => {
      const look = () => {
        if (![...document.querySelectorAll(selector)].some(({ textContent }) => textContent?.includes(text))) {
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

/** Returns when the response to the ops sent after a moment arrived; 0 before that. */
export function acknowledged(since: number): number {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const sent = entries.find((entry) => entry.startTime >= since && /\/api\/boards\/[^/]+\/ops\//.test(entry.name));
  return sent?.responseEnd ?? 0;
}

/** An interaction as the browser measured it: the longest of its events, from the input to the next frame, in milliseconds. */
export interface MeasuredInteraction {
  id: number;
  duration: number;
}

/** Runs before the page's own scripts: collects the events of interactions that took at least 16 ms. */
export function watchInteractions(): void {
  const seen = new Map<number, number>();
  const collect = (entries: PerformanceEntryList) => {
    for (const { duration, interactionId } of entries as (PerformanceEntry & { interactionId: number })[]) {
      if (interactionId > 0) seen.set(interactionId, Math.max(duration, seen.get(interactionId) ?? 0));
    }
  };
  const observer = new PerformanceObserver((list) => collect(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  window.takeInteractions = async () => {
    // An event is reported once the frame that follows it is on the screen, and not at all if that took less than 16 ms. The
    // events of one interaction may be reported one after another.
    for (let last = performance.now(), count = seen.size; performance.now() - last < 200; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (seen.size > count) [last, count] = [performance.now(), seen.size];
    }
    collect(observer.takeRecords());
    const taken = [...seen].map(([id, duration]) => ({ id, duration }));
    seen.clear();
    return taken;
  };
}
