/** A board by keyboard: moving between cards, selecting several, and changing them by single keys. */
import type { Page } from '@playwright/test';
import { fetchBoard, fetchTitles, titles } from './support/api-board';
import { violationsOf } from './support/axe';
import { cardTitled, chooseMenuItem, expectLayout, expectSent, openSeededBoard, toast } from './support/board';
import { logInViaApi } from './support/users';
import { expect, test } from './support/test';

const begin: [string, string[]][] = [
  ['Today', ['Bread', 'Milk', 'Eggs']],
  ['Later', ['Paint']],
  ['Done', []],
];

/** Presses keys one after another. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The bar with what can be done with the selected cards. */
const selectionBar = (page: Page) => page.getByRole('region', { name: 'Selected cards' });

/** Returns the priorities of cards as the server stores them. */
async function fetchPriorities(page: Page, address: string, names: readonly string[]): Promise<unknown[]> {
  const { cards } = await fetchBoard(page, address);
  return names.map((name) => (cards.find(({ title }) => title === name) as { priority?: unknown } | undefined)?.priority);
}

test.describe('on a small board', () => {
  let address = '';

  test.beforeEach(async ({ accountPage: page }) => {
    address = await openSeededBoard(page, 'Groceries', Object.fromEntries(begin));
    // The commands are loaded after the first paint.
    await cardTitled(page, 'Bread').focus();
    await expect(async () => {
      await press(page, 'x');
      await expect(selectionBar(page)).toBeVisible({ timeout: 500 });
    }).toPass();
    await press(page, 'Escape');
    await expect(selectionBar(page)).toBeHidden();
    await page.getByRole('button', { name: 'Filter cards' }).focus();
  });

  test('is one tab stop, and the arrow keys move between its cards and lists', async ({ page }) => {
    let presses = 0;
    for (; presses < 10 && !(await cardTitled(page, 'Bread').evaluate((card) => card === document.activeElement)); presses += 1) await press(page, 'Tab');
    await expect(cardTitled(page, 'Bread')).toBeFocused();
    await expect(cardTitled(page, 'Bread')).toHaveAccessibleDescription(/Card 1 of 3 in Today$/);
    await press(page, 'ArrowDown', 'ArrowDown');
    await expect(cardTitled(page, 'Eggs')).toBeFocused();
    await press(page, 'ArrowRight');
    await expect(cardTitled(page, 'Paint')).toBeFocused();
    await press(page, 'ArrowRight');
    await expect(page.getByRole('button', { name: 'Options for Done' })).toBeFocused();
    await press(page, 'Control+Home', 'ArrowUp');
    await expect(page.getByRole('button', { name: 'Options for Today' })).toBeFocused();
    await press(page, 'ArrowDown');
    await expect(cardTitled(page, 'Bread')).toBeFocused();
    await press(page, 'Tab', 'Tab');
    await expect(page.getByRole('button', { name: 'Options for Bread' })).toBeFocused();
    await press(page, 'Tab');
    await expect(page.locator('[data-list-id] :focus')).toHaveCount(0);
    await press(page, 'Shift+Tab', 'Shift+Tab', 'Shift+Tab');
    await expect(cardTitled(page, 'Bread')).toBeFocused();
    await press(page, 'Enter');
    await expect(page.getByRole('dialog', { name: 'Bread' })).toBeVisible();
    await press(page, 'Escape');
    await expect(cardTitled(page, 'Bread')).toBeFocused();
  });

  test('selected cards change in one step, which one undo reverts', async ({ page }) => {
    await cardTitled(page, 'Bread').focus();
    await press(page, 'Shift+ArrowDown');
    await expect(selectionBar(page)).toContainText('2 selected');
    await press(page, 'p');
    await expect(page.getByRole('listbox', { name: 'Priority' })).toBeFocused();
    await press(page, 'h', 'Enter');
    await expect(cardTitled(page, 'Milk')).toBeFocused();
    await expect(cardTitled(page, 'Milk')).toContainText('High');
    await expect.poll(() => fetchPriorities(page, address, ['Bread', 'Milk', 'Eggs'])).toEqual(['high', 'high', 'low']);
    await press(page, 'Control+z');
    await expect.poll(() => fetchPriorities(page, address, ['Bread', 'Milk', 'Eggs'])).toEqual(['low', 'low', 'low']);

    await press(page, 'm');
    await expect(page.getByRole('combobox', { name: 'Find a list' })).toBeFocused();
    await page.keyboard.type('done');
    await press(page, 'Enter');
    await expectLayout(page, [['Today', ['Eggs']], ['Later', ['Paint']], ['Done', ['Bread', 'Milk']]]);
    await press(page, 'Delete');
    await expectLayout(page, [['Today', ['Eggs']], ['Later', ['Paint']], ['Done', []]]);
    await expect(selectionBar(page)).toBeHidden();
    await toast(page, '2 cards deleted').getByRole('button', { name: 'Undo' }).click();
    await expectLayout(page, [['Today', ['Eggs']], ['Later', ['Paint']], ['Done', ['Bread', 'Milk']]]);
    await expectSent(page);
    await expect.poll(() => fetchTitles(page, address, 'Done')).toEqual(['Bread', 'Milk']);
  });

  test('single keys change the focused card', async ({ page }) => {
    await cardTitled(page, 'Milk').focus();
    await press(page, 'l');
    await page.keyboard.type('dairy');
    await press(page, 'Enter', 'Escape');
    await expect(cardTitled(page, 'Milk')).toContainText('dairy');
    await expect(cardTitled(page, 'Milk')).toBeFocused();
    await press(page, 'd');
    await page.getByRole('button', { name: 'Tomorrow' }).press('Enter');
    await expect(cardTitled(page, 'Milk').locator('time')).toContainText('Tomorrow');
    await press(page, 'c');
    await expect(cardTitled(page, 'Milk')).toContainText('Completed');
    await press(page, 'e');
    await expectLayout(page, [['Today', ['Bread', 'Eggs']], ['Later', ['Paint']], ['Done', []]]);
    await expect(cardTitled(page, 'Eggs')).toBeFocused();
    await press(page, 'n');
    await page.keyboard.type('Salt');
    await press(page, 'Enter', 'Escape');
    await expectLayout(page, [['Today', ['Bread', 'Eggs', 'Salt']], ['Later', ['Paint']], ['Done', []]]);
  });

  test('the focus stays on the board when somebody else changes it', async ({ page, account, anotherBrowser }) => {
    const other = await anotherBrowser();
    await logInViaApi(other, account);
    await other.goto(address);
    await expectLayout(other, begin);
    await cardTitled(page, 'Bread').focus();
    await chooseMenuItem(other, other.getByRole('button', { name: 'Options for Bread' }), 'Delete');
    await expect(cardTitled(page, 'Milk')).toBeFocused();
    await press(page, 'ArrowDown');
    await expect(cardTitled(page, 'Eggs')).toBeFocused();
  });

  test('a right click opens the menu of the card', async ({ page }) => {
    await cardTitled(page, 'Milk').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Select' }).click();
    await expect(selectionBar(page)).toContainText('1 selected');
    await cardTitled(page, 'Eggs').click({ modifiers: ['Shift'] });
    await expect(selectionBar(page)).toContainText('2 selected');
    await cardTitled(page, 'Paint').click({ modifiers: ['ControlOrMeta'] });
    await expect(selectionBar(page)).toContainText('3 selected');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  for (const [theme, width] of [['dark', 1280], ['light', 360]] as const) {
    test(`the bar and the pickers are accessible in the ${theme} theme, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 780 });
      await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), theme === 'dark');
      await cardTitled(page, 'Bread').focus();
      await press(page, 'Control+a');
      await expect(selectionBar(page)).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
      const found: unknown[] = [...(await violationsOf(page))];
      for (const key of ['l', 'd', 'p', 'm']) {
        await press(page, key);
        await expect(page.getByRole('dialog')).toBeInViewport({ ratio: 1 });
        // A popover is rendered at the end of the page, outside of every landmark.
        found.push(...(await violationsOf(page, ['region'])));
        await press(page, 'Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      expect(found).toEqual([]);
    });
  }
});

test('the focus reaches cards that are not mounted, and survives a filter', async ({ accountPage: page }) => {
  await openSeededBoard(page, 'Long', { Today: titles(400), ...Object.fromEntries(titles(12, 'List').map((name) => [name, [`First of ${name}`]])) });
  await cardTitled(page, 'Card 1').focus();
  await press(page, 'End');
  await expect(cardTitled(page, 'Card 400')).toBeFocused();
  await expect(cardTitled(page, 'Card 400')).toBeInViewport({ ratio: 1 });
  await press(page, 'ArrowUp');
  await expect(cardTitled(page, 'Card 399')).toBeFocused();
  await press(page, 'Control+End');
  await expect(cardTitled(page, 'First of List 12')).toBeFocused();
  await expect(cardTitled(page, 'First of List 12')).toBeInViewport({ ratio: 1 });
  await press(page, 'Control+Home');
  await expect(cardTitled(page, 'Card 1')).toBeFocused();
  await press(page, '/');
  await expect(page.getByRole('search').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Card 27');
  await expect(cardTitled(page, 'Card 1')).toHaveCount(0);
  for (let presses = 0; presses < 10 && (await page.locator('[data-card-id]:focus').count()) === 0; presses += 1) await press(page, 'Tab');
  await expect(cardTitled(page, 'Card 27')).toBeFocused();
  await press(page, 'End');
  await expect(cardTitled(page, 'Card 279')).toBeFocused();
});
