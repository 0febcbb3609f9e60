/** What Home holds after a working day in a tab: eight hours, simulated second by second. */
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, debianChromium } from '../../e2e/support/chromium';
import { storeTokens } from '../../e2e/support/users';
import type { Tokens } from './lighthouse';

export interface Heap {
  /** Bytes of JavaScript's heap when the page has settled, and after the day. */
  before: number;
  after: number;
  /** What the clock shows then, to tell that the day has passed. */
  time: string;
}

const HOURS = 8;
/** Seconds that pass at once: few enough that an answer of the server comes before its time is over. */
const STEP = 2;

/** Runs the page's clock ahead, and measures after the collector has run. */
export async function heapAfter(url: string, tokens: Tokens): Promise<Heap> {
  const browser = await chromium.launch({ ...(debianChromium ? { executablePath: debianChromium } : {}), args: CHROMIUM_ARGUMENTS });
  try {
    const page = await browser.newPage({ timezoneId: 'Europe/Berlin' });
    await page.goto(`${url}/api/health/`);
    await storeTokens(page, tokens.access_token, tokens.refresh_token);
    await page.clock.install();
    await page.goto(`${url}/app`);
    await page.getByRole('button', { name: 'Switch to timer' }).waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const heap = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
    };
    await page.clock.runFor(10_000);
    const before = await heap();
    const shown = () => page.locator('time').first().innerText();
    const began = await shown();
    for (let seconds = 0; seconds < HOURS * 3_600; seconds += STEP) await page.clock.runFor(STEP * 1_000);
    const time = await shown();
    if (time === began) throw new Error('the clock has not moved');
    return { before, after: await heap(), time };
  } finally {
    await browser.close();
  }
}
