/** What Lighthouse says of Home on its desktop profile, at the first visit of somebody who is signed in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { CHROMIUM_ARGUMENTS, debianChromium } from '../../e2e/support/chromium';
import { storeTokens } from '../../e2e/support/people';
import { freePort } from '../../e2e/support/server';
import { median, numbers } from '../runs';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** What is measured, each a number. */
interface Measures {
  /** From 0 to 100. */
  performance: number;
  accessibility: number;
  best_practices: number;
  /** A share of the window (CLS). */
  layout_shift: number;
  /** Milliseconds: first and largest contentful paint, and total blocking time. */
  first_paint: number;
  largest_paint: number;
  blocking_time: number;
}

export interface Audit extends Measures {
  /** The audits of accessibility and best practices that are not passed, by their names. */
  findings: string[];
}

const [RUNS = 5] = numbers(process.env.RUNS, [5]);
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

/** The median of some runs, each with a browser profile of its own, which has seen nothing of the app yet. */
export async function audit(url: string, tokens: Tokens): Promise<Audit> {
  const runs: { measures: Measures; findings: string[] }[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await once(url, tokens));
  return { ...median(runs.map(({ measures }) => measures)), findings: [...new Set(runs.flatMap(({ findings }) => findings))] };
}

async function once(url: string, tokens: Tokens): Promise<{ measures: Measures; findings: string[] }> {
  const profile = mkdtempSync(join(tmpdir(), 'twentyfour-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    ...(debianChromium ? { executablePath: debianChromium } : {}),
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    // An address that loads nothing of the app, so that nothing of it is in the caches.
    await page.goto(`${url}/api/health/`);
    await storeTokens(page, tokens.access_token, tokens.refresh_token);
    await page.goto('about:blank');
    const result = await lighthouse(`${url}/app`, { port, onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' }, desktopConfig);
    if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
    if (new URL(result.lhr.finalDisplayedUrl).pathname !== '/app') throw new Error(`Lighthouse came to ${result.lhr.finalDisplayedUrl}`);
    const { categories, audits } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const number = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    const judged = CATEGORIES.slice(1).flatMap((name) => categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
    return {
      measures: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        best_practices: score('best-practices'),
        layout_shift: number('cumulative-layout-shift'),
        first_paint: number('first-contentful-paint'),
        largest_paint: number('largest-contentful-paint'),
        blocking_time: number('total-blocking-time'),
      },
      findings: judged.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 1),
    };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
