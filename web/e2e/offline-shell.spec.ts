import type { Page } from '@playwright/test';
import { Deployment } from './support/deployment';
import { expectPrecached, expectReady } from './support/ready';
import { newUser, signUpViaApi, storedTokens } from './support/users';
import { type ConsoleGuard, expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

/** Allows what the browser and the core log for requests and sockets that do not reach the server. */
function allowMissingApi(consoleGuard: ConsoleGuard): void {
  consoleGuard.allow(/Failed to load resource: net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED) \(.*\/api\//);
  consoleGuard.allow(/WebSocket connection to .*\/api\/live\/.* failed/);
  consoleGuard.allow(/^error: Error (validating token|fetching [a-z ]+) \(/);
}

/** The paths of the app with their headings. */
const PAGES = [
  ['/app', 'Home'],
  ['/app/b', 'My Boards'],
  ['/app/stats', 'My Stats'],
  ['/app/settings', 'Settings'],
] as const;

/** The public pages with their headings. */
const PUBLIC_PAGES = [
  ['/', 'Get the most out of every 24 hours'],
  ['/waitlist', 'Join the waitlist to keep up with our progress'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
  ['/privacy', 'Privacy'],
] as const;

/** Opens every page and checks that it is complete; `isServerDown` is whether the server is unreachable. */
async function expectEveryPage(page: Page, isServerDown: boolean): Promise<void> {
  const failed: string[] = [];
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(new URL(request.url()).pathname);
  });
  for (const [path, heading] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeAttached();
    await expectReady(page);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  expect(failed.filter((path) => !path.startsWith('/api/')), 'only requests to the API fail').toEqual([]);
  if (isServerDown) expect(await page.evaluate(() => fetch('/api/health/').then(() => 'reachable', () => 'unreachable'))).toBe('unreachable');
}

test.describe('without a network', () => {
  test('the app opens after one visit when the server is down', async ({ signedInPage: page, context, server, consoleGuard }) => {
    allowMissingApi(consoleGuard);
    await expectPrecached(page);
    const tokens = await storedTokens(page);
    await server.kill();

    await expectEveryPage(page, true);
    expect(await storedTokens(page), 'the session stays').toEqual(tokens);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeAttached();

    // A new tab opens unknown paths below `/app`, and the browser shows its own error for other unknown paths.
    await page.close();
    const refused = await context.newPage();
    await expect(refused.goto('/no-such-page')).rejects.toThrow('ERR_CONNECTION_REFUSED');
    await refused.close();
    const later = await context.newPage();
    await later.goto('/app/no-such-page');
    await expect(later.getByText('404')).toBeVisible();
    await later.goto('/app');
    await expect(later.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(await storedTokens(later)).toEqual(tokens);
  });

  test('the app opens offline and resumes online', async ({ page, context, user, consoleGuard }) => {
    allowMissingApi(consoleGuard);
    await expectPrecached(page);
    await context.setOffline(true);
    await expectEveryPage(page, true);
    await context.setOffline(false);
    await expectEveryPage(page, false);
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(page.getByText(user.email)).toBeVisible();
  });

  test('the public pages open offline with their scripts, fonts and pictures', async ({ signedInPage: page, server, consoleGuard }) => {
    allowMissingApi(consoleGuard);
    await expectPrecached(page);
    await server.kill();
    for (const [path, heading] of PUBLIC_PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('Twentyfour');
    }
    await page.goto('/');
    const broken = () =>
      page.evaluate(() => [...document.images].filter((image) => image.loading !== 'lazy' && image.complete && image.naturalWidth === 0).length);
    expect(await broken()).toBe(0);
    const picture = page.getByRole('img').and(page.locator('[src^="/features/"]:visible')).first();
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.fonts.ready.then((fonts) => [...fonts].map(({ status }) => status)))).toContain('loaded');
  });

  test('the login form opens offline', async ({ signedInPage: page, context, consoleGuard }) => {
    allowMissingApi(consoleGuard);
    await expectPrecached(page);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await expect(page).toHaveURL(/\/auth|\/$/);
    await context.setOffline(true);
    await page.goto('/auth?type=login');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  });

  test('a sound that was used plays offline', async ({ signedInPage: page, context, consoleGuard }) => {
    allowMissingApi(consoleGuard);
    await expectPrecached(page);
    const load = (name: string) =>
      page.evaluate((file) => fetch(file).then(({ status }) => status, () => 0), `/sounds/timer_sounds/${name}.mp3`);
    await page.getByRole('button', { name: 'Switch to timer' }).click();
    const loaded = page.waitForResponse(/ending_sound\.mp3$/);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await loaded;
    await context.setOffline(true);
    expect(await load('ending_sound')).toBe(200);
    consoleGuard.allow(/Failed to load resource: .*rain\.mp3/);
    expect(await load('rain'), 'was never used').toBe(0);
  });

  test('cached files contain no user data and are complete', async ({ signedInPage: page }) => {
    await expectPrecached(page);
    const cachedPaths = await page.evaluate(async () => {
      const paths: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) paths.push(new URL(url).pathname);
      }
      return paths;
    });
    expect(cachedPaths.filter((path) => path.startsWith('/api/'))).toEqual([]);
    for (const path of ['/app', '/manifest.webmanifest', '/backgrounds/dusk-2560.webp']) {
      expect(cachedPaths).toContain(path);
    }
    expect(cachedPaths.filter((path) => path.startsWith('/sounds/')), 'sounds are cached on first use').toEqual([]);
    const modules = [/twentyfour_core_bg.*\.wasm$/, /twentyfour_finder_bg.*\.wasm$/, /twentyfour_formats_bg.*\.wasm$/, /formats-worker.*\.js$/];
    for (const type of [...modules, /\.woff2$/, /\.css$/, /first-paint-\w+\.js$/]) {
      expect(cachedPaths.some((path) => type.test(path)), String(type)).toBe(true);
    }
  });
});

