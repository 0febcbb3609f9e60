/** Today on Home: the line, its panel, the main focus of the day, and accessibility. */
import { seedBoard } from './support/api-board';
import { violationsOf } from './support/axe';
import { minutesFromNow } from './support/board';
import { expect, test } from './support/test';

test('the cards of today are completed, chosen as the main focus, and focused on', async ({ accountPage: page }) => {
  const { day } = await minutesFromNow(page, 0);
  await seedBoard(page, 'Garden', { Spring: [{ title: 'Plant tulips', due_date: day }, { title: 'Cut the hedge', due_date: '2020-01-01' }, 'Rest'] });
  await seedBoard(page, 'Home', { 'To do': [{ title: 'Pay the rent', due_date: day }] });
  await page.goto('/app');
  await page.getByRole('button', { name: '3 cards today' }).click();
  const panel = page.getByRole('dialog', { name: 'Today' });
  await expect(panel.getByRole('region', { name: 'Cards' }).getByRole('link')).toHaveText(['Cut the hedge', 'Pay the rent', 'Plant tulips']);
  expect(await violationsOf(page)).toEqual([]);

  await panel.getByRole('checkbox', { name: 'Complete Cut the hedge' }).click();
  await expect(panel.getByRole('checkbox', { name: 'Complete Cut the hedge' })).toBeChecked();
  await panel.getByRole('button', { name: 'Make Plant tulips the main focus' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '2 cards today' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Main focus Plant tulips' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.reload();
  await page.getByRole('link', { name: 'Main focus Plant tulips' }).click();
  await expect(page.getByRole('dialog', { name: 'Plant tulips' })).toBeVisible();
  await page.goto('/app');
  await page.getByRole('button', { name: 'Start focus on Plant tulips' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Plant tulips' }).first()).toBeVisible();
});

test('the line does not move the clock, and is not shown on an empty day', async ({ accountPage: page }) => {
  await page.goto('/app');
  const clock = page.locator('main time');
  await expect(clock).toBeVisible();
  const before = await clock.boundingBox();
  await expect(page.getByRole('button', { name: /today$/ })).toHaveCount(0);
  const { day } = await minutesFromNow(page, 0);
  await seedBoard(page, 'Garden', { Spring: [{ title: 'Plant tulips', due_date: day }] });
  await page.reload();
  await expect(page.getByRole('button', { name: '1 card today' })).toBeVisible();
  expect(await clock.boundingBox()).toEqual(before);
});

test('the panel fits a phone, with long titles and in the light theme', async ({ accountPage: page }) => {
  const { day } = await minutesFromNow(page, 0);
  const title = 'Tulip'.repeat(36);
  await seedBoard(page, 'G'.repeat(60), { Spring: [{ title, due_date: day }] });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/app');
  await page.getByRole('button', { name: '1 card today' }).click();
  const panel = page.getByRole('dialog', { name: 'Today' });
  await panel.getByRole('button', { name: `Make ${title} the main focus` }).click();
  expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: `Main focus ${title}` })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
});
