import { defineConfig } from '@playwright/test';
import { isLong } from './support/long';
import { type Database, postgresUrl } from './support/server';
import { CHROMIUM_ARGUMENTS, debianChromium } from './support/chromium';

/** What the long run repeats on PostgreSQL: all that is kept of boards. The usual one repeats the tests that are tagged so. */
const ON_BOTH_DATABASES = ['live', 'boards', 'tabs', 'offline', 'accounts', 'cards', 'undo', 'panel', 'pages', 'stats'];

/** On both databases in the usual run too. */
const BOTH = /@both/;

/** In the long run alone: what takes long and is also shown by a rule's test, a component's, or a shorter one beside it. */
const LONG = /@long/;

export default defineConfig<{ database: Database }>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // A shared machine may stand still for seconds; `cargo xtask test` tells which tests needed a second try, and lets few of them pass.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: !!process.env.CI,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'sqlite', use: { database: 'sqlite' } },
    ...(postgresUrl
      ? [{ name: 'postgres', testMatch: ON_BOTH_DATABASES.map((name) => `${name}.spec.ts`), ...(isLong ? {} : { grep: BOTH }), use: { database: 'postgres' as const } }]
      : []),
  ],
  ...(isLong ? {} : { grepInvert: LONG }),
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Recording costs a fifth of the run: whoever looks into a failure asks for it, by TRACE=1.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(debianChromium ? { executablePath: debianChromium } : {}),
      args: CHROMIUM_ARGUMENTS,
    },
  },
});
