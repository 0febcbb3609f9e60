/** Controls the page's clock. */
import type { Page } from '@playwright/test';
import type { ConsoleGuard } from './test';

/** Stops the clock of a loaded page at `at`, in milliseconds since 1970. From then on only the test moves it. */
export async function pauseClock(page: Page, consoleGuard: ConsoleGuard, at: number): Promise<void> {
  // Requests and connections use this clock for timeouts, so they time out when it jumps.
  consoleGuard.allow(/WebSocket is closed before|Error (fetching|validating)/);
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(at);
}
