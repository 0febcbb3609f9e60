/** The pages around the board: My Boards, the trash, the tasks; and the notices about unsent and rejected changes. */
import type { Page } from '@playwright/test';
import { seedBoard, sendChanges } from './support/api-board';
import { cardTitled, expectLayout, expectSent, expectUnsent, listNamed, minutesFromNow, chooseMenuItem, toast, titleOf } from './support/board';
import { expectPrecached } from './support/ready';
import { storedKeys } from './support/storage';
import { expect, OFFLINE_ERRORS, test } from './support/test';

const names = (page: Page) => page.locator('[data-board-id] h2').allTextContents();
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Restore ${name}` }) });

// Every test needs a user who is logged in on `page`; the fixture creates one.
test.beforeEach(({ accountPage: _ }) => {});

test('My Boards: favorites come first, and boards can be edited, deleted and restored with Undo', { tag: '@long' }, async ({ page }) => {
  for (const name of ['Cherry', 'Apple', 'Banana']) await seedBoard(page, name, { List: ['A card'] });
  await page.goto('/app/b');
  await expect.poll(() => names(page)).toEqual(['Apple', 'Banana', 'Cherry']);
  const options = (name: string) => page.getByRole('main').getByRole('button', { name: `Options for ${name}` });
  await chooseMenuItem(page, options('Cherry'), 'Favorite');
  await expect.poll(() => names(page)).toEqual(['Cherry', 'Apple', 'Banana']);
  await options('Apple').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Board' });
  await dialog.getByRole('textbox', { name: 'Board Name' }).fill('Zucchini');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('No fruit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => names(page)).toEqual(['Cherry', 'Banana', 'Zucchini']);
  await expect(page.getByText('No fruit')).toBeVisible();

  await chooseMenuItem(page, options('Banana'), 'Delete');
  await expect.poll(() => names(page)).toEqual(['Cherry', 'Zucchini']);
  await toast(page, 'Board deleted').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(page)).toEqual(['Cherry', 'Banana', 'Zucchini']);
  await expectSent(page);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Cherry', 'Banana', 'Zucchini']);
  await page.getByRole('link', { name: 'Banana' }).first().click();
  await expect(cardTitled(page, 'A card')).toBeVisible();
});

test('the trash restores boards, lists with cards, cards and archived items', async ({ page, server }) => {
  const address = await seedBoard(page, 'Home', { 'To do': ['Milk', 'Bread', 'Salt'], Done: ['Paint'] });
  await seedBoard(page, 'Holiday', { Ideas: ['Lisbon'] });
  await page.goto(address);
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Milk' }), 'Delete');
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Bread' }), 'Archive');
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Done', exact: true }), 'Delete');
  await expectLayout(page, [['To do', ['Salt']]]);
  await page.goto('/app/b');
  await chooseMenuItem(page, page.getByRole('main').getByRole('button', { name: 'Options for Holiday' }), 'Delete');
  await expect.poll(() => names(page)).toEqual(['Home']);
  await expectSent(page);
  await server.restart(page);

  await page.goto('/app/trash');
  for (const [group, name] of [
    ['Boards', 'Holiday'],
    ['Lists', 'Done'],
    ['Cards', 'Milk'],
    ['Archive', 'Bread'],
  ] as const) {
    await expect(page.getByRole('region', { name: group }).getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('region', { name: group })).toContainText(name);
  }
  await expect(row(page, 'Milk')).toContainText('From Home / To do');
  await expect(row(page, 'Milk')).toContainText('Deletes in 30 days');
  await expect(row(page, 'Bread')).toContainText('Archived today');
  await page.getByRole('searchbox', { name: 'Filter trash' }).fill('holi');
  await expect(page.getByRole('listitem')).not.toContainText(['Milk']);
  await page.getByRole('searchbox', { name: 'Filter trash' }).fill('');
  for (const name of ['Holiday', 'Done', 'Milk', 'Bread']) {
    await page.getByRole('button', { name: `Restore ${name}` }).click();
    await expect(row(page, name)).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
  await expectSent(page);
  await page.goto(address);
  await expectLayout(page, [
    ['To do', ['Milk', 'Bread', 'Salt']],
    ['Done', ['Paint']],
  ]);
  await page.goto('/app/b');
  await page.getByRole('link', { name: 'Holiday' }).first().click();
  await expectLayout(page, [['Ideas', ['Lisbon']]]);
});

test('tasks of all boards are grouped, filtered, completed and linked to their cards', async ({ page }) => {
  const { day: today } = await minutesFromNow(page, 0);
  const home = await seedBoard(page, 'Home', {
    'To do': [
      { title: 'Pay the rent', due_date: '2026-01-05', labels: ['money'] },
      { title: 'Water the plants', due_date: today, priority: 'high' },
      'No date at all',
    ],
  });
  await seedBoard(page, 'Holiday', { Ideas: [{ title: 'Renew the passport', due_date: '2040-02-01', labels: ['money'] }] });
  await page.goto('/app/tasks');
  const group = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) }).getByRole('listitem');
  await expect(group('Overdue')).toContainText(['Pay the rent']);
  await expect(group('Today')).toContainText(['Water the plants']);
  await expect(group('Later')).toContainText(['Renew the passport']);
  await expect(page.getByText('No date at all')).toHaveCount(0);

  const filters = page.getByRole('group', { name: 'Filter tasks' });
  await filters.getByRole('combobox', { name: 'Board' }).selectOption({ label: 'Home' });
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await filters.getByRole('combobox', { name: 'Label' }).selectOption('money');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await filters.getByRole('combobox', { name: 'Priority' }).selectOption({ label: 'High' });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);

  const tick = page.getByRole('checkbox', { name: 'Complete Pay the rent' });
  await tick.click();
  await expect(tick).toBeChecked();
  await expectSent(page);
  await page.reload();
  await expect(group('Today')).toContainText(['Water the plants']);
  await expect(page.getByText('Pay the rent')).toHaveCount(0);
  await filters.getByRole('checkbox', { name: 'Completed' }).click();
  await expect(tick).toBeChecked();

  await page.getByRole('link', { name: 'Water the plants' }).click();
  await expect(page.getByRole('dialog', { name: 'Water the plants' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${home}\\?card=`));
});

