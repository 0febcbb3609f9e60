/** How often timers wake Home: in front, and behind another tab. Plain Chromium, since a page is always visible to Playwright. */
import { HiddenBrowser } from '../../e2e/support/hidden-browser';
import type { Tokens } from './lighthouse';

export interface Wakes {
  /** In the busiest second of a minute in front: moments at which a timer ran. */
  most_in_a_second: number;
  /** In all of a minute behind another tab. */
  hidden: number;
}

/** How long the page settles, and is watched, in milliseconds. */
const SETTLING = 15_000;
const WATCHED = 60_000;

/** Runs before the page's own scripts: notes the moment of every callback of a timer or of a frame, and of every word of a Worker. */
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

/** Watches a minute in front and a minute behind another tab. */
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
    if (inFront.length === 0) throw new Error('no timer ran: the clock stands still');
    await browser.cover();
    if ((await tab.evaluate('document.visibilityState')) !== 'hidden') throw new Error('the page is not hidden');
    const hidden = await watched();
    return { most_in_a_second: busiest(inFront), hidden: hidden.length };
  } finally {
    await browser.dispose();
  }
}

/**
 * The most moments within any second. What runs within 20 ms wakes the page once: the tick itself, and the frame that draws it.
 */
function busiest(times: number[]): number {
  const moments: number[] = [];
  for (const time of times) if (time - (moments.at(-1) ?? -Infinity) > 20) moments.push(time);
  // A tick is late now and then, and the next one is not: a tenth of a second is granted.
  return Math.max(0, ...moments.map((from) => moments.filter((time) => time >= from && time < from + 900).length));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
