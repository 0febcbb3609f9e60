import { seedBoard } from './support/api-board';
import {
  cardTitled,
  drag,
  expectLayout,
  expectSent,
  listNamed,
  moveByKeyboard,
  liveRegion,
  openSeededBoard,
} from './support/board';
import { logInViaApi } from './support/users';
import { expect, test } from './support/test';

test.describe('My Boards', () => {
  test('shows an empty state at first', async ({ accountPage: page }) => {
    await page.goto('/app/b');
    await expect(page.getByRole('heading', { name: 'No Boards Found' })).toBeVisible();
    await expect(page.getByText('Click Add Board to create a new board.')).toBeVisible();
  });

  test('rejects blank and too long names and keeps the text', async ({ accountPage: page }) => {
    await page.goto('/app/b');
    await page.getByRole('button', { name: 'Add Board' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Board' });
    const field = dialog.getByRole('textbox', { name: 'Board Name' });
    await field.fill('   ');
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Enter a name.');
    await field.fill('x'.repeat(201));
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Shorten the name to at most 200 characters.');
    await expect(field).toHaveValue('x'.repeat(201));
    await field.fill('Groceries');
    await field.press('Enter');
    await expect(page.getByRole('link', { name: 'Groceries' })).toBeVisible();
  });

  test('a board can be renamed, made a favorite and deleted', async ({ accountPage: page }) => {
    await seedBoard(page, 'Zebra', {});
    await seedBoard(page, 'Apple', {});
    await page.goto('/app/b');
    const names = () => page.locator('[data-board-id] h2').allTextContents();
    await expect.poll(names).toEqual(['Apple', 'Zebra']);
    const option = async (board: string, name: string) => {
      await page.getByRole('button', { name: `Options for ${board}` }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await option('Zebra', 'Favorite');
    await expect.poll(names).toEqual(['Zebra', 'Apple']);
    await option('Apple', 'Edit');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Board Name' }).fill('Pear');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(names).toEqual(['Zebra', 'Pear']);
    await option('Zebra', 'Delete');
    await expect.poll(names).toEqual(['Pear']);
    await expectSent(page);
    await page.reload();
    await expect.poll(names).toEqual(['Pear']);
  });

  test('an unknown board address shows an error', async ({ accountPage: page, consoleGuard }) => {
    consoleGuard.allow(/status of 404.*\/api\/boards\/nowhere|Error fetching boards/);
    await page.goto('/app/b/nowhere');
    await expect(page.getByRole('heading', { name: 'Board not found' })).toBeVisible();
  });

  test("another user's board is not found", async ({ accountPage: page, anotherBrowser, consoleGuard, server }) => {
    consoleGuard.allow(/status of 404.*\/api\/boards\/|Error fetching boards/);
    const address = await seedBoard(page, 'Diary', {});
    const stranger = { first_name: 'Eve', last_name: 'Else', email: 'eve@example.com', password: 'correct horse' };
    const other = await anotherBrowser();
    await other.request.post(`${server.url}/api/auth/signup/`, { data: stranger });
    await logInViaApi(other, stranger);
    await other.goto('/app/b');
    await expect(other.getByRole('heading', { name: 'No Boards Found' })).toBeVisible();
    await other.goto(address);
    await expect(other.getByRole('heading', { name: 'Board not found' })).toBeVisible();
  });
});

test.describe('a board', () => {
  const begin = { Today: ['Bread', 'Milk', 'Eggs'], Later: ['Paint'], Done: [] };

  test.beforeEach(async ({ accountPage: page }) => {
    await openSeededBoard(page, 'Groceries', begin);
  });

  test('mouse moves persist across reload, another browser and kill -9', async ({
    page,
    account: user,
    server,
    anotherBrowser,
  }) => {
    // Dragging takes time, and more on a busy machine.
    test.slow();
    await expect(page).toHaveTitle('Boards - Groceries');
    // Within a list, between lists, into an empty list, and a whole list.
    await drag(page, cardTitled(page, 'Eggs'), cardTitled(page, 'Bread'), 'top');
    await expectLayout(page, [
      ['Today', ['Eggs', 'Bread', 'Milk']],
      ['Later', ['Paint']],
      ['Done', []],
    ]);
    await drag(page, cardTitled(page, 'Milk'), cardTitled(page, 'Paint'), 'bottom');
    await expectLayout(page, [
      ['Today', ['Eggs', 'Bread']],
      ['Later', ['Paint', 'Milk']],
      ['Done', []],
    ]);
    await drag(page, cardTitled(page, 'Bread'), listNamed(page, 'Done'), 'middle');
    await expectLayout(page, [
      ['Today', ['Eggs']],
      ['Later', ['Paint', 'Milk']],
      ['Done', ['Bread']],
    ]);
    await drag(page, page.getByRole('button', { name: 'Move list Done' }), listNamed(page, 'Today'), 'left');
    const expected: [string, string[]][] = [
      ['Done', ['Bread']],
      ['Today', ['Eggs']],
      ['Later', ['Paint', 'Milk']],
    ];
    await expectLayout(page, expected);

    await page.reload();
    await expectLayout(page, expected);
    await expectSent(page);

    await server.restart(page);
    await expectLayout(page, expected);

    const other = await anotherBrowser();
    await logInViaApi(other, user);
    await other.goto(page.url());
    await expectLayout(other, expected);
  });

  test('everything can be moved by the keyboard alone', async ({ page, server }) => {
    await moveByKeyboard(page, cardTitled(page, 'Bread'), ['ArrowDown']);
    await expectLayout(page, [
      ['Today', ['Milk', 'Bread', 'Eggs']],
      ['Later', ['Paint']],
      ['Done', []],
    ]);
    await expect(cardTitled(page, 'Bread')).toBeFocused();
    await moveByKeyboard(page, cardTitled(page, 'Milk'), ['ArrowRight']);
    await expect.poll(() => listNamed(page, 'Later').locator('[data-card-id]').count()).toBe(2);
    await moveByKeyboard(page, page.getByRole('button', { name: 'Move list Later' }), ['ArrowRight']);
    await expect(page.locator('[data-list-id] h2')).toHaveText(['Today', 'Done', 'Later']);

    // Escape cancels the drag.
    await cardTitled(page, 'Eggs').focus();
    await page.keyboard.press('Space');
    await expect(liveRegion(page)).toContainText('Eggs');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await expect(liveRegion(page)).toHaveText('Canceled moving Eggs.');
    await expect(listNamed(page, 'Today').locator('[data-card-id]')).toHaveText([/Bread/, /Eggs/]);

    await expectSent(page);
    await server.restart(page);
    await expect(listNamed(page, 'Today').locator('[data-card-id]')).toHaveText([/Bread/, /Eggs/]);
    await expect(page.locator('[data-list-id] h2')).toHaveText(['Today', 'Done', 'Later']);
  });

  test('adding and opening work by the keyboard alone', { tag: '@long' }, async ({ page }) => {
    await page.getByRole('button', { name: 'New List' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Someday');
    await page.keyboard.press('Enter');
    await expect(listNamed(page, 'Someday')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'New List' })).toBeFocused();
    await listNamed(page, 'Someday').getByRole('button', { name: 'Add card' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Learn to juggle');
    await page.keyboard.press('Tab');
    await page.keyboard.type('High');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(cardTitled(page, 'Learn to juggle')).toContainText('High');
    await page.keyboard.press('Escape');
    await cardTitled(page, 'Learn to juggle').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Learn to juggle' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test('ignores blank cards, allows empty list names, rejects long titles', async ({ page }) => {
    const today = listNamed(page, 'Today');
    await today.getByRole('button', { name: 'Add card' }).click();
    const title = today.getByRole('textbox', { name: 'Card title' });
    await title.fill('   ');
    await title.press('Enter');
    await expect(today.locator('[data-card-id]')).toHaveCount(3);
    await title.fill('x'.repeat(501));
    await title.press('Enter');
    await expect(today.getByRole('alert')).toHaveText('Shorten the title to at most 500 characters.');
    await expect(title).toHaveValue('x'.repeat(501));
    await title.press('Escape');

    await page.getByRole('button', { name: 'New List' }).click();
    await page.getByRole('textbox', { name: 'List name' }).press('Enter');
    await expect(listNamed(page, 'Untitled list')).toBeVisible();
  });

  test('another browser sees the changes when it opens the board', { tag: '@long' }, async ({ page, account: user, anotherBrowser }) => {
    await expectSent(page);
    const other = await anotherBrowser();
    await logInViaApi(other, user);
    await other.goto(page.url());
    await expectLayout(other, Object.entries(begin));
    await drag(other, cardTitled(other, 'Paint'), cardTitled(other, 'Bread'), 'top');
    await expectSent(other);
    await page.reload();
    await expectLayout(page, [
      ['Today', ['Paint', 'Bread', 'Milk', 'Eggs']],
      ['Later', []],
      ['Done', []],
    ]);
  });

  test('moves made while the server is down are sent later', { tag: '@long' }, async ({ page, server }) => {
    await expectSent(page);
    await server.kill();
    await drag(page, cardTitled(page, 'Paint'), cardTitled(page, 'Bread'), 'top');
    const expected: [string, string[]][] = [
      ['Today', ['Paint', 'Bread', 'Milk', 'Eggs']],
      ['Later', []],
      ['Done', []],
    ];
    await expectLayout(page, expected);
    await expect(page.getByRole('button', { name: /You’re offline\. You can keep working\. Changes are saved on this device\./ })).toBeVisible();
    await server.start();
    await expectSent(page);
    await page.reload();
    await expectLayout(page, expected);
  });
});
