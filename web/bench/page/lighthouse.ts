/** Lighthouse's results for a page at a first visit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { CHROMIUM_ARGUMENTS, debianChromium } from '../../e2e/support/chromium';
import { storeTokens } from '../../e2e/support/users';
import { freePort } from '../../e2e/support/server';
import { median, numbers } from '../runs';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** The page to visit, and how. */
export interface Visit {
  /** The page's path. */
  path: string;
  /** The tokens of the logged-in user; null for a visitor. */
  tokens: Tokens | null;
  /** Lighthouse's desktop, or its mid-range phone on a slow network. */
  profile: 'desktop' | 'mobile';
  /** The categories audited besides performance. */
  categories: ('accessibility' | 'best-practices' | 'seo')[];
}

/** The measured values. */
interface Measures {
  /** From 0 to 100. */
  performance: number;
  accessibility: number;
  best_practices: number;
  /** 0 if it is not audited. */
  seo: number;
  /** Cumulative layout shift (CLS), as a share of the window. */
  layout_shift: number;
  /** In milliseconds: first and largest contentful paint, and total blocking time. */
  first_paint: number;
  largest_paint: number;
  blocking_time: number;
  /** Bytes over the network: HTML with inlined styles, scripts and style sheets; and all files. */
  code_bytes: number;
  all_bytes: number;
}

export interface Audit extends Measures {
  /** The names of failed audits. */
  findings: string[];
}

const [RUNS = 5] = numbers(process.env.RUNS, [5]);
const CODE = new Set(['Document', 'Script', 'Stylesheet']);

/** Returns the median of several runs, each with a new browser profile. */
export async function audit(url: string, visit: Visit): Promise<Audit> {
  const runs: { measures: Measures; findings: string[] }[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await once(url, visit));
  return { ...median(runs.map(({ measures }) => measures)), findings: [...new Set(runs.flatMap(({ findings }) => findings))] };
}

async function once(url: string, { path, tokens, profile: device, categories: judging }: Visit): Promise<{ measures: Measures; findings: string[] }> {
  const profile = mkdtempSync(join(tmpdir(), 'twentyfour-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    ...(debianChromium ? { executablePath: debianChromium } : {}),
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    // A URL that loads nothing of the app, so that the caches stay empty.
    await page.goto(`${url}/api/health/`);
    if (tokens) await storeTokens(page, tokens.access_token, tokens.refresh_token);
    await page.goto('about:blank');
    const result = await lighthouse(
      `${url}${path}`,
      { port, onlyCategories: ['performance', ...judging], disableStorageReset: true, logLevel: 'error' },
      device === 'desktop' ? desktopConfig : undefined,
    );
    if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
    if (new URL(result.lhr.finalDisplayedUrl).pathname !== path) throw new Error(`Lighthouse came to ${result.lhr.finalDisplayedUrl}`);
    const { categories, audits } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const number = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    const { items = [] } = (audits['network-requests']?.details ?? {}) as { items?: { resourceType: string; transferSize: number }[] };
    const bytes = (some: typeof items) => some.reduce((sum, { transferSize }) => sum + transferSize, 0);
    const judged = judging.flatMap((name) => categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
    return {
      measures: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        best_practices: score('best-practices'),
        seo: score('seo'),
        layout_shift: number('cumulative-layout-shift'),
        first_paint: number('first-contentful-paint'),
        largest_paint: number('largest-contentful-paint'),
        blocking_time: number('total-blocking-time'),
        code_bytes: bytes(items.filter(({ resourceType }) => CODE.has(resourceType))),
        all_bytes: bytes(items),
      },
      findings: judged.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 1),
    };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
