/** Guests, who use the app without an account. */
import type { Page } from '@playwright/test';
import { expectReady } from './ready';

/** Makes the page's user a guest with that name, and opens a page of the app. */
export async function enterAsGuest(page: Page, name: string, path = '/app'): Promise<void> {
  // A page without the core, so nothing reacts to the name yet.
  await page.goto('/api/health/');
  await page.evaluate((text) => localStorage.setItem('name', text), name);
  await page.goto(path);
  await expectReady(page);
}
