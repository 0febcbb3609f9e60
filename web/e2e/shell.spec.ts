import { expect, test } from './support/test';

test.describe('the shell', () => {
  test('the rail is 48 px wide and links to four pages', async ({ signedInPage: page }) => {
    const rail = page.getByRole('navigation', { name: 'Main' });
    for (const [name, path, heading] of [
      ['Boards', /\/app\/b$/, 'My Boards'],
      ['Stats', /\/app\/stats$/, 'My Stats'],
      ['Settings', /\/app\/settings$/, 'Settings'],
      ['Home', /\/app$/, 'Home'],
    ] as const) {
      await rail.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
    }
    const box = await rail.locator('xpath=..').boundingBox();
    expect(box?.width).toBe(48);
    await rail.getByRole('link', { name: 'Stats', exact: true }).hover();
    await expect(page.getByRole('tooltip', { name: 'Stats' })).toBeVisible();
  });

  for (const [device, viewport] of [
    ['a tablet', { width: 1024, height: 768 }],
    ['a phone held sideways', { width: 844, height: 390 }],
  ] as const) {
    test.describe(`on ${device}`, () => {
      test.use({ viewport, isMobile: true, hasTouch: true });

      test('the rail is large enough for touch, and all of it can be reached', async ({ signedInPage: page }) => {
        const rail = page.getByRole('banner');
        await expect(rail.getByRole('link', { name: 'Inbox' })).toBeAttached();
        const account = rail.getByRole('button', { name: 'Account' });
        await expect(account).toBeAttached();
        const sizes = await rail.locator('a, button').evaluateAll((all) => all.map((one) => [one.clientWidth, one.clientHeight]));
        expect(sizes.length).toBeGreaterThan(7);
        for (const size of sizes) expect(size).toEqual([44, 44]);
        await account.scrollIntoViewIfNeeded();
        await expect(account).toBeInViewport({ ratio: 1 });
      });
    });
  }

  test('unknown pages show an error and a link back', async ({ page, consoleGuard }) => {
    consoleGuard.allow(/status of 404.*\/no-such-page/);
    const answer = await page.goto('/no-such-page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByText('404')).toBeVisible();
    await page.getByRole('link', { name: 'Go Back Home' }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
  });

  test('it is usable at 360 pixels', async ({ accountPage: page }) => {
    await page.setViewportSize({ width: 360, height: 720 });
    for (const path of ['/app', '/app/b', '/app/stats', '/app/settings']) {
      await page.goto(path);
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} does not scroll sideways`).toBeLessThanOrEqual(0);
    }
  });
});

test.describe('the first paint', () => {
  test('the chosen theme is applied at once and before the first paint of the next visit', async ({ signedInPage: page, consoleGuard }) => {
    await expect(page.locator('html')).toHaveClass(/\bdark\b/);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Switch to light theme' }).click();
    await expect(page.locator('html')).not.toHaveClass(/\bdark\b/);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');

    // Without the bundle, only the script before the first paint can set the theme.
    consoleGuard.allow(/ERR_FAILED/);
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.reload({ waitUntil: 'load' });
    await expect(page.locator('html')).not.toHaveClass(/\bdark\b/);
    await expect(page.locator('#root')).toBeEmpty();
  });
});
