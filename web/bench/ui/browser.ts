/** A browser with a board: a new profile, opening the board, and steps of user input. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { until } from '../runs';
import { CHROMIUM_ARGUMENTS, debianChromium } from '../../e2e/support/chromium';
import type { Server } from '../../e2e/support/server';
import { storeTokens } from '../../e2e/support/users';
import { watch } from './page';

/** Wide enough for all five lists of most boards, as on a desktop. */
const SCREEN = { width: 1680, height: 960 };
const FRAME = 1000 / 60;
/** The time without activity after which a page counts as idle, in milliseconds. */
const QUIET = 1_000;

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Runs in a browser with a new profile, which has an empty page. */
export async function withProfile<T>(run: (context: BrowserContext, empty: Page) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'twentyfour-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...(debianChromium ? { executablePath: debianChromium } : {}),
    viewport: SCREEN,
    args: CHROMIUM_ARGUMENTS,
  });
  try {
    return await run(context, context.pages()[0] ?? (await context.newPage()));
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Signs in on a page without opening the app, so that the HTTP cache and IndexedDB stay empty. */
export async function signIn(page: Page, server: Server, { access_token, refresh_token }: Tokens): Promise<void> {
  await page.goto(server.url);
  await storeTokens(page, access_token, refresh_token);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb,cache_storage,service_workers' });
  await session.detach();
}

/** Opens the board on a new page, and waits until it is idle. */
export async function visit(context: BrowserContext, address: string): Promise<{ page: Page; first_card: number; idle: number }> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: 'commit' });
  const first_card = await until(page, () => page.evaluate(() => window.watched.first_card));
  const idle = await until(page, () =>
    page.evaluate((quiet) => {
      const last = Math.max(window.watched.last_busy, window.watched.first_card);
      return performance.now() - last > quiet ? last : 0;
    }, QUIET),
  );
  return { page, first_card, idle };
}

/** Runs a step once per frame, like user input. */
export async function eachFrame(steps: number, step: (share: number) => Promise<void>): Promise<void> {
  const begun = performance.now();
  for (let index = 1; index <= steps; index += 1) {
    await step(index / steps);
    const ahead = begun + index * FRAME - performance.now();
    if (ahead > 0) await new Promise((done) => setTimeout(done, ahead));
  }
}
