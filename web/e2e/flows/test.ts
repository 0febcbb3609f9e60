/** One browser, one server and one user for all flows of an engine, which run one after another. */
import { writeFile } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import { Server } from '../support/server';
import { App } from './app';
import { startChromium } from './chromium';
import type { Driver, Engine } from './driver';
import { startFirefox } from './firefox';
import { startWebKit } from './webkit';

export { expect };

const START: Record<Engine, (url: string) => Promise<Driver>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKit,
};

interface TestFixtures {
  /** Console messages that a test expects. */
  expectedProblems: RegExp | null;
  consoleCheck: void;
}

interface WorkerFixtures {
  engine: Engine;
  server: Server;
  driver: Driver;
  app: App;
  /** The app as another person uses it, always in Chromium, because some drivers control one browser only. */
  colleague: App;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],

  server: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],

  driver: [
    async ({ engine, server }, use) => {
      const driver = await START[engine](server.url);
      await use(driver);
      await driver.close();
    },
    // Two browsers may be starting on a machine with two busy processors.
    { scope: 'worker', timeout: 90_000 },
  ],

  app: [async ({ driver }, use) => use(new App(driver)), { scope: 'worker' }],

  colleague: [
    async ({ server }, use) => {
      const driver = await startChromium(server.url);
      await use(new App(driver));
      const problems = await driver.takeProblems();
      await driver.close();
      expect(problems, 'the console of the other person stays empty').toEqual([]);
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  expectedProblems: [null, { option: true }],

  consoleCheck: [
    async ({ driver, server, expectedProblems }, use, info) => {
      await use();
      if (info.status !== info.expectedStatus) {
        await info.attach('server log', { body: server.log });
        await writeFile(info.outputPath('screenshot.png'), await driver.screenshot());
      }
      const problems = await driver.takeProblems();
      const unexpected = problems.filter((line) => !expectedProblems?.test(line));
      expect(unexpected, 'the console stays empty').toEqual([]);
    },
    { auto: true },
  ],
});
