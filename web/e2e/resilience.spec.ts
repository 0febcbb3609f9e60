/** Failures stay contained: a page, a section of a page, and the core. */
import { seedSessions } from './support/api-sessions';
import { cardTitled, expectSent, fillBoard, openSeededBoard, toast, titleOf } from './support/board';
import { CHROMIUM_ARGUMENTS, debianChromium } from './support/chromium';
import { crashNextCallback, crashNextPress, prepareCrashes } from './support/crash';
import { expectNoteSent, noteText, writeNote } from './support/notes';
import { countdown, press, showTimer } from './support/timer';
import { expect, test } from './support/test';

// The headless shell ends when WebAssembly reads outside of its memory. The browser turns that into an exception.
test.use({ launchOptions: { ...(debianChromium ? { executablePath: debianChromium } : {}), args: CHROMIUM_ARGUMENTS } });

test.describe('a module that fails to load', () => {
  test('breaks only its own page', async ({ signedInPage: page, consoleGuard }) => {
    consoleGuard.allow(/ERR_FAILED|Failed to fetch dynamically imported module/);
    await showTimer(page);
    await press(page, 'Start');
    await expect(page).toHaveTitle(/24:\d\d · Home/);
    await page.route(/\/assets\/trash-/, (route) => route.abort());
    await page.goto('/app/b');
    await page.getByRole('link', { name: 'Trash' }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load this page' });
    await expect(failure).toContainText('Check your connection, or reload to get the latest version.');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page).toHaveTitle(/24:\d\d · /);
    await failure.getByRole('link', { name: 'Go to Home' }).click();
    await expect(countdown(page)).toBeVisible();

    await page.goto('/app/trash');
    await expect(failure).toBeVisible();
    await page.unroute(/\/assets\/trash-/);
    await failure.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
  });

  test('breaks only its part of a page', async ({ accountPage: page, consoleGuard }) => {
    consoleGuard.allow(/ERR_FAILED|Failed to fetch dynamically imported module/);
    await seedSessions(page, [{ start: '2026-03-03T09:00', minutes: 30 }]);
    await page.route(/\/assets\/History-/, (route) => route.abort());
    await page.goto('/app/stats');
    await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load your history.' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Daily goal' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Weekly Progress' })).toBeVisible();
  });
});

test.describe('a panel that fails to load', () => {
  for (const [name, file] of [['DialogPanel', /\/assets\/DialogPanel-/], ['CardDialog', /\/assets\/CardDialog-/]] as const) {
    test(`is closed with a toast, and opens the next time (${name})`, async ({ accountPage: page, consoleGuard }) => {
      consoleGuard.allow(/ERR_FAILED|Failed to fetch dynamically imported module/);
      await page.route(file, (route) => route.abort());
      const address = await openSeededBoard(page, 'Launch', { 'To do': ['Book the room'] });
      const dialog = page.getByRole('dialog', { name: 'Book the room' });
      await titleOf(page, 'Book the room').click();
      const failure = toast(page, 'This couldn’t open. Check your connection, or reload.');
      await expect(failure).toBeVisible();
      await expect(page).toHaveURL(address);
      await expect(dialog).toBeHidden();

      await page.unroute(file);
      await titleOf(page, 'Book the room').click();
      await expect(dialog).toBeVisible();
      await expect(failure).toBeHidden();
    });
  }
});

test.describe('a core that crashes', () => {
  test.beforeEach(async ({ page, consoleGuard }) => {
    consoleGuard.allow(/^error: The core has crashed /);
    await prepareCrashes(page);
  });

  for (const kind of ['call', 'callback'] as const) {
    test(`is replaced by a core that starts from storage, with one toast (${kind})`, async ({ accountPage: page }) => {
      await openSeededBoard(page, 'Launch', { 'To do': ['Book the room'] });
      await page.getByRole('link', { name: 'Home' }).click();
      await showTimer(page);
      await press(page, 'Start');
      await page.getByRole('link', { name: 'Boards', exact: true }).click();
      await page.getByRole('link', { name: 'Launch' }).first().click();
      await expect(cardTitled(page, 'Book the room')).toBeVisible();
      await page.evaluate(() => Object.assign(window, { isSamePage: true }));

      if (kind === 'callback') {
        await crashNextCallback(page);
      } else {
        await crashNextPress(page);
        await page.getByRole('button', { name: 'New List' }).press('Control+z');
      }
      await expect(toast(page, 'Twentyfour recovered from an error.')).toHaveCount(1);
      await expect(cardTitled(page, 'Book the room')).toBeVisible();
      await expect(page).toHaveTitle(/24:\d\d · Boards - Launch/);
      await expect(page).toHaveURL(/\/app\/b\/launch-/);
      expect(await page.evaluate(() => 'isSamePage' in window), 'the page was not reloaded').toBe(true);

      // It also sends its changes, so it has the leader lock again.
      await fillBoard(page, { Done: ['Choose a date'] });
      await expectSent(page);
      await page.reload();
      await expect(cardTitled(page, 'Choose a date')).toBeVisible();
      await page.getByRole('link', { name: 'Home' }).click();
      await expect(countdown(page)).toHaveText(/24:\d\d/);
      await press(page, 'Pause');
    });
  }

  test('loses nothing of a note that is being written', async ({ accountPage: page }) => {
    await writeNote(page, 'Rye bread');
    await expectNoteSent(page, 'Rye bread');
    await noteText(page).press('Control+End');
    await crashNextPress(page);
    // Immediately, because while the page is being rebuilt there is no field for the input.
    await page.keyboard.insertText(' with seeds');
    await expect(toast(page, 'Twentyfour recovered from an error.')).toBeVisible();
    await expect(page.getByText('Your last changes to this note weren’t saved.')).toBeVisible();
    // The text survives a reload before it is restored.
    await page.reload();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(noteText(page)).toHaveText('Rye bread with seeds');
    await expectNoteSent(page, 'Rye bread with seeds');
    await page.reload();
    await expect(noteText(page)).toHaveText('Rye bread with seeds');
  });

  test('shows the error page with its actions after a second crash', async ({ signedInPage: page }) => {
    await showTimer(page);
    await crashNextPress(page);
    await press(page, 'Start');
    await expect(toast(page, 'Twentyfour recovered from an error.')).toBeVisible();
    await showTimer(page);
    await crashNextPress(page);
    await press(page, 'Start');
    await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go Back Home' })).toHaveAttribute('href', '/');
    await page.getByRole('button', { name: 'Reload' }).click();
    await showTimer(page);
    await press(page, 'Start');
    await expect(countdown(page)).toHaveText(/24:\d\d/);
  });
});
