/** The command palette, and shortcuts that the user has changed. */
import type { Page } from '@playwright/test';
import { seedBoard } from './support/api-board';
import { cardTitled, expectSent, titleOf } from './support/board';
import { expectBoardStored } from './support/storage';
import { expect, test } from './support/test';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search or run a command' });
const row = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

/** Opens the palette by its keys. */
async function openPalette(page: Page): Promise<void> {
  // The key is bound when the app is shown.
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('opens by key and by button, and Escape returns the focus', async ({ accountPage: page }) => {
  await page.goto('/app/tasks');
  const button = page.getByRole('button', { name: 'Search and commands' });
  await button.focus();
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
});

test('runs commands, and shows their keys', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Groceries', { Today: ['Bread'] });
  await page.goto(address);
  await expect(cardTitled(page, 'Bread')).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('filter');
  await expect(row(page, 'Filter cards F')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Filter by text' })).toBeFocused();
  // It opens from a text field too, which gets the focus back.
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Filter by text' })).toBeFocused();
  await openPalette(page);
  await page.keyboard.type('go to notes');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/notes$/);
});

test('changes the open card, whose dialog gets the focus back', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Groceries', { Today: ['Bread', 'Milk'] });
  await page.goto(address);
  await titleOf(page, 'Milk').click();
  const card = page.getByRole('dialog', { name: 'Milk' });
  await expect(card.getByRole('button', { name: 'Edit Details' })).toBeEnabled();
  const run = async (name: string) => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(name);
    await expect(row(page, new RegExp(`^${name}`))).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
  };
  await run('Set due date');
  await expect(page.getByRole('dialog', { name: 'Due date' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: 'Add due date' })).toBeFocused();
  await run('Rename card');
  await expect(card.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: /^Title: / })).toBeFocused();
  await run('Move card');
  await page.getByRole('dialog', { name: 'Move card' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(card.getByRole('button', { name: /^Title: / })).toBeFocused();
  await run('Archive card');
  await expect(card).toBeHidden();
  await expect(cardTitled(page, 'Bread')).toBeFocused();
});

test('opens a card of another board, and lists it among the recent places', async ({ accountPage: page }) => {
  const thesis = await seedBoard(page, 'Thesis', { Writing: ['Describe the method', 'Draw the figures'] });
  const groceries = await seedBoard(page, 'Groceries', { Today: ['Bread'] });
  // What was opened on this device can be found.
  await page.goto(thesis);
  await expect(cardTitled(page, 'Draw the figures')).toBeVisible();
  await expectBoardStored(page, 'Thesis');
  await page.goto(groceries);
  await expect(cardTitled(page, 'Bread')).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('figures');
  await expect(row(page, /^Draw the figures/)).toBeVisible();
  await row(page, /^Draw the figures/).click();
  await expect(page.getByRole('dialog', { name: 'Draw the figures' })).toBeVisible();
  // Stored when the page is idle.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('recentPlaces'))).toContain('Draw the figures');
  await page.goto('/app/tasks');
  await openPalette(page);
  await expect(row(page, /^Draw the figures/)).toBeVisible();
});

test('searches everywhere for what it cannot find', async ({ accountPage: page }) => {
  await page.goto('/app/tasks');
  await openPalette(page);
  await page.keyboard.type('zzz & more');
  await expect(palette(page).getByText('No results for “zzz & more”')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/search\?q=zzz\+?(%20)?%26/);
});

test('changed shortcuts work at once and after a reload', async ({ accountPage: page }) => {
  await page.goto('/app/settings?section=shortcuts');
  await page.getByRole('button', { name: 'Change keys: Go to Tasks' }).click();
  await expect(page.getByRole('textbox', { name: 'New keys: Go to Tasks' })).toBeFocused();
  await page.keyboard.press('Control+Shift+y');
  await expect(page.getByRole('listitem').filter({ hasText: 'Go to Tasks' })).toContainText('CtrlShiftY');
  await page.getByRole('button', { name: 'Change keys: Go to Boards' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('alert')).toHaveText('? is used by “Show keyboard shortcuts”.');
  await page.getByRole('button', { name: 'Replace' }).click();
  await page.keyboard.press('Control+Shift+y');
  await expect(page).toHaveURL(/\/app\/tasks$/);
  await expectSent(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
  // The keys work once the account's settings are loaded.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page).toHaveURL(/\/app\/b$/, { timeout: 1000 });
  }).toPass();
});

test('single keys can be switched off', async ({ accountPage: page }) => {
  await page.goto('/app/settings?section=shortcuts');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await page.keyboard.press('?');
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/section=shortcuts$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/app\/b$/);
});