test.describe('a newer version', () => {
  test('is offered and applied per tab on request', async ({ page, context, server, consoleGuard }) => {
    // Reloading a page aborts its requests.
    consoleGuard.allow(/ERR_CONNECTION_RESET \(.*\/api\/|Error fetching/);
    // Two complete versions are loaded in two tabs.
    test.slow();
    const deployment = await Deployment.of(server);
    try {
      await signUpViaApi(page, deployment, newUser());
      await page.goto(`${deployment.url}/app`);
      await page.evaluate(() => Object.assign(window, { mark: 'this very page' }));
      await expectPrecached(page);
      expect(await marked(page), 'the first worker reloads nothing').toBe(true);
      await expect(notice(page)).toBeHidden();
      await page.reload();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(notice(page), 'there is nothing newer yet').toBeHidden();

      deployment.publish();
      const other = await context.newPage();
      await other.goto(`${deployment.url}/app/settings`);
      for (const tab of [page, other]) {
        await tab.evaluate(() => Object.assign(window, { mark: 'this very page' }));
        await expect(notice(tab)).toBeVisible({ timeout: 30_000 });
        expect(await build(tab)).toBeNull();
      }

      // A reload does not apply the update.
      await other.reload();
      await expect(notice(other)).toBeVisible();
      expect(await build(other)).toBeNull();
      await other.evaluate(() => Object.assign(window, { mark: 'this very page' }));
      await other.getByRole('button', { name: 'Not now' }).click();
      await expect(notice(other)).toBeHidden();

      await page.getByRole('button', { name: 'Update' }).click();
      await expect.poll(() => build(page)).toBe('1');
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(notice(page)).toBeHidden();

      // The other tab keeps its page, continues to work, and gets the same offer.
      await expect(notice(other)).toBeVisible();
      expect(await marked(other)).toBe(true);
      await other.getByRole('link', { name: 'Stats', exact: true }).first().click();
      await expect(other.getByRole('heading', { level: 1, name: 'My Stats' })).toBeAttached();
      await other.getByRole('button', { name: 'Update' }).click();
      await expect.poll(() => build(other)).toBe('1');
      await expect(notice(other)).toBeHidden();
    } finally {
      // Blank pages send no requests to a server that is shutting down.
      for (const tab of context.pages()) await tab.goto('about:blank');
      await deployment.dispose();
    }
  });
});

test.describe('plain http in a local network', () => {
  test('everything works without a service worker', async ({ playwright, launchOptions, contextOptions, server, consoleGuard }) => {
    const address = server.url.replace('127.0.0.1', 'twentyfour.test');
    const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP twentyfour.test 127.0.0.1'];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    try {
      const context = await browser.newContext({ ...contextOptions, baseURL: address });
      consoleGuard.watch(context);
      const page = await context.newPage();
      const answer = await page.request.post(`${server.url}/api/auth/signup/`, { data: newUser() });
      const { access_token, refresh_token } = await answer.json();
      await page.goto('/');
      expect(await page.evaluate(() => isSecureContext || 'serviceWorker' in navigator)).toBe(false);
      await page.evaluate(
        ([access, refresh]) => {
          localStorage.setItem('access_token', access);
          localStorage.setItem('refresh_token', refresh);
        },
        [access_token, refresh_token],
      );
      for (const [path, heading] of PAGES) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeAttached();
      }
    } finally {
      await browser.close();
    }
  });
});

const notice = (page: Page) => page.getByText('Update available');
const marked = (page: Page) => page.evaluate(() => 'mark' in window);
/** Returns the number of a page's newer build; null for the server's own build. */
const build = (page: Page) =>
  page.evaluate(() => document.querySelector('meta[name="build"]')?.getAttribute('content') ?? null).catch(() => null);
