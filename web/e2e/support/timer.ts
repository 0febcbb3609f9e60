/** Home's timer as the user sees it. */
import { type Page, expect } from '@playwright/test';
import { pauseClock } from './clock';
import { expectReady } from './ready';
import type { ConsoleGuard } from './test';

/** Returns the countdown, such as `24:59`. */
export function countdown(page: Page) {
  return page.getByRole('timer');
}

/** Returns the phase and its state, such as `Break, ready`. */
export function timerState(page: Page) {
  return page.getByRole('status').getByText(/^(Focus|Break|Long break), (ready|running|paused)$/);
}

/** Presses one of the timer's buttons. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Sets the length of the current phase in the editor. */
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
  await expectReady(page);
  await page.getByRole('button', { name: 'Switch to timer' }).click();
  await expect(countdown(page)).toBeVisible();
}

/** Returns noon of yesterday in UTC: in the server's past at any hour, with hours left in the same day. */
export function yesterdayNoon(): number {
  const noon = new Date();
  noon.setUTCDate(noon.getUTCDate() - 1);
  return noon.setUTCHours(12, 0, 0, 0);
}

/** Opens Home's timer at noon of yesterday, with a clock that only the test moves. */
export async function openTimer(page: Page, consoleGuard: ConsoleGuard): Promise<void> {
  const noon = yesterdayNoon();
  await page.clock.install({ time: noon });
  await page.goto('/app');
  await showTimer(page);
  await pauseClock(page, consoleGuard, noon + 60_000);
}
