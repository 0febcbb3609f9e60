/**
 * Measures how often timers wake Home, in the foreground and in the background. Uses plain Chromium, since Playwright
 * keeps every page visible.
 */
import { HiddenBrowser } from '../../e2e/support/hidden-browser';
import type { Tokens } from './lighthouse';

export interface Wakes {
  /** The timer wake-ups in the busiest second of a minute in the foreground. */
  most_in_a_second: number;
  /** The wake-ups in a minute in the background. */
  hidden: number;
}

/** How long the page may settle, and how long it is measured, in milliseconds. */
const SETTLING = 15_000;
const WATCHED = 60_000;

/**
 * Runs before the page's own scripts and records the time of every timer and frame callback, and of every message from
 * a Worker.
 */
const WATCH = `
  window.woken = [];
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
    const own = window[name].bind(window);
    window[name] = (act, ...rest) =>
      own((...values) => {
        window.woken.push(performance.now());
        act(...values);
      }, ...rest);
  }
  window.Worker = class extends Worker {
    constructor(...values) {
      super(...values);
      this.addEventListener('message', () => window.woken.push(performance.now()));
    }
  };
`;

/** Measures a minute in the foreground and a minute in the background. */
export async function wakes(url: string, tokens: Tokens): Promise<Wakes> {
  const browser = HiddenBrowser.start();
  try {
    const tab = await browser.openSignedIn(`${url}/app`, tokens, WATCH);
    const watched = async () => {
      await pause(SETTLING);
      await tab.evaluate('window.woken = []');
      await pause(WATCHED);
      return tab.evaluate<number[]>('window.woken');
    };
    const inFront = await watched();
    if (inFront.length === 0) throw new Error('No timer fired: the clock does not advance.');
    await browser.openEmptyTabInFront();
    if ((await tab.evaluate('document.visibilityState')) !== 'hidden') throw new Error('the page is not hidden');
    const hidden = await watched();
    return { most_in_a_second: busiest(inFront), hidden: hidden.length };
  } finally {
    await browser.dispose();
  }
}

/**
 * Returns the most wake-ups within any second. Callbacks within 20 ms count as one wake-up: the tick itself, and the
 * frame that renders it.
 */
function busiest(times: number[]): number {
  const moments: number[] = [];
  for (const time of times) if (time - (moments.at(-1) ?? -Infinity) > 20) moments.push(time);
  // A tick may be late and the next one on time, so a tenth of a second is tolerated.
  return Math.max(0, ...moments.map((from) => moments.filter((time) => time >= from && time < from + 900).length));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
