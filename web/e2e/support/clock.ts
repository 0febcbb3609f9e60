/** Controls the page's clock. */
import { type Page, expect } from '@playwright/test';
import type { ConsoleGuard } from './test';

/** Stops the clock of a loaded page with a logged-in user at `at`, in milliseconds since 1970. From then on only the test moves it. */
export async function pauseClock(page: Page, consoleGuard: ConsoleGuard, at: number): Promise<void> {
  // Requests and connections use this clock for timeouts, so they time out when it jumps.
  consoleGuard.allow(/WebSocket is closed before|Error (fetching|validating)/);
  // On a busy machine `networkidle` can be reached between two requests, before the account has been loaded.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).not.toBeNull();
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(at);
}
