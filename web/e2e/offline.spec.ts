/** Boards offline: everything that was opened can be read and changed, and is sent later. */
import type { Page } from '@playwright/test';
import { fetchBoard } from './support/api-board';
import { addBoard, cardTitled, drag, expectLayout, expectSent, expectUnsent, fillBoard, listNamed, openSeededBoard } from './support/board';
import { expectPrecached } from './support/ready';
import { logIn, logInViaApi } from './support/users';
import { expectBoardStored, storedKeys, storeTexts } from './support/storage';
import { expect, OFFLINE_ERRORS, test } from './support/test';

// Pages are opened without a network.
test.use({ serviceWorkers: 'allow' });

const begin = { Today: ['Bread', 'Milk'], Done: [] };

test.beforeEach(async ({ accountPage: page, consoleGuard }) => {
  consoleGuard.allow(OFFLINE_ERRORS);
  await openSeededBoard(page, 'Groceries', begin);
  await expectBoardStored(page, 'Groceries');
  // The app works offline once the service worker has cached everything.
  await expectPrecached(page);
});

test('a board that was opened before works without a server and syncs days later', async ({
  page,
  context,
  server,
  anotherBrowser,
  account: user,
}) => {
  const address = page.url();
  await server.kill();
  await page.reload();
  await expectLayout(page, Object.entries(begin));
  await drag(page, cardTitled(page, 'Milk'), listNamed(page, 'Done'), 'middle');
  await expectLayout(page, Object.entries({ Today: ['Bread'], Done: ['Milk'] }));
  await listNamed(page, 'Today').getByRole('button', { name: 'Add card' }).click();
  const title = listNamed(page, 'Today').getByRole('textbox', { name: 'Card title' });
  await title.fill('Eggs');
  await title.press('Enter');
  const changed: [string, string[]][] = [
    ['Today', ['Bread', 'Eggs']],
    ['Done', ['Milk']],
  ];
  await expectLayout(page, changed);
  await expectUnsent(page, 2);
  await page.reload();
  await expectLayout(page, changed);
  await page.close();

  const later = await context.newPage();
  await later.goto(address);
  await expectLayout(later, changed);
  await expectUnsent(later, 2);
  await server.start();
  await expectSent(later);

  const other = await anotherBrowser();
  await logInViaApi(other, user);
  await other.goto(address);
  await expectLayout(other, changed);
});

test('a board can be created, opened and filled offline', async ({ page, context, server }) => {
  await context.setOffline(true);
  await addBoardInApp(page, 'Journeys');
  await fillBoard(page, { Ideas: ['Lisbon'] });
  await page.reload();
  await expectLayout(page, [['Ideas', ['Lisbon']]]);
  await context.setOffline(false);
  await expectSent(page);
  await server.kill();
  await server.start();
  await page.reload();
  await expectLayout(page, [['Ideas', ['Lisbon']]]);
});

test('sent changes are kept when the network drops before a reload', { tag: '@long' }, async ({ page, server }) => {
  await drag(page, cardTitled(page, 'Milk'), listNamed(page, 'Done'), 'middle');
  await expectSent(page);
  await server.kill();
  await page.reload();
  await expectLayout(page, [
    ['Today', ['Bread']],
    ['Done', ['Milk']],
  ]);
});

test('a corrupt stored board is reloaded from the server', { tag: '@long' }, async ({ page, consoleGuard }) => {
  consoleGuard.allow(/Cannot read stored data/);
  const address = page.url();
  const texts = (await storedKeys(page)).filter((key) => key.includes('/board/'));
  expect(texts).not.toEqual([]);
  await page.goto('/app/settings');
  await storeTexts(page, Object.fromEntries(texts.map((key) => [key, '{"format":1,"records":'])));
  await page.goto(address);
  await expectLayout(page, Object.entries(begin));
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.startsWith('set aside/'))).toBe(true);
});

test('a change stored by the first app version is sent', { tag: '@long' }, async ({ page }) => {
  const address = page.url();
  const { board } = await fetchBoard(page, address);
  const storedUser = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}');
  const entry = {
    board_op: {
      board_id: board.id,
      op: {
        id: '0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70',
        at: '2026-03-03T08:30:00.000Z',
        change: { type: 'edit_board', edit: { field: 'name', value: 'Shopping' } },
      },
    },
  };
  await page.evaluate(
    ([key, text]) => localStorage.setItem(key, text),
    [`outbox/${storedUser.id}/0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71`, JSON.stringify(entry)] as const,
  );
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Shopping' })).toBeVisible();
  await expectSent(page);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox/')))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Shopping' })).toBeVisible();
});

test('memory-only mode is reported and works', async ({ account: user, anotherBrowser }) => {
  const other = await anotherBrowser();
  await other.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      value: {
        open() {
          throw new DOMException('refused', 'SecurityError');
        },
      },
    });
  });
  await logIn(other, user);
  await addBoard(other, 'Journeys');
  await fillBoard(other, { Ideas: ['Lisbon'] });
  await expectLayout(other, [['Ideas', ['Lisbon']]]);
  await expect(other.getByText(/Changes aren’t being saved on this device/).first()).toBeAttached();
});

test('stats and notes that were never opened work offline and load the rest later', async ({ page, context }) => {
  await context.setOffline(true);
  await page.goto('/app/stats');
  await expect(page.getByText('Earlier data loads when you’re online.')).toBeVisible();
  const total = page.locator('dl > div', { hasText: 'Total Sessions' });
  await expect(total).toContainText('0');
  await page.getByRole('button', { name: 'Add session' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add session' });
  await dialog.getByRole('spinbutton', { name: 'Focus time' }).fill('5');
  await dialog.getByRole('button', { name: 'Add session' }).click();
  await expect(dialog).toBeHidden();
  await expect(total).toContainText('1');

  await page.goto('/app/notes');
  await expect(page.getByRole('heading', { name: 'Your notes load when you’re online' })).toBeVisible();
  await page.getByRole('button', { name: 'New note' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Rye bread');
  const list = page.getByRole('navigation', { name: 'Notes' });
  await expect(list.getByRole('link', { name: /Rye bread/ })).toBeVisible();
  await expect(page.getByText('Your other notes load when you’re online.')).toBeVisible();

  await context.setOffline(false);
  await expectSent(page);
  await expect(page.getByText(/load when you’re online/)).toHaveCount(0);
  await page.reload();
  await expect(list.getByRole('link', { name: /Rye bread/ })).toBeVisible();
  await page.goto('/app/stats');
  await expect(total).toContainText('1');
  await expect(page.getByText(/Earlier data/)).toHaveCount(0);
});

/** Adds a board without loading a page. */
async function addBoardInApp(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Boards', exact: true }).first().click();
  await page.getByRole('button', { name: 'Add Board' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Board' });
  await dialog.getByRole('textbox', { name: 'Board Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Add Board' }).click();
  await page.getByRole('link', { name: new RegExp(name) }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}
