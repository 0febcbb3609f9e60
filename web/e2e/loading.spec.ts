/** The loading state of the app, and its error pages. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

const overlay = (page: Page) => page.locator('#loading-overlay');
const logo = (page: Page) => overlay(page).locator('svg');
const failure = (page: Page) => page.getByRole('main').filter({ hasText: 'Couldn’t load Twentyfour' });

/** Delays the core's module until the returned function is called. */
async function holdModule(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.wasm', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens a path while the module is delayed, and expects the overlay to be the first paint. */
async function expectOverlayFirst(page: Page, path: string): Promise<() => void> {
  const release = await holdModule(page);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(overlay(page).getByRole('status')).toHaveText('Loading Twentyfour');
  await expect(logo(page)).toBeInViewport({ ratio: 1 });
  const paint = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(paint, 'it is painted without the module').toBe(1);
  expect(await logo(page).evaluate((element) => element.getAnimations().length), 'the logo bounces').toBe(1);
  await expect(page.locator('#root')).toBeEmpty();
  return release;
}

for (const [path, heading] of [['/app', 'Home'], ['/app/b', 'My Boards']] as const) {
  test(`the overlay covers ${path} from the first paint until it can be drawn`, async ({ accountPage: page }) => {
    const release = await expectOverlayFirst(page, path);
    release();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
    await expect(overlay(page)).toBeHidden();
  });
}

test('the overlay offers to reload after 20 s', async ({ accountPage: page }) => {
  const release = await expectOverlayFirst(page, '/app');
  const offer = overlay(page).getByText('Still loading.');
  await expect(offer).toBeHidden();
  const delays = await offer.evaluate((element) =>
    element.getAnimations().map((animation) => {
      animation.finish();
      return animation.effect?.getTiming().delay;
    }),
  );
  expect(delays).toEqual([20_000]);
  await expect(offer).toBeVisible();
  release();
  await expect(overlay(page)).toBeHidden();
});

test('the overlay covers /auth, in the stored theme', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  const release = await expectOverlayFirst(page, '/auth');
  await expect(overlay(page)).toHaveCSS('background-color', 'rgb(245, 247, 249)');
  release();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect(overlay(page)).toBeHidden();
});

for (const [what, files] of [
  ['the module', /\.wasm$/],
  ['a script of the first page', /\/assets\/app-[^/]*\.js$/],
  ['the script of the page itself', /\/assets\/page-[^/]*\.js$/],
] as const) {
  test(`without ${what} an error is shown and retry loads the app`, async ({ accountPage: page, consoleGuard }) => {
    consoleGuard.allow(/ERR_FAILED|Failed to fetch/);
    await page.route(files, (route) => route.abort());
    await page.goto('/app/b');
    await expect(failure(page).getByRole('heading', { level: 1 })).toBeVisible();
    await expect(logo(page)).toBeHidden();
    await page.unroute(files);
    await failure(page).getByText('Try again', { exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My Boards' })).toBeAttached();
    await expect(overlay(page)).toBeHidden();
  });
}
