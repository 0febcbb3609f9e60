/** Home's timer, as a person sees it. */
import { type Page, expect } from '@playwright/test';

/** What is left, such as `24:59`. */
export function countdown(page: Page) {
  return page.getByRole('timer');
}

/** Sets the length of the phase at hand through the editor. */
export async function setLength(page: Page, minutes: string, seconds: string): Promise<void> {
  await page.getByRole('button', { name: 'Timer settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Timer settings' });
  await dialog.getByRole('textbox', { name: 'Minutes' }).fill(minutes);
  await dialog.getByRole('textbox', { name: 'Seconds' }).fill(seconds);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Shows the timer on Home. */
export async function showTimer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Switch to timer' }).click();
  await expect(countdown(page)).toBeVisible();
}
