/** The loading state of the app, and its error pages. */
import type { Locator, Page } from '@playwright/test';
import { expectLayout, listNamed, openSeededBoard } from './support/board';
import { seedBoard } from './support/api-board';
import { enterAsGuest } from './support/guest';
import { expectBoardStored } from './support/storage';
import { expect, test } from './support/test';

const overlay = (page: Page) => page.locator('#loading-overlay');
const logo = (page: Page) => overlay(page).locator('svg');
const failure = (page: Page) => page.getByRole('main').filter({ hasText: 'Couldn’t load Twentyfour' });

const MODULE = '**/*.wasm';

/** Delays the files at a pattern of addresses until the returned function is called. */
async function holdFiles(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens a path while the module is delayed, and expects the overlay to be the first paint. */
async function expectOverlayFirst(page: Page, path: string): Promise<() => void> {
  const release = await holdFiles(page, MODULE);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(overlay(page).getByRole('status')).toHaveText('Loading Twentyfour');
  await expect(logo(page)).toBeInViewport({ ratio: 1 });
  const paint = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(paint, 'it is painted without the module').toBe(1);
  expect(await logo(page).evaluate((element) => element.getAnimations().length), 'the logo bounces').toBe(1);
  await expect(page.locator('#root')).toBeEmpty();
  return release;
}

test('the overlay covers a page from the first paint until it can be drawn', async ({ accountPage: page }) => {
  const release = await expectOverlayFirst(page, '/app/b');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'My Boards' })).toBeAttached();
  await expect(overlay(page)).toBeHidden();
});

const clock = (page: Page) => page.getByRole('main').locator('time');
const greeting = (page: Page) => page.getByRole('main').locator('[aria-hidden=false]', { hasText: /, \w+$/ });
const picture = (page: Page) => page.getByTestId('backdrop').locator('img');

/** Expects that the layout has not shifted since the page was opened (cumulative layout shift). */
async function expectNoShift(page: Page): Promise<void> {
  const shift = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer.takeRecords().reduce((total, entry) => total + (entry as unknown as { value: number }).value, 0);
  });
  expect(shift, 'the layout shift').toBeLessThan(0.005);
}

const NOTICE = 'Your data is only in this browser.';

/** Reloads Home and expects that its first frame has the clock and a text above it, and that both stay where they are. */
async function expectClockFirst(page: Page, notice?: Locator): Promise<void> {
  const place = async (element: Locator | undefined) => {
    const box = await element?.boundingBox();
    return box && [box.y, box.height];
  };
  const drawn = await place(clock(page).locator('xpath=..'));
  const drawnNotice = await place(notice);
  const release = await holdFiles(page, '**/assets/page-*.js');
  await page.reload({ waitUntil: 'commit' });
  const first = page.locator('#first-digits');
  await expect(first).toHaveText(/^\d\d:\d\d$/);
  await expect.poll(() => place(first)).toEqual(drawn);
  await expect.poll(() => place(notice)).toEqual(drawnNotice);
  release();
  await expect(clock(page)).toBeVisible();
  await expect(first).toHaveCount(0);
  await expect.poll(() => place(clock(page).locator('xpath=..'))).toEqual(drawn);
  await expect.poll(() => place(notice)).toEqual(drawnNotice);
  await expectNoShift(page);
}

for (const [device, use] of [
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use(use);

    test('Home is drawn before the module has loaded, and then nothing jumps', async ({ signedInPage: page }) => {
      await expect(picture(page)).toBeVisible();
      const [text = '', image] = [await greeting(page).textContent() ?? '', await picture(page).getAttribute('src')];
      const release = await holdFiles(page, MODULE);
      await page.reload();
      await expect(overlay(page)).toBeHidden();
      await expect(clock(page)).toHaveText(/^\d\d:\d\d$/);
      await expect(greeting(page)).toHaveText(text);
      await expect(picture(page)).toHaveAttribute('src', image ?? '');
      const drawn = await clock(page).elementHandle();

      // What the user does meanwhile is not lost.
      await page.getByRole('button', { name: 'Next photo' }).click();
      const requested = page.waitForRequest(/\/api\/photos\/random\//);
      release();
      await requested;
      await expect(greeting(page)).toHaveText(text);
      expect(await drawn?.evaluate((element) => element.isConnected), 'the clock is not drawn again').toBe(true);
      await expectNoShift(page);
    });

    test('Home’s clock is in the first frame, where it stays', async ({ signedInPage: page }) => {
      await expect(picture(page)).toBeVisible();
      // Home is stored for the next page only once the account is known.
      await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).not.toBeNull();
      await expectClockFirst(page);
    });

    test('a guest’s first frame has the clock and the notice, where they stay', async ({ page }) => {
      await enterAsGuest(page, 'Grace');
      await expect(picture(page)).toBeVisible();
      await expect(page.getByText(NOTICE)).toBeVisible();
      await expectClockFirst(page, page.locator('p').filter({ hasText: NOTICE }));
    });

    // On Linux this needs Liberation Sans, which has the metrics of Arial (Debian: fonts-liberation).
    test('Home does not jump when its font arrives late', async ({ signedInPage: page }) => {
      // The reloaded page draws what this one has stored.
      await expect(greeting(page)).toBeVisible();
      await expect(picture(page)).toBeVisible();
      const release = await holdFiles(page, '**/*.woff2');
      // Before the load event, which waits for the font.
      await page.reload({ waitUntil: 'commit' });
      await expect(clock(page)).toHaveText(/^\d\d:\d\d$/);
      const isLoaded = () => page.evaluate(() => document.fonts.check("600 20px 'Inter Variable'"));
      const left = () => clock(page).evaluate((element) => element.getBoundingClientRect().left);
      const twoFrames = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      expect(await isLoaded()).toBe(false);
      const before = await left();
      // A layout shift is only recorded if the fallback font has been painted.
      await twoFrames();
      release();
      await expect.poll(isLoaded).toBe(true);
      await twoFrames();
      expect(Math.abs((await left()) - before), 'the pixels that the clock moves by').toBeLessThan(3);
      await expectNoShift(page);
      const initiators = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('inter-latin-wght'))
          .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
      );
      expect(initiators, 'the font is preloaded').toContain('link');
    });
  });
}

