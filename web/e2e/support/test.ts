/**
 * What every browser test stands on: a server of its own with an empty database, a console that has to stay quiet, and
 * people who are signed in.
 */
import { type BrowserContext, type Page, test as base, expect } from '@playwright/test';
import { type User, newUser, signUpViaApi } from './users';
import { Secrets } from './secrets';
import { type Database, postgresDatabase, Server } from './server';

export { expect };

/** What a page says in its console, and what of that a test has announced. */
export class ConsoleGuard {
  private readonly said: string[] = [];
  private readonly announced: RegExp[] = [
    // The browser's own line where a test takes the server away just as the service worker is being registered.
    /^error: An unknown error occurred when fetching the script\. \(\)$/,
    // The browser's own line, sometimes, where a page opens while the timer runs: sound needs a touch first, and the page says so.
    /^warning: The AudioContext was not allowed to start/,
  ];

  /** Lets the test provoke messages: the browser itself writes a line for every request that fails. */
  allow(message: RegExp): void {
    this.announced.push(message);
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.said.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    context.on('weberror', (error) => this.said.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  }

  expectQuiet(): void {
    const unexpected = this.said.filter((line) => !this.announced.some((message) => message.test(line)));
    expect(unexpected, 'the console stays quiet').toEqual([]);
  }
}

interface Options {
  /** Settings of the server beyond its address and its folder. */
  serverEnvironment: Record<string, string>;
  /** Which database the server is on; a project of the configuration says so. */
  database: Database;
}

interface Fixtures {
  /** Every password and token that has passed. Neither the server's log nor an address may tell one. */
  secrets: Secrets;
  server: Server;
  consoleGuard: ConsoleGuard;
  /** Somebody with an account, signed in on `page`, which shows Home. */
  person: User;
  /** The page of somebody with an account, signed in, which shows Home. For tests that need the account and not its data. */
  signedInPage: Page;
  /** Opens a second browser that shares nothing with the first. */
  anotherBrowser: () => Promise<Page>;
}

export const test = base.extend<Fixtures & Options>({
  serverEnvironment: [{}, { option: true }],

  database: ['sqlite', { option: true }],

  secrets: async ({}, use) => use(new Secrets()),

  server: async ({ serverEnvironment, database, secrets }, use, info) => {
    const settings = database === 'postgres' ? { DATABASE_URL: postgresDatabase() } : {};
    const server = await Server.start({ ...settings, ...serverEnvironment });
    await use(server);
    if (info.status !== info.expectedStatus) await info.attach('server log', { body: server.log });
    await server.dispose();
    expect(await secrets.toldBy(server.log), 'no password and no token is told').toEqual([]);
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

  person: async ({ page, server }, use) => {
    const person = newUser();
    await signUpViaApi(page, server, person);
    await page.goto('/app');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await use(person);
  },

  signedInPage: async ({ page, person: _ }, use) => use(page),

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
