/** One timer in several tabs: each shows and controls it, and only one rings. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/test';
import { countdown, press, setLength, showTimer, timerState } from './support/timer';

/** The sounds that a tab has played. */
interface SoundCounts {
  rings: number;
  loops: number;
}

/**
 * A tab that does not ring announces the end itself after less than five seconds; only then is it certain that no
 * second tab rings.
 */
const LATEST_RING = 6_000;

/** Returns the deadline of the running phase, in milliseconds since 1970. */
async function deadline(page: Page): Promise<number> {
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('timerState') ?? '{}').endsAt as number | null);
  await expect.poll(stored).toEqual(expect.any(Number));
  return Number(await stored());
}

/** Waits until the clock has passed the last moment at which a tab may ring for a deadline. */
async function passLatestRing(page: Page, endsAt: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => Date.now()), { timeout: 40_000 }).toBeGreaterThan(endsAt + LATEST_RING);
}

/** Replaces the browser's audio with counters. */
async function countSounds(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sounds = { rings: 0, loops: 0 };
    Object.assign(window, { sounds });
    const node = () => ({ gain: { value: 1, setTargetAtTime: () => undefined }, connect: () => undefined, disconnect: () => undefined });
    class Source extends EventTarget {
      loop = false;
      connect() {}
      start() {
        sounds[this.loop ? 'loops' : 'rings'] += 1;
      }
      stop() {
        if (this.loop) sounds.loops -= 1;
      }
    }
    class Audio extends EventTarget {
      state = 'running';
      currentTime = 0;
      createGain = node;
      createBufferSource = () => new Source();
      decodeAudioData = async () => ({});
      resume = async () => undefined;
      suspend = async () => undefined;
      close = async () => undefined;
    }
    Object.assign(window, { AudioContext: Audio });
  });
}

const soundsIn = (page: Page) => page.evaluate(() => (window as unknown as { sounds: SoundCounts }).sounds);

/** Returns the sounds of all tabs together. */
async function totalSounds(pages: readonly Page[]): Promise<SoundCounts> {
  const all = await Promise.all(pages.map(soundsIn));
  return { rings: all.reduce((sum, { rings }) => sum + rings, 0), loops: all.reduce((sum, { loops }) => sum + loops, 0) };
}

/** Returns this many tabs that show the timer; all but the first are opened here. */
async function tabs(page: Page, count: number): Promise<Page[]> {
  await countSounds(page.context());
  await page.goto('/app');
  const pages = [page];
  while (pages.length < count) {
    const another = await page.context().newPage();
    await another.goto('/app');
    pages.push(another);
  }
  for (const one of pages) await showTimer(one);
  return pages;
}

test.beforeEach(({ accountPage: _ }) => {
  // A phase in real time, and the wait after it, on a busy machine.
  test.setTimeout(150_000);
});

test('two tabs share one countdown and its controls, and one plays the ending sound', async ({ page }) => {
  const [first, second] = (await tabs(page, 2)) as [Page, Page];
  await setLength(first, '0', '20');
  await expect(countdown(second)).toHaveText('00:20');
  await press(first, 'Start');
  await expect(timerState(second)).toHaveText('Focus, running');
  await expect.poll(() => soundsIn(first)).toEqual({ rings: 0, loops: 1 });
  expect(await soundsIn(second)).toEqual({ rings: 0, loops: 0 });
  const both = async () => [await countdown(first).textContent(), await countdown(second).textContent()];
  await expect
    .poll(async () => {
      const [one, other] = await both();
      return one === other && one !== '00:20';
    })
    .toBe(true);

  // Pausing in the other tab rings there, and silences the first.
  await press(second, 'Pause');
  await expect(timerState(first)).toHaveText('Focus, paused');
  await expect.poll(() => totalSounds([first, second])).toEqual({ rings: 1, loops: 0 });
  // It rings where it was last started.
  await press(second, 'Resume');
  await expect.poll(() => soundsIn(second)).toEqual({ rings: 1, loops: 1 });
  await expect(timerState(first)).toHaveText('Focus, running');
  const endsAt = await deadline(second);
  for (const one of [first, second]) await expect(timerState(one)).toHaveText('Break, ready', { timeout: 30_000 });
  await passLatestRing(first, endsAt);
  expect(await soundsIn(first)).toEqual({ rings: 0, loops: 0 });
  expect(await soundsIn(second)).toEqual({ rings: 2, loops: 0 });
});

test('another tab plays the ending sound when the tab that owns it is closed', { tag: '@long' }, async ({ page }) => {
  const [first, second, third] = (await tabs(page, 3)) as [Page, Page, Page];
  await setLength(first, '0', '20');
  await press(first, 'Start');
  await expect(timerState(third)).toHaveText('Focus, running');
  const endsAt = await deadline(third);
  await first.close();
  const left = [second, third];
  // Another tab continues the sound.
  await expect.poll(() => totalSounds(left)).toEqual({ rings: 0, loops: 1 });
  for (const one of left) await expect(timerState(one)).toHaveText('Break, ready', { timeout: 40_000 });
  await passLatestRing(second, endsAt);
  expect(await totalSounds(left)).toEqual({ rings: 1, loops: 0 });
});

test('a tab that is opened while the timer runs shows it, is silent, and resets it', async ({ page, context }) => {
  const [first] = (await tabs(page, 1)) as [Page];
  await press(first, 'Start');
  const second = await context.newPage();
  await second.goto('/app');
  await expect(timerState(second)).toHaveText('Focus, running');
  expect(await soundsIn(second)).toEqual({ rings: 0, loops: 0 });
  await press(second, 'Reset');
  await expect(timerState(first)).toHaveText('Focus, ready');
  await expect.poll(() => totalSounds([first, second])).toEqual({ rings: 0, loops: 0 });
});
