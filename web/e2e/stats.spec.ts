import { countdown, setLength, showTimer } from './support/timer';
import { expect, test } from './support/test';

test.describe('My Stats', () => {
  test('a new account sees an invitation, and no invented numbers', async ({ page, person }) => {
    expect(person.email).toBeTruthy();
    await page.goto('/app/stats');
    await expect(page.getByRole('heading', { name: 'Your first session starts it all' })).toBeVisible();
    await expect(page.getByText('Total Sessions')).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to the timer' }).click();
    await expect(page).toHaveURL(/\/app$/);
  });

  test('adds up the sessions that were just focused', async ({ page, person, server, quietConsole }) => {
    expect(person.email).toBeTruthy();
    // A clock that jumps by minutes is past every request's and every connection's time before they are answered.
    quietConsole.allow(/WebSocket is closed before|Error fetching (tasks|boards)/);
    // Noon of yesterday: in the server's past at any hour, and both sessions lie on one day.
    const noon = new Date();
    noon.setUTCDate(noon.getUTCDate() - 1);
    noon.setUTCHours(12, 0, 0, 0);
    await page.clock.install({ time: noon });
    await page.goto('/app');
    await showTimer(page);
    await page.waitForLoadState('networkidle');
    await page.clock.pauseAt(new Date(noon.getTime() + 60_000));

    // Thirty minutes with a pause in between, to the end; a break; and ten minutes that are skipped early.
    await setLength(page, '30', '0');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.clock.runFor(10 * 60_000);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.clock.runFor(60_000);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.clock.runFor(20 * 60_000 + 1_000);
    await expect(countdown(page)).toHaveText('05:00');
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.clock.runFor(10 * 60_000);
    await page.getByRole('button', { name: 'Skip' }).click();

    const tile = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=../dd');
    const expectTiles = async () => {
      await expect(tile('Focused Today')).toHaveText('40 min');
      await expect(tile('Total Sessions')).toHaveText('2');
      await expect(tile('Current Streak')).toHaveText('1 day');
      await expect(tile('Longest Streak')).toHaveText('1 day');
      await expect(tile('Total Focused')).toHaveText('40 min');
      const weekday = noon.toLocaleDateString('en', { weekday: 'long', timeZone: 'Europe/Berlin' });
      await expect(tile('Most Active Day')).toHaveText(weekday);
      await expect(page.getByRole('row', { name: `${weekday} 40 min` })).toBeAttached();
    };
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Stats', exact: true }).click();
    await expectTiles();
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox/')))).toEqual([]);

    await server.kill();
    await server.start();
    await page.reload();
    await expectTiles();
  });
});
