/** A board's settings, list menus, moving without dragging, and the filter. */
import type { Page } from '@playwright/test';
import { seedBoard } from './support/api-board';
import { cardTitled, drag, expectLayout, expectSent, listNamed, minutesFromNow, chooseMenuItem, toast } from './support/board';
import { expect, test } from './support/test';

const panelOf = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Board settings' }).click();
  await expect(panelOf(page, 'Board settings')).toBeVisible();
}

test.describe('the side panel', () => {
  let address = '';

  test.beforeEach(async ({ accountPage: page }) => {
    address = await seedBoard(page, 'Launch', { 'To do': ['Book the room'] });
    await page.goto(address);
    await expect(cardTitled(page, 'Book the room')).toBeVisible();
  });

  test("name, description and color of a board are saved with a toast at the bottom left", async ({ page, server }) => {
    await openPanel(page);
    await page.getByRole('button', { name: 'Edit Board' }).click();
    const panel = panelOf(page, 'Edit Board');
    const name = panel.getByRole('textbox', { name: 'Board Name' });
    await name.fill('  ');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByRole('alert')).toHaveText('Enter a name.');
    await name.fill('Grand opening');
    await panel.getByRole('textbox', { name: 'Description' }).fill('On the first of May');
    await panel.getByTitle('Mint Green').click();
    await expect(panel.getByRole('radio', { name: 'Mint Green' })).toBeChecked();
    await panel.getByRole('button', { name: 'Save' }).click();
    const success = toast(page, 'Board updated successfully');
    await expect(success).toBeVisible();
    await expect.poll(async () => (await success.boundingBox())?.x ?? 1280).toBeLessThan(200);
    await expect.poll(async () => (await success.boundingBox())?.y ?? 0).toBeGreaterThan(600);
    await expect(page).toHaveTitle('Boards - Grand opening');

    // A custom color, as the browser's own picker sets it.
    await panel.getByLabel(/^Custom color/).fill('#123abc');
    await expect(panel.getByLabel('Custom color, #123abc')).toBeAttached();
    await panel.getByRole('button', { name: 'Save' }).click();
    await expectSent(page);
    await server.restart(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Grand opening' })).toBeVisible();
    await openPanel(page);
    await page.getByRole('button', { name: 'Edit Board' }).click();
    await expect(name).toHaveValue('Grand opening');
    await expect(panel.getByRole('textbox', { name: 'Description' })).toHaveValue('On the first of May');
    await expect(panel.getByLabel('Custom color, #123abc')).toBeAttached();
  });

  test('a background can be previewed, saved and removed', async ({ page }) => {
    const picture = page.locator('[style*="dusk-2560"], img[src*="dusk-2560"]');
    await openPanel(page);
    await page.getByRole('button', { name: 'Edit Background' }).click();
    const panel = panelOf(page, 'Edit Background');
    const dusk = panel.getByRole('radio', { name: 'Dusk over a lake' });
    const choose = () => panel.locator('label').filter({ has: page.getByRole('radio', { name: 'Dusk over a lake' }) }).click();
    await choose();
    await expect(picture).toBeAttached();
    // Without saving, it is only a preview.
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(picture).toHaveCount(0);

    await openPanel(page);
    await page.getByRole('button', { name: 'Edit Background' }).click();
    await choose();
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Board updated successfully')).toBeVisible();
    await expectSent(page);
    await page.reload();
    await expect(picture).toBeAttached();
    await openPanel(page);
    await page.getByRole('button', { name: 'Edit Background' }).click();
    await expect(dusk).toBeChecked();
    await panel.getByRole('button', { name: 'Default' }).click();
    await expect(picture).toHaveCount(0);
    await expectSent(page);
    await page.reload();
    await expect(cardTitled(page, 'Book the room')).toBeVisible();
    await expect(picture).toHaveCount(0);
  });

  test('back, Escape and backdrop navigate and close the panel; it reopens at the menu', async ({ page }) => {
    await openPanel(page);
    await page.getByRole('button', { name: 'Edit Board' }).click();
    await panelOf(page, 'Edit Board').getByRole('textbox', { name: 'Board Name' }).fill('Half a na');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(panelOf(page, 'Board settings')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Board' }).click();
    // Unsaved input is kept as a draft.
    await expect(panelOf(page, 'Edit Board').getByRole('textbox', { name: 'Board Name' })).toHaveValue('Half a na');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Board settings' })).toBeFocused();
    await openPanel(page);
    await page.mouse.click(300, 400);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${address}$`));
  });
});

test.describe('menus', () => {
  const begin: [string, string[]][] = [
    ['Today', ['Bread', 'Milk', 'Eggs']],
    ['Later', ['Paint']],
    ['Done', []],
  ];

  test.beforeEach(async ({ accountPage: page }) => {
    await page.goto(await seedBoard(page, 'Groceries', Object.fromEntries(begin)));
    await expectLayout(page, begin);
  });

  test('a list is renamed, collapsed, moved and deleted', async ({ page }) => {
    const options = (name: string) => page.getByRole('button', { name: `Options for ${name}` });
    await chooseMenuItem(page, options('Later'), 'Rename');
    const field = page.getByRole('textbox', { name: 'List name' });
    await expect(field).toBeFocused();
    await field.fill('Never');
    await field.press('Escape');
    await chooseMenuItem(page, options('Later'), 'Rename');
    await field.fill('Someday');
    await field.press('Enter');
    await expect(options('Someday')).toBeFocused();

    await chooseMenuItem(page, options('Today'), 'Collapse');
    await expect(cardTitled(page, 'Bread')).toBeHidden();
    await expect(listNamed(page, 'Today')).toContainText('3 cards');
    await expectSent(page);
    await page.reload();
    await expect(cardTitled(page, 'Paint')).toBeVisible();
    await expect(cardTitled(page, 'Bread')).toBeHidden();
    await page.getByRole('button', { name: 'Expand Today' }).click();
    await expect(cardTitled(page, 'Bread')).toBeVisible();

    await chooseMenuItem(page, options('Done'), 'Move to…');
    const move = page.getByRole('dialog', { name: 'Move list' });
    await move.getByRole('textbox', { name: 'Position (1–3)' }).fill('4');
    await move.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(move.getByRole('alert')).toHaveText('Enter a position from 1 to 3.');
    await move.getByRole('button', { name: 'First' }).click();
    await move.getByRole('button', { name: 'Move', exact: true }).click();
    await expectLayout(page, [
      ['Done', []],
      ['Today', ['Bread', 'Milk', 'Eggs']],
      ['Someday', ['Paint']],
    ]);
    await chooseMenuItem(page, options('Today'), 'Delete');
    const left: [string, string[]][] = [
      ['Done', []],
      ['Someday', ['Paint']],
    ];
    await expectLayout(page, left);
    await expect(toast(page, 'List deleted')).toBeVisible();
    await expectSent(page);
    await page.reload();
    await expectLayout(page, left);
  });

  test('a card is moved by the keyboard, without lifting it', async ({ page }) => {
    await page.getByRole('button', { name: 'Options for Milk' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeFocused();
    for (const name of ['Focus on this card', 'Copy…', 'Select', 'Rename', 'Labels', 'Due date', 'Repeat', 'Estimate', 'Priority', 'Move to…']) {
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem', { name, exact: true })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    const move = page.getByRole('dialog', { name: 'Move card' });
    const list = move.getByRole('combobox', { name: 'List' });
    await expect(list).toBeFocused();
    await page.keyboard.press('L');
    await expect(list.locator('option:checked')).toHaveText('Later');
    const position = move.getByRole('textbox', { name: 'Position' });
    await expect(position).toHaveValue('2');
    await page.keyboard.press('Tab');
    await expect(position).toBeFocused();
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await expectLayout(page, [
      ['Today', ['Bread', 'Eggs']],
      ['Later', ['Milk', 'Paint']],
      ['Done', []],
    ]);
  });
});

test.describe('the filter', () => {
  test('by text, label, priority and due date, alone and together', async ({ signedInPage: page }) => {
    const { day: today } = await minutesFromNow(page, 0);
    const address = await seedBoard(page, 'Groceries', {
      Today: [
        { title: 'Bread', labels: ['bakery'], priority: 'high' },
        { title: 'Milk', due_date: today },
        { title: 'Rolls', labels: ['bakery', 'party'], due_date: '2026-01-05' },
      ],
      Later: [{ title: 'Paint', priority: 'high', description: 'Not for bread' }],
    });
    await page.goto(address);
    await expect(cardTitled(page, 'Bread')).toBeVisible();
    await page.keyboard.press('f');
    const bar = page.getByRole('search', { name: 'Filter cards' });
    const text = bar.getByRole('textbox', { name: 'Filter by text' });
    await expect(text).toBeFocused();
    await page.keyboard.type('brea');
    await expect(bar.getByRole('status')).toHaveText(/ of 4 cards$/);
    await expect(cardTitled(page, 'Bread')).toBeVisible();
    await expect(cardTitled(page, 'Milk')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(text).toHaveValue('');
    await expect(cardTitled(page, 'Milk')).toBeVisible();

    await bar.getByRole('button', { name: 'Labels' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'bakery' }).click();
    await page.keyboard.press('Escape');
    await expectLayout(page, [
      ['Today', ['Bread', 'Rolls']],
      ['Later', []],
    ]);
    await bar.getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'High' }).click();
    await page.keyboard.press('Escape');
    await expectLayout(page, [
      ['Today', ['Bread']],
      ['Later', []],
    ]);
    await expect(bar.getByRole('status')).toHaveText('1 of 4 cards');
    await bar.getByRole('button', { name: 'Clear' }).click();
    await bar.getByRole('combobox', { name: 'Due date' }).selectOption({ label: 'Today' });
    await expectLayout(page, [
      ['Today', ['Milk']],
      ['Later', []],
    ]);
    await bar.getByRole('combobox', { name: 'Due date' }).selectOption({ label: 'Overdue' });
    await expectLayout(page, [
      ['Today', ['Rolls']],
      ['Later', []],
    ]);
    await bar.getByRole('button', { name: 'Clear' }).click();
    await bar.getByRole('button', { name: 'Close' }).click();
    await expect(bar).toBeHidden();
    await expectLayout(page, [
      ['Today', ['Bread', 'Milk', 'Rolls']],
      ['Later', ['Paint']],
    ]);
  });

  test('a drop under a filter lands beside the visible card', async ({ signedInPage: page }) => {
    const address = await seedBoard(page, 'Groceries', {
      Today: ['One pear', 'Hidden', 'Two pears', 'Also hidden', 'Three pears'],
      Later: [],
    });
    await page.goto(address);
    await expect(cardTitled(page, 'Hidden')).toBeVisible();
    await page.keyboard.press('f');
    await page.getByRole('textbox', { name: 'Filter by text' }).fill('pear');
    await expectLayout(page, [
      ['Today', ['One pear', 'Two pears', 'Three pears']],
      ['Later', []],
    ]);
    await drag(page, cardTitled(page, 'Three pears'), cardTitled(page, 'Two pears'), 'top');
    await expectLayout(page, [
      ['Today', ['One pear', 'Three pears', 'Two pears']],
      ['Later', []],
    ]);
    await page.getByRole('button', { name: 'Clear' }).click();
    const order = async () => (await listNamed(page, 'Today').locator('[data-card-id]').allTextContents()).join(' | ');
    await expect.poll(order).toMatch(/One pear.*Three pears.*Two pears.*Also hidden/);
    await expect(listNamed(page, 'Today').locator('[data-card-id]')).toHaveCount(5);
    await expectSent(page);
    const before = await order();
    // The filter leaves the address a moment later.
    await expect(page).not.toHaveURL(/text=/);
    await page.reload();
    await expect.poll(order).toBe(before);
  });
});
