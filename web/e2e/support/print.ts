/** What the app prints. */
import { type Locator, type Page, expect } from '@playwright/test';

/** What is printed. */
export const paper = (page: Page): Locator => page.locator('body > .print');

/** Renders what the browser's print command prints, and shows it as on paper. */
export async function beginPrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  // The module that prints is loaded when the page is idle.
  await expect(async () => {
    await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
    await expect(paper(page)).toBeVisible({ timeout: 100 });
  }).toPass();
}
