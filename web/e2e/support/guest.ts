/** People who try the app out without an account. */
import { type Page, expect } from '@playwright/test';

/** Makes whoever has the page a guest of that name, and opens a page of the app. */
export async function enterAsGuest(page: Page, name: string, path = '/app'): Promise<void> {
  // A page without the core: nothing reacts to the name yet.
  await page.goto('/test');
  await page.evaluate((text) => localStorage.setItem('name', text), name);
  await page.goto(path);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}
