import { defineConfig } from '@playwright/test';
import { isLong } from './support/long';
import { type Database, postgresUrl } from './support/server';
import { CHROMIUM_ARGUMENTS, debianChromium } from './support/chromium';

/** What meets the database in a way of its own; the long run repeats on PostgreSQL all that is kept of boards. */
const onBothDatabases = [
  'live',
  ...(isLong ? ['boards', 'tabs', 'offline', 'accounts', 'cards', 'undo', 'panel', 'pages', 'stats'] : []),
];

export default defineConfig<{ database: Database }>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // A test that passes only now and then is a failed test.
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'sqlite', use: { database: 'sqlite' } },
    ...(postgresUrl
      ? [{ name: 'postgres', testMatch: onBothDatabases.map((name) => `${name}.spec.ts`), use: { database: 'postgres' as const } }]
      : []),
  ],
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
