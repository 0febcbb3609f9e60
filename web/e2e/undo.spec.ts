/** Undo and redo, by keyboard and by toast. */
import type { Page } from '@playwright/test';
import { seedBoard } from './support/api-board';
import { cardTitled, drag, expectLayout, expectSent, listNamed, chooseMenuItem, toast, titleOf } from './support/board';
import { expect, test } from './support/test';

const begin: [string, string[]][] = [
  ['Today', ['Bread', 'Milk', 'Eggs']],
  ['Later', ['Paint']],
];

let address = '';

test.beforeEach(async ({ accountPage: page }) => {
  address = await seedBoard(page, 'Groceries', Object.fromEntries(begin));
  await page.goto(address);
  await expectLayout(page, begin);
});

const undo = (page: Page) => page.keyboard.press('Control+z');
const redo = (page: Page) => page.keyboard.press('Control+Shift+z');

/** Returns the last screen reader announcement with this text. */
const announced = (page: Page, words: string) => page.getByText(words, { exact: true }).first();

test('every change can be undone and redone in order', async ({ page, server }) => {
  const states: [string, string[]][][] = [begin];
  const arrive = async (state: [string, string[]][]) => {
    states.push(state);
    await expectLayout(page, state);
  };
  await drag(page, cardTitled(page, 'Milk'), cardTitled(page, 'Paint'), 'bottom');
  await arrive([
    ['Today', ['Bread', 'Eggs']],
    ['Later', ['Paint', 'Milk']],
  ]);
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Eggs' }), 'Delete');
  await arrive([
    ['Today', ['Bread']],
    ['Later', ['Paint', 'Milk']],
  ]);
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Later' }), 'Rename');
  await page.getByRole('textbox', { name: 'List name' }).fill('Someday');
  await page.keyboard.press('Enter');
  await arrive([
    ['Today', ['Bread']],
    ['Someday', ['Paint', 'Milk']],
  ]);
  await listNamed(page, 'Today').getByRole('button', { name: 'Add card' }).click();
  await page.getByRole('textbox', { name: 'Card title' }).fill('Salt');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await arrive([
    ['Today', ['Bread', 'Salt']],
    ['Someday', ['Paint', 'Milk']],
  ]);
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Someday' }), 'Delete');
  await arrive([['Today', ['Bread', 'Salt']]]);

  for (const state of states.slice(0, -1).toReversed()) {
    await undo(page);
    await expectLayout(page, state);
  }
  await undo(page);
  await expectLayout(page, begin);
  for (const state of states.slice(1)) {
    await redo(page);
    await expectLayout(page, state);
  }
  await undo(page);
  await undo(page);
  const last = states[3] ?? [];
  await expectLayout(page, last);

  // The undo has reached the server.
  await expectSent(page);
  await server.restart(page);
  await expectLayout(page, last);
});

test('edits of a card can be undone, with a toast', { tag: '@long' }, async ({ page }) => {
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Bread' }), 'Mark as done');
  await expect(cardTitled(page, 'Bread')).toContainText('Completed');
  await undo(page);
  await expect(cardTitled(page, 'Bread')).not.toContainText('Completed');
  await redo(page);
  await expect(cardTitled(page, 'Bread')).toContainText('Completed');

  await titleOf(page, 'Bread').click();
  let dialog = page.getByRole('dialog', { name: 'Bread' });
  await dialog.getByRole('button', { name: 'Title: Bread, change' }).click();
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await title.fill('Rye bread');
  // In text fields, the keys belong to the browser.
  await undo(page);
  await expect(title).toHaveValue('Bread');
  await title.fill('Rye bread');
  await title.press('Enter');
  dialog = page.getByRole('dialog', { name: 'Rye bread' });
  await dialog.getByRole('button', { name: 'Edit Details' }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('From the mill');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(cardTitled(page, 'Rye bread')).toContainText('Has a description');
  await undo(page);
  await expect(cardTitled(page, 'Rye bread')).not.toContainText('Has a description');
  await expect(announced(page, 'Undone: Edit description')).toBeAttached();
  await undo(page);
  await expect(cardTitled(page, 'Bread')).toBeVisible();
  await expect(announced(page, 'Undone: Rename card')).toBeAttached();
  await expect(cardTitled(page, 'Bread')).toContainText('Completed');
});

test("Undo in a toast reverts its own change after others", async ({ page }) => {
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Milk' }), 'Delete');
  await expect(toast(page, 'Card deleted')).toBeVisible();
  await drag(page, cardTitled(page, 'Paint'), cardTitled(page, 'Bread'), 'top');
  await expectLayout(page, [
    ['Today', ['Paint', 'Bread', 'Eggs']],
    ['Later', []],
  ]);
  await toast(page, 'Card deleted').getByRole('button', { name: 'Undo' }).click();
  await expectLayout(page, [
    ['Today', ['Paint', 'Bread', 'Milk', 'Eggs']],
    ['Later', []],
  ]);
  await expectSent(page);
  await page.reload();
  await expectLayout(page, [
    ['Today', ['Paint', 'Bread', 'Milk', 'Eggs']],
    ['Later', []],
  ]);
});

test('after a reload there is nothing to undo', { tag: '@long' }, async ({ page }) => {
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Milk' }), 'Delete');
  const after: [string, string[]][] = [
    ['Today', ['Bread', 'Eggs']],
    ['Later', ['Paint']],
  ];
  await expectLayout(page, after);
  await expectSent(page);
  await page.reload();
  await expectLayout(page, after);
  await undo(page);
  await expect(announced(page, 'There’s nothing to undo or redo.')).toBeAttached();
  await expectLayout(page, after);
});

test('changes from other devices are not undone', async ({ page, context }) => {
  const second = await context.newPage();
  await second.goto(address);
  await expectLayout(second, begin);
  await chooseMenuItem(second, second.getByRole('button', { name: 'Options for Paint' }), 'Delete');
  await expect(cardTitled(page, 'Paint')).toBeHidden();
  await undo(page);
  await expect(announced(page, 'There’s nothing to undo or redo.')).toBeAttached();
  await expect(cardTitled(page, 'Paint')).toBeHidden();
});
