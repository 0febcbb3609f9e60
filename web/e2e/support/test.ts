/**
 * The base of every browser test: a server with an empty database, a console that must stay quiet, and logged-in users.
 */
import { type BrowserContext, type Page, test as base, expect } from '@playwright/test';
import { type User, newUser, signUpViaApi } from './users';
import { expectReady } from './ready';
import { Secrets } from './secrets';
import { type Database, postgresDatabase, Server } from './server';

export { expect };

/** What the browser and the core log while the server cannot be reached. */
export const OFFLINE_ERRORS =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket|Failed to load resource|Error (fetching|validating|refreshing)/;

/** The JWT secret of servers with PostgreSQL, which require one. */
const JWT_SECRET = 'the JWT secret of browser tests, with PostgreSQL';

/** Collects console messages and checks that the test allowed them. */
export class ConsoleGuard {
  private readonly lines: string[] = [];
  private readonly announced: RegExp[] = [
    // Logged by the browser if a test stops the server while the service worker is being registered.
    /^error: An unknown error occurred when fetching the script\. \(\)$/,
    // Sometimes logged by the browser if a page opens while the timer runs: sound needs a user gesture, which the page
    // explains.
    /^warning: The AudioContext was not allowed to start/,
    // Logged by Playwright in tests without a service worker (playwright.config.ts).
    /^warning: Service Worker registration blocked by Playwright/,
  ];

  /** Allows messages that the test provokes: the browser logs every failed request. */
  allow(message: RegExp): void {
    this.announced.push(message);
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.lines.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    context.on('weberror', (error) => this.lines.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  }

  expectQuiet(): void {
    const unexpected = this.lines.filter((line) => !this.announced.some((message) => message.test(line)));
    expect(unexpected, 'the console stays quiet').toEqual([]);
  }
}

interface Options {
  /** The server's settings besides its address and its folder. */
  serverEnvironment: Record<string, string>;
  /** The server's database, set by a project of the configuration. */
  database: Database;
}

interface Fixtures {
  /** All passwords and tokens used. None may appear in the server's log or in a URL. */
  secrets: Secrets;
  server: Server;
  consoleGuard: ConsoleGuard;
  /** A user with an account, logged in on `page`, which shows no page of the app yet. */
  account: User;
  /** A page with a logged-in user. For tests that begin by opening a page other than Home. */
  accountPage: Page;
  /** A user with an account, logged in on `page`, which shows Home. */
  user: User;
  /** A page with a logged-in user, which shows Home. For tests that need the account but not its data. */
  signedInPage: Page;
  /** Opens a second browser that shares nothing with the first. */
  anotherBrowser: () => Promise<Page>;
}

export const test = base.extend<Fixtures & Options>({
  serverEnvironment: [{}, { option: true }],

  database: ['sqlite', { option: true }],

  secrets: async ({}, use) => use(new Secrets()),

  server: async ({ serverEnvironment, database, secrets }, use, info) => {
    const settings = database === 'postgres' ? { DATABASE_URL: postgresDatabase(), JWT_SECRET } : {};
    const server = await Server.start({ ...settings, ...serverEnvironment });
    await use(server);
    if (info.status !== info.expectedStatus) await info.attach('server log', { body: server.log });
    await server.dispose();
    expect(await secrets.leaksIn(server.log), 'no password or token appears in the log or in a URL').toEqual([]);
  },

  baseURL: async ({ server }, use) => use(server.url),

  consoleGuard: [
    async ({ context, secrets, server }, use) => {
      const quiet = new ConsoleGuard();
      // The browser writes a line for every request and connection that a killed server leaves open, or that finds none.
      server.onKill = () => quiet.allow(/Failed to load resource: net::ERR_|WebSocket connection to .* failed/);
      quiet.watch(context);
      secrets.watch(context);
      await use(quiet);
      await secrets.collect(context);
      quiet.expectQuiet();
    },
    { auto: true },
  ],

  account: async ({ page, server }, use) => {
    const user = newUser();
    await signUpViaApi(page, server, user);
    await use(user);
  },

  accountPage: async ({ page, account: _ }, use) => use(page),

  user: async ({ page, account }, use) => {
    await page.goto('/app');
    await expectReady(page);
    await use(account);
  },

  signedInPage: async ({ page, user: _ }, use) => use(page),

  anotherBrowser: async ({ browser, server, consoleGuard, secrets, contextOptions }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: server.url });
      consoleGuard.watch(context);
      secrets.watch(context);
      opened.push(context);
      return context.newPage();
    });
    for (const context of opened) {
      await secrets.collect(context);
      await context.close();
    }
  },
});
