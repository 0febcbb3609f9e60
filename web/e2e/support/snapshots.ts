/** Pages that look the same in every run, and their comparison with the pictures in `e2e/snapshots`. */
import type { Page } from '@playwright/test';
import { setPreferences } from './api';
import { expect } from './test';
import { storedTokens } from './users';

/** The theme and the width in which a screen is compared. */
export interface Variant {
  theme: 'dark' | 'light';
  width: 390 | 1440;
}

/** The themes and widths in which every screen is compared. */
export const VARIANTS: readonly Variant[] = [
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
  { theme: 'light', width: 390 },
];

/** Returns the settings of a browser of this width. */
export function browserOf({ width }: Variant) {
  const isPhone = width === 390;
  // Playwright hides carets with a style, which the policy of the public pages forbids.
  return { viewport: { width, height: isPhone ? 844 : 900 }, isMobile: isPhone, hasTouch: isPhone, bypassCSP: true };
}

/** The browser's time in every snapshot: a Tuesday morning in Berlin. */
export const SNAPSHOT_TIME = '2026-03-03T10:41:00+01:00';

/** Instead of a wallpaper, because a photo makes a file of a megabyte: what is drawn on it has the same contrast everywhere. */
const WALLPAPERS: Record<Variant['theme'], string> = {
  dark: '<svg xmlns="http://www.w3.org/2000/svg" width="2560" height="1600"><rect width="2560" height="1600" fill="#16324a"/></svg>',
  light: '<svg xmlns="http://www.w3.org/2000/svg" width="2560" height="1600"><rect width="2560" height="1600" fill="#bcd3e2"/></svg>',
};

/** Prepares a page, which shows none of the app yet, in the given theme and at a fixed time. */
export async function preparePage(page: Page, { theme }: Variant): Promise<void> {
  await page.clock.setFixedTime(SNAPSHOT_TIME);
  await page.route(/\/(wallpapers|backgrounds)\/.*\.(avif|webp)$/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: WALLPAPERS[theme] }),
  );
  // Users are numbered by the order of the tests.
  await page.route('**/api/user/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/ada\.\d+@/, 'ada@') });
  });
  await page.goto('/api/health/');
  const { access } = await storedTokens(page);
  if (access) await setPreferences(page, { theme, wallpaper_pages: 'home' });
  await page.evaluate((name) => {
    localStorage.setItem('theme', name);
    // One of the greetings, which are chosen at random.
    localStorage.setItem('greetings', '000');
  }, theme);
}

/**
 * Stops the monotonic clock of all pages that are opened next. Otherwise a timer takes the fixed wall clock for one that was set
 * back, and counts down.
 */
export async function stopMonotonicClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    performance.now = () => 0;
  });
}

/** Opens a page and waits until it has loaded everything. */
export async function open(page: Page, path: string): Promise<void> {
  // A URL that differs only in its fragment would not load the page again.
  await page.goto('about:blank');
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

/** Compares the page with the picture of the screen. */
export async function expectSnapshot(page: Page, screen: string, variant: Variant): Promise<void> {
  // The pointer would draw hover effects and tooltips.
  await page.mouse.move(0, 0);
  await expectSnapshotOfDrag(page, screen, variant);
}

/** Compares the page with the picture of the screen, and leaves the pointer where it is. */
export async function expectSnapshotOfDrag(page: Page, screen: string, { theme, width }: Variant): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect.soft(page).toHaveScreenshot(`${screen}-${width}-${theme}.png`);
}
