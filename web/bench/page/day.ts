/** Measures the memory of Home after a working day in a tab: eight hours, simulated second by second. */
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, debianChromium } from '../../e2e/support/chromium';
import { storeTokens } from '../../e2e/support/users';
import type { Tokens } from './lighthouse';

export interface Heap {
  /** The JavaScript heap in bytes, when the page is idle and after the day. */
  before: number;
  after: number;
  /** The displayed time at the end, to verify that the day has passed. */
  time: string;
}

const HOURS = 8;
/** Seconds per step: few enough that responses arrive before their timeout. */
const STEP = 2;

/** Fast-forwards the page's clock, and measures after a garbage collection. */
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
