/** Copies of cards, lists and boards, and own templates. */
import type { Page } from '@playwright/test';
import { fetchTitles, seedBoard } from './support/api-board';
import { cardTitled, chooseMenuItem, expectLayout, expectSent, toast } from './support/board';
import { expect, test } from './support/test';

const options = (page: Page, name: string) => page.getByRole('button', { name: `Options for ${name}` });

let groceries = '';
let house = '';

test.beforeEach(async ({ accountPage: page }) => {
  house = await seedBoard(page, 'House', { Rooms: ['Kitchen'] });
  groceries = await seedBoard(page, 'Groceries', {
    Today: [{ title: 'Bread', priority: 'high', labels: ['Bakery'], subtasks: ['Ask for rye'] }, 'Milk'],
    Later: ['Paint'],
  });
  await page.goto(groceries);
  await expectLayout(page, [
    ['Today', ['Bread', 'Milk']],
    ['Later', ['Paint']],
  ]);
});

test('a card is copied to another board that is not on the device, and undone there', async ({ page }) => {
  await chooseMenuItem(page, options(page, 'Bread'), 'Copy…');
  const dialog = page.getByRole('dialog', { name: 'Copy card' });
  await dialog.getByRole('combobox', { name: 'Board' }).selectOption('House');
  await expect(dialog.getByRole('textbox', { name: 'Position (1–2)' })).toHaveValue('2');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, 'Card copied')).toBeVisible();
  await expectSent(page);
  expect(await fetchTitles(page, house, 'Rooms')).toEqual(['Kitchen', 'Bread']);
  // The history of changes ends with the page, so the other board is opened by links.
  await page.getByRole('link', { name: 'Boards /' }).click();
  await page.locator('[data-board-id]').getByRole('link', { name: 'House' }).click();
  await expect(cardTitled(page, 'Bread').getByRole('img', { name: '0 of 1 sub-task done' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(cardTitled(page, 'Bread')).toBeHidden();
  await expectSent(page);
  expect(await fetchTitles(page, house, 'Rooms')).toEqual(['Kitchen']);
});

test('a list is copied with its cards, and all cards of a list are moved at once', async ({ page }) => {
  await chooseMenuItem(page, options(page, 'Today'), 'Copy…');
  const copy = page.getByRole('dialog', { name: 'Copy list' });
  await copy.getByRole('button', { name: 'Last' }).click();
  await copy.getByRole('button', { name: 'Copy', exact: true }).click();
  await expectLayout(page, [
    ['Today', ['Bread', 'Milk']],
    ['Later', ['Paint']],
    ['Today', ['Bread', 'Milk']],
  ]);
  await page.keyboard.press('Control+z');
  await chooseMenuItem(page, options(page, 'Today'), 'Move all cards to…');
  const move = page.getByRole('dialog', { name: 'Move all cards' });
  await expect(move.getByRole('combobox', { name: 'List' })).toHaveValue(/.+/);
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await expectLayout(page, [
    ['Today', []],
    ['Later', ['Paint', 'Bread', 'Milk']],
  ]);
  await expectSent(page);
  expect(await fetchTitles(page, groceries, 'Later')).toEqual(['Paint', 'Bread', 'Milk']);
});

test('a board is duplicated, saved as a template and made from it', async ({ page }) => {
  await page.goto('/app/b');
  const grid = page.locator('[data-board-id]');
  const menuOf = (name: string) => grid.getByRole('button', { name: `Options for ${name}`, exact: true });
  await chooseMenuItem(page, menuOf('Groceries'), 'Save as template');
  const save = page.getByRole('dialog', { name: 'Save as template' });
  await save.getByRole('textbox', { name: 'Template name' }).fill('Shopping');
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Template saved')).toBeVisible();
  await expect(grid.getByRole('heading')).toHaveText(['Groceries', 'House']);
  await expectSent(page);
  await page.reload();
  await page.getByRole('button', { name: 'Templates', exact: true }).click();
  await expect(grid.getByRole('heading')).toHaveText(['Shopping']);
  await chooseMenuItem(page, menuOf('Shopping'), 'Use template');
  const use = page.getByRole('dialog', { name: 'New board from template' });
  await use.getByRole('textbox', { name: 'Board Name' }).fill('This week');
  await use.getByRole('button', { name: 'Add Board' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This week' })).toBeVisible();
  await expectLayout(page, [
    ['Today', ['Bread', 'Milk']],
    ['Later', ['Paint']],
  ]);
  await expectSent(page);
});
