import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { seedBoard } from './support/api-board';
import { idsOnBoard, fetchSessions, seedSessions } from './support/api-sessions';
import { expectPrecached } from './support/ready';
import { logInViaApi } from './support/users';
import { expect, test } from './support/test';
import { countdown, openTimer, setLength, yesterdayNoon } from './support/timer';

/** A Wednesday, at one o'clock in Berlin. */
const NOW = new Date('2026-03-04T12:00:00Z');

const tile = (page: Page, name: string) => page.locator('dt', { hasText: name }).locator('xpath=../dd');
const sessionRows = (page: Page) => page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
const week = (page: Page, name: string) => page.getByRole('table', { name: `Focus time by day: ${name}` });

/** Opens My Stats on that Wednesday. The clock runs on from there. */
async function openStats(page: Page): Promise<void> {
  await page.clock.install({ time: NOW });
  await page.goto('/app/stats');
  await expect(page.getByRole('heading', { name: 'My Stats' })).toBeVisible();
}

/** Advances a paused clock: in one jump, and then second by second. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.fastForward(milliseconds - 5_000);
  await page.clock.runFor(5_000);
}

test.describe('My Stats', () => {
  test('a new account sees zeros, an empty chart of an hour, and an invitation', async ({ accountPage: page }) => {
    await page.goto('/app/stats');
    await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
    await expect(tile(page, 'Focused Today')).toHaveText('0 min');
    await expect(tile(page, 'Total Sessions')).toHaveText('0');
    await expect(page.getByRole('group', { name: 'Focus time by day: This week' }).getByText('1 h', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Go to timer' }).click();
    await expect(page).toHaveURL(/\/app$/);
  });

  test('adds up the sessions that were just completed', async ({ accountPage: page, server, consoleGuard }) => {
    await openTimer(page, consoleGuard);

    // A complete session of thirty minutes with a pause, a break, and a session skipped after ten minutes.
    await setLength(page, '30', '0');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await pass(page, 10 * 60_000);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await pass(page, 60_000);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await pass(page, 20 * 60_000 + 1_000);
    await expect(countdown(page)).toHaveText('05:00');
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await pass(page, 10 * 60_000);
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    // Requests aborted by the clock jumps are only retried while time passes.
    await page.clock.resume();

    const expectTiles = async () => {
      await expect(tile(page, 'Focused Today')).toHaveText('40 min');
      await expect(tile(page, 'Total Sessions')).toHaveText('2');
      await expect(tile(page, 'Current Streak')).toHaveText('1 day');
      await expect(tile(page, 'Longest Streak')).toHaveText('1 day');
      await expect(tile(page, 'Total Focused')).toHaveText('40 min');
      const weekday = new Date(yesterdayNoon()).toLocaleDateString('en', { weekday: 'long', timeZone: 'Europe/Berlin' });
      await expect(tile(page, 'Most Active Day')).toHaveText(weekday);
      await expect(page.getByRole('row', { name: `${weekday} 40 min` })).toBeAttached();
    };
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Stats', exact: true }).click();
    await expectTiles();
    await expect.poll(async () => (await fetchSessions(page)).map(({ outcome }) => outcome), { timeout: 30_000 }).toEqual([
      'completed',
      'stopped',
    ]);
    await expect(page.getByRole('button', { name: /Sending|You’re offline/ })).toHaveCount(0, { timeout: 30_000 });

    await server.restart(page);
    await expectTiles();
  });

  test('pages back by week and by year', async ({ accountPage: page }) => {
    await seedSessions(page, [
      { start: '2025-12-31T23:30', minutes: 60 },
      { start: '2026-02-10T09:00', minutes: 90 },
      { start: '2026-02-24T09:00', minutes: 30 },
      { start: '2026-03-02T09:00', minutes: 25 },
      { start: '2026-03-04T09:00', minutes: 25 },
    ]);
    await openStats(page);
    await expect(tile(page, 'Total Sessions')).toHaveText('5');
    await expect(tile(page, 'Focused Today')).toHaveText('25 min');
    await expect(tile(page, 'Longest Streak')).toHaveText('2 days');
    await expect(week(page, 'This week').getByRole('row', { name: 'Monday 25 min' })).toBeAttached();
    await expect(page.getByRole('region', { name: 'Daily goal' })).toContainText('Goal reached. Streak: 1 day.');
    await expect(page.getByRole('region', { name: 'This week against the last four' })).toContainText('50 min this week, 20 min more than usual by Wednesday.');
    await expect(page.getByRole('region', { name: 'When you focus best' })).toContainText('You have 5.');
    const bars = page.getByRole('group', { name: 'Focus time by day: This week' });
    await bars.press('ArrowRight');
    await bars.press('Home');
    await expect(bars.locator('..').locator('[aria-live]')).toHaveText('Monday, 25 min');
    // Three days of this week have begun.
    await expect(tile(page, 'Average Focused')).toHaveText('16 min');
    const earlier = page.getByRole('button', { name: 'Previous week' });
    const later = page.getByRole('button', { name: 'Next week' });
    await expect(later).toHaveAttribute('aria-disabled', 'true');
    await earlier.click();
    await expect(week(page, 'Last week').getByRole('row', { name: 'Tuesday 30 min' })).toBeAttached();
    await expect(tile(page, 'Total Focused')).toHaveText('30 min');
    await expect(tile(page, 'Average Focused')).toHaveText('4 min');
    await earlier.click();
    await expect(week(page, '16 – 22 Feb').getByRole('row', { name: 'Tuesday 0 min' })).toBeAttached();
    await expect(tile(page, 'Most Active Day')).toHaveText('None');
    await earlier.click();
    await expect(week(page, '9 – 15 Feb').getByRole('row', { name: 'Tuesday 1 h 30 min' })).toBeAttached();
    await later.click();
    await expect(week(page, '16 – 22 Feb')).toBeAttached();

    // Moves in the heatmap by keyboard, up to the best day.
    const year = page.getByRole('region', { name: 'Year' });
    await expect(year.getByText('Best day: 1 h 30 min on Tuesday, 10 February 2026')).toBeVisible();
    const days = year.getByRole('group', { name: /^Focus time in 2026/ });
    await days.press('ArrowUp');
    await expect(year.getByText('Wednesday, 4 March 2026: 25 min')).toBeAttached();
    for (let steps = 0; steps < 3; steps += 1) await days.press('ArrowLeft');
    await days.press('ArrowUp');
    await expect(year.getByText('Tuesday, 10 February 2026: 1 h 30 min')).toBeAttached();
    await expect(year.getByRole('row', { name: /^9 Feb 2026/ })).toContainText('1 h 30 min');
    await expect(year.getByRole('button', { name: 'Next year' })).toHaveAttribute('aria-disabled', 'true');
    // A session across midnight, and across the year, counts in both.
    await expect(year.getByRole('row', { name: '29 Dec 2025 0 min 0 min 0 min 30 min 0 min 0 min 0 min' })).toBeAttached();
    await year.getByRole('button', { name: 'Previous year' }).click();
    await expect(year.getByRole('group', { name: /^Focus time in 2025/ })).toBeVisible();
    await expect(year.getByRole('row', { name: '29 Dec 2025 0 min 0 min 30 min 0 min 0 min 0 min 0 min' })).toBeAttached();
  });

  test('shows the time by board and label, for a week, a year and all time', async ({ accountPage: page }) => {
    const launch = await seedBoard(page, 'Launch', {
      'To do': [{ title: 'Book the room', labels: ['venue', 'urgent'] }, { title: 'Invite', labels: ['urgent'] }],
    });
    const { board, cards } = await idsOnBoard(page, launch);
    await seedSessions(page, [
      { start: '2025-06-03T09:00', minutes: 120, board_id: board },
      { start: '2026-01-13T09:00', minutes: 50 },
      { start: '2026-03-02T09:00', minutes: 50, board_id: board, card_id: cards['Book the room'] ?? '' },
      { start: '2026-03-03T09:00', minutes: 25, board_id: board, card_id: cards['Invite'] ?? '' },
      { start: '2026-03-03T10:00', minutes: 15 },
    ]);
    await openStats(page);
    const boards = page.getByRole('table', { name: 'Focus time by board' });
    const labels = page.getByRole('table', { name: 'Focus time by label' });
    const rows = async (table: typeof boards) => (await table.locator('tbody tr').allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' '));
    await expect.poll(() => rows(boards)).toEqual(['Launch 1 h 15 min 2 sessions', 'No board 15 min 1 session']);
    await expect.poll(() => rows(labels)).toEqual(['urgent 1 h 15 min 2 sessions', 'venue 50 min 1 session']);
    const period = page.getByRole('combobox', { name: 'Period' });
    await period.selectOption('2026');
    await expect.poll(() => rows(boards)).toEqual(['Launch 1 h 15 min 2 sessions', 'No board 1 h 5 min 2 sessions']);
    await period.selectOption('All time');
    await expect.poll(() => rows(boards)).toEqual(['Launch 3 h 15 min 3 sessions', 'No board 1 h 5 min 2 sessions']);
    await period.selectOption('This week');
    await page.getByRole('button', { name: 'Previous week' }).click();
    await expect(page.getByText('No focus time in this period')).toBeVisible();
    // The list links to the card.
    await sessionRows(page).getByRole('link', { name: 'Invite · Launch' }).click();
    await expect(page.getByRole('dialog', { name: 'Invite' })).toBeVisible();
  });
});

test.describe('the list of sessions', () => {
  test('a session can be corrected, deleted and restored', async ({ page, account: user, anotherBrowser }) => {
    const [first] = await seedSessions(page, [
      { start: '2026-03-03T09:00', minutes: 25, outcome: 'finished_early' },
      { start: '2026-03-04T10:00', minutes: 25 },
    ]);
    await openStats(page);
    await expect(sessionRows(page)).toHaveText([/10:00\sAM – 10:25\sAM\s*25 min/, /9:00\sAM – 9:25\sAM\s*25 min.*Finished early/]);
    await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Edit session at 9:00 AM' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit session' });
    await dialog.getByLabel('Time', { exact: true }).fill('08:30');
    await dialog.getByRole('spinbutton', { name: 'Focus time' }).fill('40');
    await expect(dialog.getByText('until 9:10 AM')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(sessionRows(page).nth(1)).toContainText('8:30 AM – 9:10 AM');
    await expect(tile(page, 'Total Focused')).toHaveText('1 h 5 min');
    await expect
      .poll(async () => (await fetchSessions(page)).find(({ id }) => id === first)?.segments)
      .toEqual([{ start: '2026-03-03T07:30:00.000Z', end: '2026-03-03T08:10:00.000Z', utc_offset: 60 }]);

    await page.getByRole('button', { name: 'Delete session at 10:00 AM' }).click();
    await expect(sessionRows(page)).toHaveCount(1);
    await expect(tile(page, 'Focused Today')).toHaveText('0 min');
    await expect(page.getByRole('button', { name: 'Delete session at 8:30 AM' })).toBeFocused();
    await expect.poll(async () => (await fetchSessions(page)).length).toBe(1);
    const deleted = page.getByText('Focus session deleted').locator('xpath=..');
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await expect(sessionRows(page)).toHaveCount(2);
    await expect(tile(page, 'Focused Today')).toHaveText('25 min');
    await expect.poll(async () => (await fetchSessions(page)).length).toBe(2);

    // Undone by keyboard, and still undone after a reload.
    await page.getByRole('button', { name: 'Delete session at 8:30 AM' }).click();
    await expect(sessionRows(page)).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(sessionRows(page)).toHaveCount(2);
    await expect.poll(async () => (await fetchSessions(page)).length).toBe(2);
    await page.reload();
    await expect(sessionRows(page)).toHaveText([/10:00\sAM – 10:25\sAM/, /8:30\sAM – 9:10\sAM/]);

    const other = await anotherBrowser();
    await other.clock.install({ time: NOW });
    await logInViaApi(other, user);
    await other.goto('/app/stats');
    await expect(tile(other, 'Total Focused')).toHaveText('1 h 5 min');
  });

  test('a session added manually is marked as such', async ({ accountPage: page }) => {
    await seedBoard(page, 'Reading', { Books: [] });
    await openStats(page);
    await page.getByRole('button', { name: 'Add session' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add session' });
    await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue('2026-03-04');
    await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('12:35');

    // A session in the future is rejected.
    await dialog.getByLabel('Date', { exact: true }).fill('2026-03-05');
    await dialog.getByRole('button', { name: 'Add session' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.reload();
    await page.getByRole('button', { name: 'Add session' }).click();
    await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue('2026-03-05');

    await dialog.getByLabel('Date', { exact: true }).fill('2026-03-03');
    await dialog.getByLabel('Time', { exact: true }).fill('23:45');
    await dialog.getByRole('spinbutton', { name: 'Focus time' }).fill('30');
    await expect(dialog.getByText('until 12:15 AM the next day')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Board' }).selectOption('Reading');
    await dialog.getByRole('button', { name: 'Add session' }).click();
    await expect(dialog).toBeHidden();
    await expect(sessionRows(page)).toHaveText([/11:45\sPM – 12:15\sAM\s*30 min\s*Reading\s*Added manually/]);
    await expect(tile(page, 'Focused Today')).toHaveText('15 min');
    await expect(week(page, 'This week').getByRole('row', { name: 'Tuesday 15 min' })).toBeAttached();
    await expect
      .poll(async () => (await fetchSessions(page)).map(({ outcome, segments }) => [outcome, segments]))
      .toEqual([['added_by_hand', [{ start: '2026-03-03T22:45:00.000Z', end: '2026-03-03T23:15:00.000Z', utc_offset: 60 }]]]);
    await expect(page.getByRole('table', { name: 'Focus time by board' })).toContainText('Reading');
  });

  test('sessions can be exported as CSV and JSON', async ({ accountPage: page }) => {
    const address = await seedBoard(page, '=HYPERLINK("x"), and "more"', { 'To do': ['Milk'] });
    const { board, cards } = await idsOnBoard(page, address);
    const [first, second] = await seedSessions(page, [
      { start: '2026-03-03T09:00', minutes: 25, board_id: board, card_id: cards['Milk'] ?? '' },
      { start: '2026-03-04T10:00', minutes: 5, outcome: 'stopped' },
    ]);
    await openStats(page);
    await expect(sessionRows(page)).toHaveCount(2);
    const exported = async (name: string): Promise<[Download, string]> => {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
      return [download, await readFile(await download.path(), 'utf8')];
    };
    const [csv, lines] = await exported('CSV');
    expect(csv.suggestedFilename()).toMatch(/\.csv$/);
    const [header, one, two, end] = lines.replace(/^\uFEFF/, '').split('\r\n');
    expect(header).toBe('id,start,end,utc_offset,focused_seconds,planned_seconds,outcome,board,card,segments');
    // Text that a spreadsheet would treat as a formula must not start with an equals sign.
    expect(one).toContain(`${first},2026-03-03T09:00:00`);
    expect(one).toContain(`,"'=HYPERLINK(""x""), and ""more""",Milk,`);
    expect(two).toContain(`${second},2026-03-04T10:00:00`);
    expect(two).toContain(',300,300,stopped,,,');
    expect(end).toBe('');

    const [json, text] = await exported('JSON');
    expect(json.suggestedFilename()).toMatch(/\.json$/);
    const { sessions } = JSON.parse(text) as { sessions: { id: string; board_id: string | null }[] };
    expect(sessions.map(({ id, board_id }) => [id, board_id])).toEqual([
      [first, board],
      [second, null],
    ]);
  });

  test.describe('without a server', () => {
    // The page is reloaded while the server is down.
    test.use({ serviceWorkers: 'allow' });

    test('offline, loaded data stays and missing data shows an error', { tag: '@long' }, async ({ accountPage: page, server, consoleGuard }) => {
      consoleGuard.allow(/Error (fetching|validating)/);
      await seedSessions(page, [{ start: '2026-03-04T10:00', minutes: 25 }]);
      await openStats(page);
      await expect(tile(page, 'Focused Today')).toHaveText('25 min');
      await expect(sessionRows(page)).toHaveCount(1);
      await expectPrecached(page);

      // The missing data would load with the live connection, before it can be requested by hand.
      let isLive = false;
      await page.routeWebSocket(/\/api\/live/, (socket) => void (isLive ? socket.connectToServer() : socket.close()));
      await server.kill();
      await page.reload();
      await expect(tile(page, 'Focused Today')).toHaveText('25 min');
      const breakdown = page.getByRole('region', { name: 'Time breakdown' });
      await expect(breakdown.getByRole('alert')).toContainText('Connect to see time by board and label.', { timeout: 30_000 });
      const sessions = page.getByRole('region', { name: 'Sessions' });
      await expect(sessions.getByRole('alert')).toContainText('Connect to see');

      await server.start();
      await sessions.getByRole('button', { name: 'Try again' }).click();
      await expect(sessionRows(page)).toHaveCount(1, { timeout: 30_000 });
      isLive = true;
      await expect(breakdown.getByRole('table', { name: 'Focus time by board' })).toContainText('25 min', { timeout: 30_000 });
    });
  });
});
