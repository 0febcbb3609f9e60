/** Pages whose core is ready. */
import { type Page, expect } from '@playwright/test';

/** Waits until a page of the app is drawn and its core is ready, because Home is drawn before that. */
export async function expectReady(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.locator('#content')).not.toHaveAttribute('aria-busy');
}