test.describe('without a network', () => {
  // The pages are opened without a server.
  test.use({ serviceWorkers: 'allow' });

  test('three changes made just before a reload survive it, also without a server', async ({ page, server, consoleGuard }) => {
    consoleGuard.allow(OFFLINE_ERRORS);
    const address = await seedBoard(page, 'Launch', { 'To do': [{ title: 'Book the room', subtasks: ['One', 'Two', 'Three'] }] });
    await page.goto(address);
    await titleOf(page, 'Book the room').click();
    const dialog = page.getByRole('dialog', { name: 'Book the room' });
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    await expectPrecached(page);
    await expectSent(page);
    await server.kill();
    // In one task of the browser, so that nothing can be sent in between.
    await page.evaluate(() => {
      for (const box of document.querySelectorAll<HTMLInputElement>('[role="dialog"] input[type="checkbox"]')) box.click();
      location.reload();
    });
    await expect(dialog.getByText('3 of 3')).toBeVisible();
    await expectUnsent(page, 3);
    await server.start();
    await expectSent(page);
    await page.reload();
    await expect(dialog.getByText('3 of 3')).toBeVisible();
  });

  test('logging out offline asks and then removes everything', async ({ page, context, consoleGuard }) => {
    consoleGuard.allow(OFFLINE_ERRORS);
    const address = await seedBoard(page, 'Launch', { 'To do': ['Book the room'] });
    await page.goto(address);
    await expect(cardTitled(page, 'Book the room')).toBeVisible();
    await expectPrecached(page);
    await expectSent(page);
    await context.setOffline(true);
    await listNamed(page, 'To do').getByRole('button', { name: 'Add card' }).click();
    await page.getByRole('textbox', { name: 'Card title' }).fill('Print the flyers');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expectUnsent(page, 1);
    const logOut = async () => {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Log Out' }).click();
    };
    const question = page.getByRole('dialog', { name: 'Some changes haven’t been sent' });
    await logOut();
    await expect(question).toContainText('1 change can’t be sent while you’re offline.');
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
    await expect(cardTitled(page, 'Print the flyers')).toBeVisible();
    await logOut();
    await question.getByRole('button', { name: 'Log out anyway' }).click();
    await expect(page).toHaveURL(/\/auth/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
    await expect.poll(async () => (await storedKeys(page)).filter((key) => /^[0-9a-f-]{36}\//.test(key))).toEqual([]);
  });
});

test('a change rejected over a limit is undone with its reason', async ({ page, context, consoleGuard }) => {
  consoleGuard.allow(OFFLINE_ERRORS);
  const address = await seedBoard(page, 'Launch', { 'To do': [{ title: 'Book the room', labels: ['venue'] }] });
  const color = (label: string) => ({ type: 'set_label_color', label, color: '#158fad' });
  await sendChanges(page, address, Array.from({ length: 199 }, (_, index) => color(`label ${index}`)));
  await page.goto(address);
  await titleOf(page, 'Book the room').click();
  const dialog = page.getByRole('dialog', { name: 'Book the room' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Change color of venue' }).click();
  const colors = page.getByRole('radiogroup', { name: 'Color of venue' });
  // Its module cannot be loaded offline without a service worker.
  await expect(colors).toBeVisible();
  await expectSent(page);
  await context.setOffline(true);
  await colors.getByTitle('Teal').click();
  await page.keyboard.press('Escape');
  await expectUnsent(page, 1);
  await sendChanges(page, address, [color('the last')]);
  await context.setOffline(false);
  await expect(toast(page, 'Change not saved: Change color of label “venue”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cardTitled(page, 'Book the room').getByTitle('venue')).not.toHaveAttribute('style', /--label/);
  await page.getByRole('button', { name: /A change couldn’t be saved/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Review changes' }).click();
  const rejectedDialog = page.getByRole('dialog', { name: 'A change couldn’t be saved' });
  await expect(rejectedDialog.getByText('A board can have up to 200 label colors.')).toBeVisible();
  await rejectedDialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(rejectedDialog).toBeHidden();
  await expectSent(page);
});

test('the text of a rejected change can be copied until it is dismissed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const address = await seedBoard(page, 'Launch', { 'To do': ['Book the room'] });
  await page.goto(address);
  await titleOf(page, 'Book the room').click();
  const dialog = page.getByRole('dialog', { name: 'Book the room' });
  // The response of a server that was restored from an older backup.
  let rejectionCount = 0;
  await context.route('**/api/boards/*/ops/', async (route) => {
    rejectionCount += 1;
    const { ops } = route.request().postDataJSON() as { ops: { id: string }[] };
    await route.fulfill({ json: { version: 2, results: ops.map(({ id }) => ({ id, status: 'refused', code: 'unknown_card' })) } });
  });
  await dialog.getByRole('textbox', { name: 'New comment' }).fill('They are closed on Mondays.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => rejectionCount).toBe(1);
  await expect(toast(page, 'Change not saved: Comment on card “Book the room”')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Comments' })).toHaveCount(0);
  await context.unroute('**/api/boards/*/ops/');
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /A change couldn’t be saved/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Review changes' }).click();
  const rejectedDialog = page.getByRole('dialog', { name: 'A change couldn’t be saved' });
  await expect(rejectedDialog.getByRole('heading', { name: 'Comment on card “Book the room”' })).toBeVisible();
  await expect(rejectedDialog.getByText('This card is no longer on this board.')).toBeVisible();
  await expect(rejectedDialog.getByRole('textbox', { name: 'Your text' })).toHaveValue('They are closed on Mondays.');
  await rejectedDialog.getByRole('button', { name: 'Copy' }).click();
  await expect(rejectedDialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('They are closed on Mondays.');
  await rejectedDialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(rejectedDialog).toBeHidden();
  await page.reload();
  await expect(cardTitled(page, 'Book the room')).toBeVisible();
  await expect(page.getByRole('button', { name: /A change couldn’t be saved/ })).toHaveCount(0);
});
