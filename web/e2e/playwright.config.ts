import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { isLong } from './support/long';
import { type Database, postgresUrl } from './support/server';

/** Debian's browser, which needs no download; where it is missing, Playwright's own serves. */
const debianChromium = '/usr/bin/chromium';

/** What is kept of boards, on both databases. */
const onBothDatabases = ['boards', 'live', 'tabs', 'offline', 'accounts', ...(isLong ? ['cards', 'undo', 'panel', 'pages'] : [])];

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
    trace: 'retain-on-failure',
    launchOptions: {
      ...(existsSync(debianChromium) ? { executablePath: debianChromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
