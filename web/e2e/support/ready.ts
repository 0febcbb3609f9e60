/** Pages whose core or service worker is ready. */
import { type Page, expect } from '@playwright/test';

/** Waits until a page of the app is drawn and its core is ready, because Home is drawn before that. */
export async function expectReady(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.locator('#content')).not.toHaveAttribute('aria-busy');
}

/**
 * Waits until the service worker has stored every file of the app and controls this page, and the page has stored the
 * background that it shows.
 */
export async function expectPrecached(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 }).toBe('activated');
  await expect.poll(() => page.evaluate(isBackgroundStored), { message: 'the background is stored', timeout: 15_000 }).toBe(true);
}

/** Returns whether the background is chosen, and stored for offline use. Pages outside the app have none. */
async function isBackgroundStored(): Promise<boolean> {
  const backdrop = document.querySelector('[data-testid="backdrop"]');
  if (!backdrop) return true;
  const url = backdrop.querySelector('img')?.currentSrc ?? '';
  return url !== '' && (await caches.match(url, { ignoreVary: true })) !== undefined;
}
