/** The page's clock, where a test stops it. */
import type { Page } from '@playwright/test';
import type { ConsoleGuard } from './test';

/** Stops the clock of a page that has loaded at `at`, milliseconds since 1970. From then on only the test moves it. */
export async function pauseClock(page: Page, consoleGuard: ConsoleGuard, at: number): Promise<void> {
  // Requests and connections time out by this clock. When it jumps, they do before the server can answer.
  consoleGuard.allow(/WebSocket is closed before|Error (fetching|validating)/);
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(at);
}
