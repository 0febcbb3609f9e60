/** Search: what is on the device, also offline, what only the server has, filters, and accessibility. */
import { seedBoard } from './support/api-board';
import { seedNote } from './support/api-notes';
import { violationsOf } from './support/axe';
import { cardTitled } from './support/board';
import { expectBoardStored } from './support/storage';
import { expect, OFFLINE_ERRORS, test } from './support/test';

const FIELD = { name: 'Search boards, cards and notes' };

test('boards, cards and notes of the server are found by their texts, and opened by keyboard', async ({ accountPage: page }) => {
  await seedBoard(page, 'Bakery', {
    'To do': [{ title: 'Order grain', description: 'Rye from the mill', labels: ['supplies'], comments: ['Ask for spelt, too.'] }],
  });
  await seedNote(page, 'Sourdough\nFeed the starter with rye');
  await page.goto('/app/search');
  const field = page.getByRole('searchbox', FIELD);
  await expect(field).toBeFocused();
  await field.fill('rye');
  // The server indexes texts in the background.
  await expect(async () => {
    await field.fill('');
    await field.fill('rye');
    await expect(page.getByRole('link', { name: 'Card Order grain' })).toBeVisible({ timeout: 2000 });
    await expect(page.getByRole('link', { name: 'Note Sourdough' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.locator('mark', { hasText: /^Rye$/ })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/search\?q=rye$/);
  expect(await violationsOf(page)).toEqual([]);

  await field.fill('spelt label:supplies');
  await expect(page.getByRole('list', { name: 'Active filters' }).getByText('label:supplies')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Card Order grain' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Card Order grain' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Order grain' })).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue('spelt label:supplies');
});

test('what is on the device is found without a connection', async ({ accountPage: page, context, consoleGuard }) => {
  consoleGuard.allow(OFFLINE_ERRORS);
  const address = await seedBoard(page, 'Garden', { Spring: ['Plant tulips', 'Cut the hedge'] });
  await page.goto(address);
  await expect(cardTitled(page, 'Plant tulips')).toBeVisible();
  await expectBoardStored(page, 'Garden');
  // Loads the page and the module while there is a connection; without a service worker nothing else caches them.
  await page.goto('/app/search?q=tulips');
  await expect(page.getByRole('link', { name: 'Card Plant tulips' })).toBeVisible();
  await context.setOffline(true);
  const field = page.getByRole('searchbox', FIELD);
  await field.fill('hedge');
  await expect(page.getByRole('link', { name: 'Card Cut the hedge' })).toBeVisible();
  await expect(page.getByText('Showing what is on this device')).toBeVisible();
  await field.fill('nothing like this');
  await expect(page.getByRole('heading', { name: 'No results for “nothing like this”' })).toBeVisible();
  await context.setOffline(false);
});

test('deleted cards are found on request, and link to the trash', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Garden', { Spring: ['Plant tulips', 'Cut the hedge'] });
  await page.goto(address);
  await page.getByRole('button', { name: 'Options for Plant tulips' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(cardTitled(page, 'Plant tulips')).toHaveCount(0);
  await page.goto('/app/search?q=tulips');
  await expect(page.getByRole('heading', { name: 'No results for “tulips”' })).toBeVisible();
  await page.getByRole('switch', { name: 'Trash' }).click();
  await page.getByRole('link', { name: 'Card Plant tulips' }).click();
  await expect(page).toHaveURL(/\/app\/trash$/);
  await expect(page.getByText('Plant tulips')).toBeVisible();
});
