import { defineConfig } from '@playwright/test';
import type { Engine } from './flows/driver';
import { isLong } from './support/long';
import { type Database, postgresUrl } from './support/server';
import { CHROMIUM_ARGUMENTS, headlessShell } from './support/chromium';

/**
 * The tests that the long run repeats on PostgreSQL: everything about stored boards. The default run only repeats
 * tagged tests.
 */
const ON_BOTH_DATABASES = ['live', 'boards', 'tabs', 'offline', 'accounts', 'cards', 'undo', 'panel', 'pages', 'stats'];

/** Tests that run on both databases in the default run too. */
const BOTH = /@both/;

/** Tests for the long run only: slow ones that are also covered by unit or component tests, or by a shorter one. */
const LONG = /@long/;

/** The main flows. The `sqlite` project runs them with all other tests; the `firefox` and `webkit` projects run only these. */
const FLOWS = /flows\/.*\.spec\.ts$/;

export default defineConfig<{ database: Database }, { engine: Engine }>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // One more than a small machine has processors, because tests also wait.
  workers: 3,
  forbidOnly: !!process.env.CI,
  timeout: 45_000,
  expect: {
    timeout: 10_000,
    // Strict enough to notice a hairline of the dark theme that moved by a pixel, which differs from its background by 8% of the
    // brightness (snapshots/snapshots.spec.ts tests it). Anti-aliased pixels are ignored.
    toHaveScreenshot: {
      threshold: 0.05,
      maxDiffPixels: 24,
      pathTemplate: '{testDir}/snapshots/images/{arg}{ext}',
      stylePath: './snapshots/fixed-colors.css',
    },
  },
  reporter: 'list',
  projects: [
    // Launched by the flows themselves, because neither browser supports Playwright's own protocol. They start first, because
    // their tests run one after another and wait a lot.
    { name: 'firefox', testMatch: FLOWS, use: { engine: 'firefox' } },
    { name: 'webkit', testMatch: FLOWS, use: { engine: 'webkit' } },
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
    // The theme of visitors and new accounts.
    colorScheme: 'dark',
    // Without a service worker, because installing it downloads and stores about a hundred files in every test. Tests that open pages
    // offline, or are about caches and updates, set it to 'allow'.
    serviceWorkers: 'block',
    // Recording traces slows the run down by a fifth, so it is only enabled by TRACE=1.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(headlessShell ? { executablePath: headlessShell } : {}),
      args: CHROMIUM_ARGUMENTS,
    },
  },
});
