/** Pages whose core or service worker is ready. */
import { type Page, expect } from '@playwright/test';

/** Waits until a page of the app is drawn and its core is ready, because Home is drawn before that. */
export async function expectReady(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.locator('#content')).not.toHaveAttribute('aria-busy');
}

/** Waits until the service worker has stored every file of the app and controls this page. */
export async function expectPrecached(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 }).toBe('activated');
}
