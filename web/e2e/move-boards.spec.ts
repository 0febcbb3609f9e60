/** Moves of cards and lists between boards. */
import type { Locator, Page } from '@playwright/test';
import { fetchTitles, seedBoard } from './support/api-board';
import { violationsOf } from './support/axe';
import { addBoard, cardTitled, chooseMenuItem, expectLayout, expectSent, expectTools, expectUnsent, fillBoard, listNamed, toast, titleOf } from './support/board';
import { enterAsGuest } from './support/guest';
import { expectPrecached } from './support/ready';
import { createInvitation, joinBoard } from './support/sharing';
import { expectBoardStored } from './support/storage';
import { expect, OFFLINE_ERRORS, test } from './support/test';
import { newUser, signUpViaApi } from './support/users';

const options = (page: Page, name: string) => page.getByRole('button', { name: `Options for ${name}`, exact: true });

let groceries = '';
let house = '';

const BEGIN: [string, string[]][] = [
  ['Today', ['Bread', 'Milk', 'Eggs']],
  ['Later', ['Paint']],
];

/** Creates two boards and opens the first one. */
async function seed(page: Page): Promise<void> {
  house = await seedBoard(page, 'House', { Rooms: ['Kitchen'], Garden: [] });
  groceries = await seedBoard(page, 'Groceries', {
    Today: [{ title: 'Bread', subtasks: ['Ask for rye'], comments: ['From the baker'] }, 'Milk', 'Eggs'],
    Later: ['Paint'],
  });
  await page.goto(groceries);
  await expectLayout(page, BEGIN);
  await expectTools(page);
}

const boardSelect = (within: Locator) => within.getByRole('combobox', { name: 'Board' });
const moveButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Move', exact: true });

/** Moves a card from its menu to a list of another board. */
async function moveCard(page: Page, title: string, board: string, list: string): Promise<void> {
  await chooseMenuItem(page, options(page, title), 'Move to…');
  const dialog = page.getByRole('dialog', { name: 'Move card' });
  await boardSelect(dialog).selectOption(board);
  await dialog.getByRole('combobox', { name: 'List' }).selectOption(list);
  await moveButton(dialog).click();
  await expect(dialog).toBeHidden();
}

