/** Recurring cards and estimates. */
import type { Locator, Page } from '@playwright/test';
import { seedBoard } from './support/api-board';
import { cardTitled, chooseMenuItem, expectSent, titleOf } from './support/board';
import { expect, test } from './support/test';

/** Returns the button of a field in the dialog of a card, by the field's name and value. */
const field = (dialog: Locator, name: string, value: string) => dialog.getByRole('button', { name: `${name}: ${value}, change` });

const popover = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Opens a card and lets it repeat daily from tomorrow on. */
async function repeatDaily(page: Page, title: string): Promise<Locator> {
  await titleOf(page, title).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: 'Add due date' }).click();
  await popover(page, 'Due date').getByRole('button', { name: 'Tomorrow' }).click();
  await dialog.getByRole('button', { name: 'Add repeat' }).click();
  await popover(page, 'Repeat').getByRole('button', { name: 'Daily' }).click();
  await expect(field(dialog, 'Repeat', 'Every day')).toBeFocused();
  return dialog;
}

test('a completed recurring card returns with the next date, and one undo takes it back', async ({ accountPage: page }) => {
  await page.goto(await seedBoard(page, 'Home', { 'To do': ['Water the plants'] }));
  const dialog = await repeatDaily(page, 'Water the plants');
  await dialog.getByRole('textbox', { name: 'New sub-task' }).fill('Fill the can');
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: 'Fill the can' }).check();
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await page.keyboard.press('Escape');
  await expect(cardTitled(page, 'Water the plants')).toHaveCount(2);
  await expect(page.getByRole('img', { name: '0 of 1 sub-task done' })).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(cardTitled(page, 'Water the plants')).toHaveCount(1);
  await page.keyboard.press('Control+Shift+z');
  await expect(cardTitled(page, 'Water the plants')).toHaveCount(2);
  await expectSent(page);
  await page.reload();
  await expect(cardTitled(page, 'Water the plants')).toHaveCount(2);
  await expect(page.getByRole('img', { name: 'Repeats' })).toHaveCount(1);
});

test('a recurrence is set by keyboard, and a date is skipped from the menu', async ({ accountPage: page }) => {
  await page.goto(await seedBoard(page, 'Home', { 'To do': ['Take out the bins'] }));
  const dialog = await repeatDaily(page, 'Take out the bins');
  await page.keyboard.press('Enter');
  const form = popover(page, 'Repeat');
  await form.getByRole('spinbutton', { name: 'Every' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(field(dialog, 'Repeat', 'Every 2 days')).toBeFocused();
  await page.keyboard.press('Escape');
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Take out the bins' }), 'Skip to next date');
  await titleOf(page, 'Take out the bins').click();
  await expect(dialog.getByRole('button', { name: /^Due date: (?!Tomorrow)/ })).toBeVisible();
});

test('an estimate is shown on the card and stays', async ({ accountPage: page }) => {
  await page.goto(await seedBoard(page, 'Launch', { 'To do': ['Write the report'] }));
  await titleOf(page, 'Write the report').click();
  const dialog = page.getByRole('dialog', { name: 'Write the report' });
  await dialog.getByRole('button', { name: 'Add estimate' }).click();
  await popover(page, 'Estimate').getByRole('spinbutton', { name: 'Hours' }).fill('1');
  await popover(page, 'Estimate').getByRole('spinbutton', { name: 'Minutes' }).fill('30');
  await page.keyboard.press('Enter');
  await expect(field(dialog, 'Estimate', '1 h 30 min')).toBeFocused();
  await page.keyboard.press('Escape');
  await expectSent(page);
  await page.reload();
  await expect(page.getByRole('img', { name: 'Estimated 1 h 30 min' })).toBeVisible();
});
