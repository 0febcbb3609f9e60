import type { Locator } from '@playwright/test';
import { pauseClock } from './support/clock';
import { expectReady } from './support/ready';
import { expect, test } from './support/test';

/** A quarter past three in the afternoon in Berlin, on a day with an unusual ordinal suffix. */
const afternoon = new Date('2026-03-03T14:15:00.000Z');

test('the clock shows twelve-hour time, and alternates greeting and date every five seconds', async ({ page, account: user, consoleGuard }) => {
  await page.clock.install({ time: afternoon });
  await page.goto('/app');
  await expectReady(page);
  await expect(page.getByText('03:15', { exact: true })).toBeVisible();
  await pauseClock(page, consoleGuard, afternoon.getTime() + 30_000);
  const greeting = page.getByText(new RegExp(`\\b${user.first_name}\\b`)).first();
  const date = page.getByText('3rd Mar, 2026');
  const runUntilShown = async (text: Locator) => {
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(text).toHaveAttribute('aria-hidden', 'false', { timeout: 500 });
    }).toPass();
  };
  // The page's load time decides which of the two is shown first, and for how long. When the date replaces the
  // greeting, an interval has just begun.
  await runUntilShown(greeting);
  await runUntilShown(date);
  await expect(greeting).toHaveAttribute('aria-hidden', 'true');
  await page.clock.runFor(5_000);
  await expect(greeting).toHaveAttribute('aria-hidden', 'false');
  await expect(date).toHaveAttribute('aria-hidden', 'true');
  await page.clock.runFor(5_000);
  await expect(date).toHaveAttribute('aria-hidden', 'false');
  await expect(greeting).toHaveAttribute('aria-hidden', 'true');
  await page.clock.runFor(30_000);
  await expect(page.getByText('03:16', { exact: true })).toBeVisible();
});

test('switching between clock and timer moves nothing', async ({ signedInPage: page }) => {
  const places = async (digits: string) => {
    const [first, second] = [page.locator(digits), page.getByRole('button', { name: /^Switch to/ })];
    return [await first.boundingBox(), await second.boundingBox()].map((box) => box && [box.y, box.height]);
  };
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => document.fonts.ready);
    const clock = await places('main time');
    await page.getByRole('button', { name: 'Switch to timer' }).click();
    await expect.poll(() => places('[role="timer"]')).toEqual(clock);
    // The button is in the same position, so that a second press returns.
    await page.keyboard.press('Enter');
    await expect(page.locator('main time')).toBeVisible();
  }
});