test.describe('an account', () => {
  test.beforeEach(async ({ accountPage: page }) => seed(page));

  test('moves a card with its comment, sub-task and attachment, from its dialog, which closes', { tag: '@both' }, async ({ page }) => {
    await titleOf(page, 'Bread').click();
    const card = page.getByRole('dialog', { name: 'Bread' });
    await card.getByLabel('Files to attach').setInputFiles({ name: 'recipe.txt', mimeType: 'text/plain', buffer: Buffer.from('rye') });
    await expect(card.getByText('recipe.txt')).toBeVisible();
    await expectSent(page);
    await card.getByRole('button', { name: 'Move to…' }).click();
    const move = page.getByRole('dialog', { name: 'Move card' });
    await boardSelect(move).selectOption('House');
    await expect(move.getByRole('textbox', { name: 'Position (1–2)' })).toHaveValue('2');
    expect(await violationsOf(page)).toEqual([]);
    await moveButton(move).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${groceries}$`));
    await expect(toast(page, '1 card moved to House')).toBeVisible();
    await expectLayout(page, [
      ['Today', ['Milk', 'Eggs']],
      ['Later', ['Paint']],
    ]);
    await expect(cardTitled(page, 'Milk')).toBeFocused();
    await expectSent(page);
    expect(await fetchTitles(page, house, 'Rooms')).toEqual(['Kitchen', 'Bread']);

    await page.goto(house);
    await titleOf(page, 'Bread').click();
    const moved = page.getByRole('dialog', { name: 'Bread' });
    await expect(moved.getByText('From the baker')).toBeVisible();
    await expect(moved.getByRole('checkbox', { name: 'Ask for rye' })).toBeVisible();
    await expect(moved.getByText('recipe.txt')).toBeVisible();
  });

  test('takes a moved card back by Undo', async ({ page }) => {
    await chooseMenuItem(page, options(page, 'Bread'), 'Move to…');
    await expect(page.getByRole('dialog', { name: 'Move card' }).getByRole('combobox', { name: 'List' })).toBeFocused();
    await page.keyboard.press('Escape');
    await moveCard(page, 'Bread', 'House', 'Garden');
    await expect(cardTitled(page, 'Bread')).toHaveCount(0);
    await toast(page, '1 card moved to House').getByRole('button', { name: 'Undo' }).click();
    await expectLayout(page, BEGIN);
    await expectSent(page);
    expect(await fetchTitles(page, house, 'Garden')).toEqual([]);
    expect(await fetchTitles(page, groceries, 'Today')).toEqual(['Bread', 'Milk', 'Eggs']);
  });

  test('moves several selected cards by keyboard alone', async ({ page }) => {
    await cardTitled(page, 'Bread').focus();
    await page.keyboard.press('x');
    await expect(page.getByRole('region', { name: 'Selected cards' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.keyboard.press('m');
    const picker = page.getByRole('dialog', { name: 'Move to list' });
    await expect(picker.getByRole('combobox', { name: 'Find a list' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(boardSelect(picker)).toBeFocused();
    await page.keyboard.press('H');
    await expect(boardSelect(picker).locator('option:checked')).toHaveText('House');
    await expect(picker.getByRole('option', { name: 'Garden' })).toBeVisible();
    expect(await violationsOf(page, ['region'])).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.type('gard');
    await page.keyboard.press('Enter');
    await expect(picker).toBeHidden();
    await expect(toast(page, '2 cards moved to House')).toBeVisible();
    await expectLayout(page, [
      ['Today', ['Eggs']],
      ['Later', ['Paint']],
    ]);
    await expectSent(page);
    expect(await fetchTitles(page, house, 'Garden')).toEqual(['Bread', 'Milk']);
    await page.keyboard.press('Control+z');
    await expectLayout(page, BEGIN);
    await expectSent(page);
    expect(await fetchTitles(page, house, 'Garden')).toEqual([]);
  });

  test('moves a list with its cards, and back by Undo', async ({ page }) => {
    await chooseMenuItem(page, options(page, 'Today'), 'Move to…');
    const dialog = page.getByRole('dialog', { name: 'Move list' });
    await boardSelect(dialog).selectOption('House');
    await dialog.getByRole('button', { name: 'First' }).click();
    await moveButton(dialog).click();
    await expect(toast(page, 'List moved to House')).toBeVisible();
    await expectLayout(page, [['Later', ['Paint']]]);
    await expectSent(page);
    expect(await fetchTitles(page, house, 'Today')).toEqual(['Bread', 'Milk', 'Eggs']);
    await toast(page, 'List moved to House').getByRole('button', { name: 'Undo' }).click();
    await expectLayout(page, BEGIN);
    await expectSent(page);
    expect(await fetchTitles(page, groceries, 'Today')).toEqual(['Bread', 'Milk', 'Eggs']);
  });

  test('moves live for somebody else, who sees the card leave one board and appear on the other', async ({ page, anotherBrowser, server }) => {
    const grace = await anotherBrowser();
    const user = { ...newUser(), first_name: 'Grace', last_name: 'Hopper' };
    await signUpViaApi(grace, server, user);
    await joinBoard(grace, await createInvitation(page, groceries, 'editor'), 'Groceries');
    await joinBoard(grace, await createInvitation(page, house, 'editor'), 'House');
    await expectLayout(grace, [
      ['Rooms', ['Kitchen']],
      ['Garden', []],
    ]);
    const second = await grace.context().newPage();
    await second.goto(groceries);
    await expectLayout(second, BEGIN);
    await page.goto(groceries);
    await moveCard(page, 'Milk', 'House', 'Rooms');
    await expectLayout(second, [
      ['Today', ['Bread', 'Eggs']],
      ['Later', ['Paint']],
    ]);
    await expectLayout(grace, [
      ['Rooms', ['Kitchen', 'Milk']],
      ['Garden', []],
    ]);
  });

  test('is not offered boards that it may only view', async ({ page, anotherBrowser, server }) => {
    const grace = await anotherBrowser();
    await signUpViaApi(grace, server, newUser());
    await joinBoard(grace, await createInvitation(page, house, 'viewer'), 'House');
    const own = await seedBoard(grace, 'Errands', { Today: ['Post'] });
    await seedBoard(grace, 'Trips', { Plan: [] });
    await grace.goto(own);
    await chooseMenuItem(grace, options(grace, 'Post'), 'Move to…');
    const dialog = grace.getByRole('dialog', { name: 'Move card' });
    await expect(boardSelect(dialog).locator('option')).toHaveText(['Errands', 'Trips']);
  });
});

test.describe('an account with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('moves a card offline, which is sent later', async ({ accountPage: page, context, consoleGuard }) => {
    consoleGuard.allow(OFFLINE_ERRORS);
    await seed(page);
    await expectPrecached(page);
    await page.goto(house);
    await expectBoardStored(page, 'House');
    await page.goto(groceries);
    await expectLayout(page, BEGIN);
    await expectSent(page);
    await context.setOffline(true);
    await moveCard(page, 'Milk', 'House', 'Garden');
    await expect(toast(page, '1 card moved to House')).toBeVisible();
    await expectUnsent(page, 1);
    await context.setOffline(false);
    await expectSent(page);
    expect(await fetchTitles(page, house, 'Garden')).toEqual(['Milk']);
    expect(await fetchTitles(page, groceries, 'Today')).toEqual(['Bread', 'Eggs']);
  });
});

test('a guest moves a card between boards, and finds it after a reload', async ({ page }) => {
  await enterAsGuest(page, 'Grace');
  await addBoard(page, 'House');
  await fillBoard(page, { Rooms: ['Kitchen'] });
  await addBoard(page, 'Groceries');
  await fillBoard(page, { Today: ['Bread', 'Milk'] });
  await moveCard(page, 'Bread', 'House', 'Rooms');
  await expect(toast(page, '1 card moved to House')).toBeVisible();
  await expectLayout(page, [['Today', ['Milk']]]);
  await page.goto('/app/b');
  await page.locator('[data-board-id]').getByRole('link', { name: 'House' }).click();
  await expectLayout(page, [['Rooms', ['Kitchen', 'Bread']]]);
  await page.reload();
  await expectLayout(page, [['Rooms', ['Kitchen', 'Bread']]]);
});

test.describe('on phones', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test('a card moves to a board with a long name, and the dialog fits', async ({ accountPage: page }) => {
    await seed(page);
    const name = 'A board with a name that is far too long for a small screen '.repeat(3).trim();
    await seedBoard(page, name, { Somewhere: [] });
    await page.goto(groceries);
    await options(page, 'Bread').tap();
    await page.getByRole('menuitem', { name: 'Move to…' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Move card' });
    await boardSelect(dialog).selectOption(name);
    await expect(dialog.getByRole('combobox', { name: 'List' })).toHaveValue(/.+/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await moveButton(dialog).tap();
    await expect(cardTitled(page, 'Bread')).toHaveCount(0);
    await expect(listNamed(page, 'Today').locator('[data-card-id]')).toHaveCount(2);
  });
});
