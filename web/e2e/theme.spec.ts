/** The theme: applied from the first paint, chosen or from the device, and synced across the account's devices. */
import type { Page } from '@playwright/test';
import { setPreferences } from './support/api';
import { logInViaApi } from './support/users';
import { expect, test } from './support/test';

/** Records the root's theme, from before the page's first script. */
async function watchRoot(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const worn: { at: number; isDark: boolean }[] = [];
    Object.assign(window, { worn });
    const look = () => {
      const isDark = document.documentElement?.classList.contains('dark') ?? false;
      if (document.documentElement && worn.at(-1)?.isDark !== isDark) worn.push({ at: performance.now(), isDark });
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
  });
}

/** Returns whether the root was dark at the first paint and after each change since. */
async function wornSincePaint(page: Page): Promise<boolean[]> {
  // A page that loads instantly is painted a moment later.
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
  return page.evaluate(() => {
    const painted = performance.getEntriesByName('first-paint')[0]?.startTime;
    if (painted === undefined) throw new Error('nothing was painted');
    const { worn } = window as unknown as { worn: { at: number; isDark: boolean }[] };
    const before = worn.filter(({ at }) => at <= painted).slice(-1);
    return [...before, ...worn.filter(({ at }) => at > painted)].map(({ isDark }) => isDark);
  });
}

const root = (page: Page) => page.locator('html');

for (const [device, stored, isDark] of [
  ['light', 'system', false],
  ['light', 'light', false],
  ['light', 'dark', true],
  ['light', 'pink', false],
  ['light', null, false],
  ['dark', null, true],
  ['dark', 'system', true],
  ['dark', 'light', false],
] as const) {
  test(`on a ${device} device with ${stored} stored, the first paint is ${isDark ? 'dark' : 'light'} and stays so`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme: device });
    await page.goto(`${server.url}/api/health/`);
    await page.evaluate((theme) => theme && localStorage.setItem('theme', theme), stored);
    await watchRoot(page);
    for (const [path, heading] of [['/', 'Get the most out of every 24 hours'], ['/auth?type=login', 'Welcome Back']] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      expect(await wornSincePaint(page), path).toEqual([isDark]);
    }
  });
}

test('System: chosen by keyboard, follows the device live and syncs to another browser', async ({ page, account: user, anotherBrowser }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await setPreferences(page, { theme: 'dark' });
  await page.goto('/app/settings?section=preference');
  await expect(root(page)).toHaveClass(/\bdark\b/);
  await page.getByRole('button', { name: 'Theme: Dark' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Dark', exact: true })).toBeFocused();
  await page.keyboard.press('End');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/preferences/') && answer.request().method() === 'PUT');
  await page.keyboard.press('Enter');
  await expect(root(page)).not.toHaveClass(/\bdark\b/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('system');
  expect((await saved).ok()).toBe(true);

  // The page is not reloaded: it keeps its state.
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(root(page)).toHaveClass(colorScheme === 'dark' ? /\bdark\b/ : /^(?!.*\bdark\b)/);
    const bar = page.locator('meta[name="theme-color"]');
    await expect(bar).toHaveAttribute('content', colorScheme === 'dark' ? '#0b0f14' : '#f5f7f9');
  }
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);

  const other = await anotherBrowser();
  await other.emulateMedia({ colorScheme: 'light' });
  await logInViaApi(other, user);
  await other.goto('/app');
  await expect(root(other)).not.toHaveClass(/\bdark\b/);
  await other.emulateMedia({ colorScheme: 'dark' });
  await expect(root(other)).toHaveClass(/\bdark\b/);
});
