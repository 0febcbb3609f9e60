/** Changing the fields of a card in place: in its dialog and on the board. */
import type { Locator, Page } from '@playwright/test';
import { fetchTitles, seedBoard } from './support/api-board';
import { cardTitled, chooseMenuItem, expectLayout, expectSent, titleOf } from './support/board';
import { createInvitation, joinBoard } from './support/sharing';
import { newUser, signUpViaApi } from './support/users';
import { expect, test } from './support/test';

/** Returns the button of a field in the dialog of a card, by the field's name and value. */
const field = (dialog: Locator, name: string, value: string) => dialog.getByRole('button', { name: `${name}: ${value}, change` });

const popover = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('every field in the dialog is changed by keyboard alone, without an edit mode', async ({ accountPage: page }) => {
  await page.goto(await seedBoard(page, 'Launch', { 'To do': ['Book the room'] }));
  await cardTitled(page, 'Book the room').focus();
  await page.keyboard.press('Enter');
  let dialog = page.getByRole('dialog', { name: 'Book the room' });
  await expect(dialog).toBeVisible();

  await field(dialog, 'Title', 'Book the room').focus();
  await page.keyboard.press('Enter');
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Escape');
  await expect(field(dialog, 'Title', 'Book the room')).toBeFocused();
  await page.keyboard.press('Enter');
  await title.fill('Book the hall');
  await page.keyboard.press('Enter');
  dialog = page.getByRole('dialog', { name: 'Book the hall' });
  await expect(field(dialog, 'Title', 'Book the hall')).toBeFocused();

  await field(dialog, 'Priority', 'Low').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Priority' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(dialog, 'Priority', 'Medium')).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Add due date' })).toBeFocused();
  await page.keyboard.press('Enter');
  await popover(page, 'Due date').getByRole('button', { name: 'Tomorrow' }).focus();
  await page.keyboard.press('Enter');
  await expect(popover(page, 'Due date')).toBeHidden();
  await expect(dialog.getByRole('button', { name: /^Due date: Tomorrow, change$/ })).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Add reminder' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Add repeat' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Add estimate' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Add labels' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Find or add a label' })).toBeFocused();
  await page.keyboard.type('venue');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(field(dialog, 'Labels', 'venue')).toBeFocused();
  await expect(dialog.getByText('Unsaved changes')).toHaveCount(0);

  await expectSent(page);
  await page.reload();
  for (const [name, value] of [
    ['Title', 'Book the hall'],
    ['Priority', 'Medium'],
    ['Due date', 'Tomorrow'],
    ['Labels', 'venue'],
  ] as const) {
    await expect(field(dialog, name, value)).toBeVisible();
  }
});

test('a title that is left is saved, an empty one is restored, and one that is being typed survives a reload', async ({ accountPage: page }) => {
  await page.goto(await seedBoard(page, 'Launch', { 'To do': ['Book the room'] }));
  await titleOf(page, 'Book the room').click();
  const dialog = page.getByRole('dialog', { name: 'Book the' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await field(dialog, 'Title', 'Book the room').click();
  await title.fill('');
  await dialog.getByRole('textbox', { name: 'New comment' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a title.');
  await field(dialog, 'Title', 'Book the room').click();
  await title.fill('Book the hall');
  await dialog.getByRole('textbox', { name: 'New comment' }).click();
  await field(dialog, 'Title', 'Book the hall').click();
  await title.fill('Book the gar');
  await page.reload();
  await expect(title).toHaveValue('Book the gar');
  await title.press('Escape');
  await expect(field(dialog, 'Title', 'Book the hall')).toBeVisible();
  // A click outside leaves the field, too.
  await field(dialog, 'Title', 'Book the hall').click();
  await title.fill('Book the garden');
  await page.mouse.click(8, 400);
  await expect(dialog).toBeHidden();
  await expect(cardTitled(page, 'Book the garden')).toBeVisible();
});

test('a click on what a card shows changes that field, and a click beside it opens the card', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Launch', {
    'To do': [{ title: 'Book the room', priority: 'medium', labels: ['venue'], due_date: '2031-05-17' }, 'Print the flyers'],
  });
  await page.goto(address);
  const card = cardTitled(page, 'Book the room');
  const card_id = await card.getAttribute('data-card-id');
  // What opens the pickers is loaded after the first paint. Until then a click opens the card.
  await page.waitForLoadState('networkidle');
  await card.getByText('Medium').click();
  await page.getByRole('option', { name: 'High' }).click();
  await expect(card).toContainText('High');
  await expect(card).toBeFocused();

  await card.getByTitle('venue').click();
  await page.getByRole('option', { name: 'venue' }).click();
  await page.keyboard.press('Escape');
  await expect(card.getByTitle('venue')).toHaveCount(0);

  // The target is 24 px high, and its text is lower.
  const due = card.locator('[data-due]');
  const box = await due.boundingBox();
  if (!box) throw new Error('the due date is out of sight');
  expect(box.height).toBeLessThan(22);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 - 11);
  await popover(page, 'Due date').getByRole('button', { name: 'No due date' }).click();
  await expect(due).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${address}$`));

  await card.getByText('Book the room').click();
  await expect(page.getByRole('dialog', { name: 'Book the room' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`card=${card_id}$`));
  await page.keyboard.press('Escape');
  // What a card shows is no further tab stop.
  expect(await card.locator('a, button, input, select, textarea, [tabindex]').count()).toBe(0);
});

test('a title is changed on the card', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Launch', { 'To do': ['Book the room', 'Print the flyers'] });
  await page.goto(address);
  const title = page.getByRole('textbox', { name: 'Title' });
  await cardTitled(page, 'Print the flyers').focus();
  // The key is bound after the first paint.
  await expect(async () => {
    await page.keyboard.press('F2');
    await expect(title).toBeFocused({ timeout: 500 });
  }).toPass();
  // Keys of the board are text here.
  await page.keyboard.type(' x e');
  await page.keyboard.press('Escape');
  await expect(title).toHaveCount(0);
  await expect(cardTitled(page, 'Print the flyers')).toBeFocused();
  await page.keyboard.press('F2');
  await title.fill('Print the posters');
  await page.keyboard.press('Enter');
  await expect(cardTitled(page, 'Print the posters')).toBeFocused();

  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Book the room' }), 'Rename');
  await title.fill('Book the hall');
  await page.getByRole('heading', { level: 1 }).click();
  await expectLayout(page, [['To do', ['Book the hall', 'Print the posters']]]);
  await expectSent(page);
  expect(await fetchTitles(page, address, 'To do')).toEqual(['Book the hall', 'Print the posters']);
});

test('a viewer sees the fields as text', async ({ accountPage: page, server, anotherBrowser }) => {
  const address = await seedBoard(page, 'Launch', { 'To do': [{ title: 'Book the room', labels: ['venue'] }] });
  const link = await createInvitation(page, address, 'viewer');
  const eve = await anotherBrowser();
  await signUpViaApi(eve, server, newUser());
  await joinBoard(eve, link, 'Launch');
  await cardTitled(eve, 'Book the room').getByTitle('venue').click();
  const dialog = eve.getByRole('dialog', { name: 'Book the room' });
  await expect(dialog.getByText('venue')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /, change$/ })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /^Change color/ })).toHaveCount(0);
});
