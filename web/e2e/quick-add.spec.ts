/** Quick add: a line that becomes a card, from any page, also offline and for guests. */
import { fetchTitles, seedBoard } from './support/api-board';
import { violationsOf } from './support/axe';
import { cardTitled, titleOf } from './support/board';
import { expect, OFFLINE_ERRORS, test } from './support/test';

test('a line becomes a card on a board that is not open, by keyboard alone', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Work', { Next: ['First'], Later: [] });
  await page.goto('/app/stats');
  await page.getByRole('main').waitFor();
  await page.keyboard.press('q');
  const field = page.getByRole('textbox', { name: 'Quick add' });
  await expect(field).toBeFocused();
  await field.pressSequentially('Send report tomorrow 5pm #Work/Later !high ~30m');
  await expect(page.getByRole('combobox', { name: 'List' })).toHaveValue(/./);
  await expect(page.locator('[data-understood]')).toHaveText(['tomorrow', '5pm', '#Work/Later', '!high', '~30m']);
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('dialog').getByText('Added to Work')).toBeVisible();

  // Backspace behind a part keeps it as text.
  await field.pressSequentially('Watch Monday');
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('Watch Monday');
  await expect(page.locator('[data-understood]')).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Watch Monday' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cardTitled(page, 'Send report')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(address));
  await expect.poll(() => fetchTitles(page, address, 'Later')).toEqual(['Send report', 'Watch Monday']);
});

test('cards are added offline, and the text stays when the dialog is closed', async ({ accountPage: page, context, consoleGuard }) => {
  consoleGuard.allow(OFFLINE_ERRORS);
  const address = await seedBoard(page, 'Garden', { Spring: ['Plant tulips'] });
  await page.goto(address);
  await expect(cardTitled(page, 'Plant tulips')).toBeVisible();
  await page.keyboard.press('q');
  const field = page.getByRole('textbox', { name: 'Quick add' });
  await field.pressSequentially('Cut the hedge');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await context.setOffline(true);
  await page.keyboard.press('q');
  await expect(field).toHaveValue('Cut the hedge');
  // The text goes on at its end.
  await page.keyboard.type(' and the lawn');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Added to Garden')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cardTitled(page, 'Cut the hedge and the lawn')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => fetchTitles(page, address, 'Spring')).toEqual(['Plant tulips', 'Cut the hedge and the lawn']);
});

test('Q opens it over a card, whose dialog gets the focus back', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Garden', { Spring: ['Plant tulips'] });
  await page.goto(address);
  await titleOf(page, 'Plant tulips').click();
  const card = page.getByRole('dialog', { name: 'Plant tulips' });
  await expect(card.getByRole('button', { name: 'Edit Details' })).toBeEnabled();
  const field = page.getByRole('textbox', { name: 'Quick add' });
  for (const element of [card, card.getByRole('button', { name: 'Archive' })]) {
    await element.focus();
    await page.keyboard.press('q');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
    await expect(element).toBeFocused();
  }
  await page.keyboard.press('q');
  await field.pressSequentially('Cut the hedge');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Cut the hedge' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the button on Home opens it over the whole width', async ({ accountPage: page }) => {
    await seedBoard(page, 'Errands', { Today: [] });
    await page.goto('/app');
    await page.getByRole('button', { name: 'Quick add' }).click();
    const dialog = page.getByRole('dialog', { name: 'Quick add' });
    await expect(dialog).toBeVisible();
    await expect(async () => expect((await dialog.boundingBox())?.width).toBe(360)).toPass();
    await page.getByRole('textbox', { name: 'Quick add' }).fill('Buy stamps tomorrow and a very long text that does not fit into one line of a phone #Errands');
    await expect(page.locator('[data-understood]')).toHaveText(['tomorrow', '#Errands']);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('Added to Errands')).toBeVisible();
  });
});