test('Home is drawn with the defaults at a first visit, and the timer of the preview works', async ({ accountPage: page }) => {
  const release = await holdFiles(page, MODULE);
  await page.goto('/app');
  await expect(overlay(page)).toBeHidden();
  await expect(clock(page)).toHaveText(/^\d\d:\d\d$/);
  await page.getByRole('button', { name: 'Switch to timer' }).click();
  await expect(page.getByRole('timer')).toHaveText('25:00');
  release();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();

  // While it runs, only the core knows what to show.
  const releaseAgain = await expectOverlayFirst(page, '/app');
  releaseAgain();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
});

test('a signed-out visitor of Home sees nothing of the last user', async ({ signedInPage: page }) => {
  await expect(greeting(page)).toBeVisible();
  await page.goto('/api/health/');
  expect(await page.evaluate(() => localStorage.getItem('homePreview'))).toContain('owner');
  await page.evaluate(() => {
    localStorage.removeItem('access_token');
    localStorage.removeItem('refresh_token');
  });
  const release = await expectOverlayFirst(page, '/app');
  release();
  await expect(page).toHaveURL(/\/auth/);
});

test('a log-out removes what is stored for the next start', async ({ signedInPage: page }) => {
  await expect(greeting(page)).toBeVisible();
  // Requests that a log-out overtakes are refused.
  await page.reload({ waitUntil: 'networkidle' });
  const stored = () => page.evaluate(() => localStorage.getItem('homePreview'));
  expect(await stored()).not.toBeNull();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/auth/);
  expect(await stored()).toBeNull();
  await page.reload();
  expect(await stored()).toBeNull();
});

test('the overlay offers to reload after 20 s', async ({ accountPage: page }) => {
  const release = await expectOverlayFirst(page, '/app/b');
  const offer = overlay(page).locator('p').filter({ hasText: 'Still loading.' });
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

/** Runs before the page's scripts: delays the core's reads of boards until `releaseBoards` is called. */
function holdBoards(): void {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  Object.assign(window, { releaseBoards: release });
  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function (range, ...rest) {
    const request = getAll.call(this, range as IDBKeyRange, ...rest);
    if (String((range as IDBKeyRange).lower).includes('/board/')) {
      const { addEventListener } = request;
      request.addEventListener = (type: string, listener: (event: Event) => void) =>
        addEventListener.call(request, type, (event) => void released.then(() => listener.call(request, event)));
    }
    return request;
  };
}

test('a board shows its first cards before it has been read, and keeps what is done to it', async ({ accountPage: page }) => {
  await openSeededBoard(page, 'Garden', { 'To do': ['Dig', 'Sow'] });
  await expectBoardStored(page, 'Garden');
  await page.addInitScript(holdBoards);
  await page.reload();
  await expectLayout(page, [['To do', ['Dig', 'Sow']]]);
  const list = listNamed(page, 'To do');
  await list.getByRole('button', { name: 'Add card' }).click();
  const title = list.getByRole('textbox', { name: 'Card title' });
  await title.fill('Water');
  await title.press('Enter');
  await expect(title).toHaveValue('');
  await expectLayout(page, [['To do', ['Dig', 'Sow']]]);
  await page.evaluate('releaseBoards()');
  await expectLayout(page, [['To do', ['Dig', 'Sow', 'Water']]]);
});

test('a board that this browser has not stored shows its first cards before the whole board is loaded', async ({ accountPage: page }) => {
  const path = await seedBoard(page, 'Garden', { 'To do': ['Dig', 'Sow'] });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/boards/*/changes/', async (route) => {
    await released;
    await route.continue();
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const firstScreen = `/api${path.replace('/app/b/', '/boards/')}/first-screen/`;
  const releaseModule = await holdFiles(page, MODULE);
  await page.goto(path, { waitUntil: 'commit' });
  await expect.poll(() => requests, 'the page requests it while the module is loading').toContain(firstScreen);
  releaseModule();
  const list = listNamed(page, 'To do');
  await expect(list.getByText('Sow')).toBeVisible();
  expect(requests.filter((request) => request === firstScreen), 'the core uses the same request').toHaveLength(1);
  // A change waits for the whole board.
  await list.getByRole('button', { name: 'Add card' }).click();
  const title = list.getByRole('textbox', { name: 'Card title' });
  await title.fill('Water');
  await title.press('Enter');
  await expect(title).toHaveValue('');
  await expect(list.getByText('Water')).toBeHidden();
  release();
  await expect(list.getByText('Water')).toBeVisible();
});
