/** The calendar: month and week, rescheduling by mouse, touch and keyboard, offline, and accessibility. */
import type { Locator, Page } from '@playwright/test';
import { setPreferences } from './support/api';
import { fetchBoard, seedBoard, sendChanges } from './support/api-board';
import { seedSessions } from './support/api-sessions';
import { violationsOf } from './support/axe';
import { toast } from './support/board';
import { expect, OFFLINE_ERRORS, test } from './support/test';
import { createTouch } from './support/touch';

/** A month in which the tests' day is not, so that it does not matter when they run. */
const MAY = '/app/calendar?date=2031-05-14';
const WEEK = '/app/calendar?date=2031-05-14&view=week';

const entry = (page: Page, title: string): Locator => page.getByRole('button', { name: new RegExp(title) });
const day = (page: Page, name: string): Locator => page.getByRole('gridcell', { name: new RegExp(`^${name}, `) });

async function seed(page: Page): Promise<string> {
  return seedBoard(page, 'Trip', {
    Plan: [
      { title: 'Book the train', due_date: '2031-05-14T09:30' },
      { title: 'Pack', due_date: '2031-05-16' },
      { title: 'Renew the passport', due_date: '2031-05-02', priority: 'completed' },
    ],
  });
}

async function dueDates(page: Page, address: string): Promise<Record<string, string | null>> {
  const { cards } = await fetchBoard(page, address);
  return Object.fromEntries(cards.map((card) => [card.title, card.due_date]));
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a card is dragged to another day by mouse, keeps its time, and goes back by Undo', async ({ accountPage: page }) => {
  const address = await seed(page);
  await page.goto(MAY);
  const from = await middleOf(entry(page, 'Book the train'));
  const to = await middleOf(day(page, 'Wednesday, 21 May'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await expect(page.locator('[data-drag-overlay]')).toHaveCount(1);
  await page.mouse.up();
  await expect(page.locator('[data-drag-overlay]')).toHaveCount(0);
  await expect(day(page, 'Wednesday, 21 May').getByRole('button')).toHaveText(/Book the train/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await dueDates(page, address))['Book the train']).toBe('2031-05-21T09:30');
  await toast(page, 'Due date changed').getByRole('button', { name: 'Undo' }).click();
  await expect(day(page, 'Wednesday, 14 May').getByRole('button')).toHaveText(/Book the train/);
  await expect.poll(async () => (await dueDates(page, address))['Book the train']).toBe('2031-05-14T09:30');
});

test('a card with a time follows the mouse in the week, which sets its time', async ({ accountPage: page }) => {
  const address = await seed(page);
  await page.goto(WEEK);
  const from = await middleOf(entry(page, 'Book the train'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // 85 minutes of 48 pixels per hour.
  await page.mouse.move(from.x + 250, from.y + 68, { steps: 12 });
  const copy = page.locator('[data-drag-overlay] button');
  await expect(copy).toContainText('11:00 AMBook the train');
  await expect(page.getByText('Friday, 16 May 2031, 11:00 AM', { exact: true })).toBeAttached();
  const middle = await middleOf(copy);
  expect(Math.abs(middle.x - from.x - 250)).toBeLessThan(3);
  expect(Math.abs(middle.y - from.y - 68)).toBeLessThan(3);
  await page.mouse.up();
  await expect(page.locator('[data-drag-overlay]')).toHaveCount(0);
  await expect.poll(async () => (await dueDates(page, address))['Book the train']).toBe('2031-05-16T11:00');
  await toast(page, 'Due date changed').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await dueDates(page, address))['Book the train']).toBe('2031-05-14T09:30');
});

test('in the week a card keeps its time when it is dragged to the side, and above the hours', async ({ accountPage: page }) => {
  const address = await seed(page);
  await page.goto(WEEK);
  for (const [column, due] of [['Thursday, 15 May', '2031-05-15T09:30'], ['Monday, 12 May', '2031-05-12T09:30']] as const) {
    const from = await middleOf(entry(page, 'Book the train'));
    const to = await middleOf(page.getByRole('columnheader', { name: column }));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, column.startsWith('Monday') ? to.y : from.y + 3, { steps: 12 });
    await page.mouse.up();
    await expect.poll(async () => (await dueDates(page, address))['Book the train']).toBe(due);
  }
});

test('in the week the arrow keys move a card by 15 minutes, which stays in view', async ({ accountPage: page }) => {
  const address = await seed(page);
  await page.goto(WEEK);
  await entry(page, 'Book the train').focus();
  await page.keyboard.press('Space');
  for (let step = 0; step < 14; step += 1) await page.keyboard.press('ArrowUp');
  await expect(entry(page, 'Book the train')).toContainText('6:00 AM');
  await expect(entry(page, 'Book the train')).toBeFocused();
  const header = await page.getByRole('rowgroup').first().boundingBox();
  expect((await entry(page, 'Book the train').boundingBox())?.y ?? 0).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(entry(page, 'Book the train')).toBeFocused();
  await expect.poll(async () => (await dueDates(page, address))['Book the train']).toBe('2031-05-13T06:00');
});

test('Escape ends a drag by mouse', async ({ accountPage: page }) => {
  const address = await seed(page);
  await page.goto(MAY);
  const from = await middleOf(entry(page, 'Pack'));
  const to = await middleOf(day(page, 'Wednesday, 21 May'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.locator('[data-drag-overlay]')).toHaveCount(0);
  await expect(day(page, 'Friday, 16 May').getByRole('button')).toHaveText(/Pack/);
  expect((await dueDates(page, address)).Pack).toBe('2031-05-16');
});

test('a card is rescheduled by keyboard alone, offline too', async ({ accountPage: page, context, consoleGuard }) => {
  consoleGuard.allow(OFFLINE_ERRORS);
  const address = await seed(page);
  await page.goto(MAY);
  await expect(entry(page, 'Pack')).toBeVisible();
  await context.setOffline(true);
  await day(page, 'Wednesday, 14 May').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(day(page, 'Friday, 16 May')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(entry(page, 'Pack')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Picked up Pack, due Friday, 16 May 2031.')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(day(page, 'Thursday, 22 May').getByRole('button')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Dropped Pack. It is due Thursday, 22 May 2031.')).toBeAttached();
  await expect(entry(page, 'Pack')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await context.setOffline(false);
  await expect.poll(async () => (await dueDates(page, address)).Pack).toBe('2031-05-22');
});

test('Escape after a move by keyboard returns to the card on its own page', async ({ accountPage: page }) => {
  const address = await seed(page);
  for (const [own, title, other] of [[MAY, 'May 2031', 'June 2031'], [WEEK, '12 – 18 May 2031', '2 – 8 Jun 2031']] as const) {
    await page.goto(own);
    await entry(page, 'Pack').focus();
    await page.keyboard.press('Space');
    for (let week = 0; week < 3; week += 1) await page.keyboard.press('ArrowDown');
    await expect(page.getByText(other, { exact: true })).toBeVisible();
    await expect(entry(page, 'Pack')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expect(entry(page, 'Pack')).toBeFocused();
  }
  expect((await dueDates(page, address)).Pack).toBe('2031-05-16');
});

test('the week shows focus sessions beside the cards, and the address keeps the view', async ({ accountPage: page }) => {
  await seed(page);
  await seedSessions(page, [{ start: '2026-03-03T09:00', minutes: 50 }]);
  await page.goto('/app/calendar?date=2026-03-04&view=week');
  const session = page.getByRole('listitem').filter({ hasText: 'Focused 50 min' });
  const name = session.getByText('50 min', { exact: true });
  await page.setViewportSize({ width: 1920, height: 800 });
  await expect(name).toBeInViewport();
  await page.setViewportSize({ width: 800, height: 800 });
  await expect(session).toBeInViewport();
  await expect(name, 'only the color, not cut letters').not.toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(WEEK);
  await expect(page.getByRole('columnheader', { name: 'Wednesday, 14 May, 1 card' })).toBeVisible();
  // The header does not cover the label of the first visible hour.
  const hour = await page.getByText('7:00 AM', { exact: true }).boundingBox();
  const header = await page.getByRole('rowgroup').first().boundingBox();
  expect(hour?.y ?? 0).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  await page.getByRole('button', { name: 'Month' }).click();
  await expect(page).toHaveURL(/date=2031-05-14&view=month$/);
  await page.keyboard.press('j');
  await expect(page.getByText('June 2031', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('June 2031', { exact: true })).toBeVisible();
});

test('a recurring card is shown on later days, and opens from there', async ({ accountPage: page }) => {
  const address = await seed(page);
  const { cards } = await fetchBoard(page, address);
  const weekly = { every: 1, unit: 'weeks', weekdays: [], from_completion: false, until: null, remaining: null, day_of_month: null };
  const card_id = cards.find(({ title }) => title === 'Book the train')?.id ?? '';
  await sendChanges(page, address, [{ type: 'edit_card', card_id, edit: { field: 'recurrence', value: weekly } }]);
  await page.goto(MAY);
  const later = day(page, 'Wednesday, 21 May').getByRole('link', { name: /Book the train.*repeats/ });
  await expect(later).toBeVisible();
  await expect(day(page, 'Wednesday, 28 May').getByRole('link')).toBeVisible();
  await expect(day(page, 'Wednesday, 7 May').getByRole('link')).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(WEEK.replace('05-14', '05-21'));
  await page.getByRole('link', { name: /Book the train.*repeats/ }).click();
  await expect(page.getByRole('dialog', { name: 'Book the train' })).toBeVisible();
});

test('a card that is added from a day is due then', async ({ accountPage: page }) => {
  const address = await seed(page);
  await page.goto(MAY);
  await day(page, 'Monday, 19 May').click({ position: { x: 40, y: 80 } });
  const field = page.getByRole('textbox', { name: 'Quick add' });
  await expect(page.getByRole('button', { name: /^Remove due date: / })).toBeVisible();
  await field.fill('Call 9am');
  await expect(page.getByRole('combobox', { name: 'List' })).toHaveValue(/.+/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(day(page, 'Monday, 19 May').getByRole('button')).toHaveText(/Call/);
  await expect.poll(async () => (await dueDates(page, address)).Call).toBe('2031-05-19T09:00');
});

test('the month and the week are printed', async ({ accountPage: page }) => {
  await seed(page);
  await page.goto(MAY);
  await expect(entry(page, 'Pack')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(async () => {
    await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
    await expect(page.locator('body > .print')).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(page.locator('.print td')).toHaveCount(42);
  await expect(page.locator('.print')).toContainText('Book the train');
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
});

for (const theme of ['dark', 'light'] as const) {
  for (const width of [360, 1280, 2560]) {
    test(`has no accessibility violations and fits ${width} px in the ${theme} theme`, async ({ accountPage: page }) => {
      await setPreferences(page, { theme });
      await page.setViewportSize({ width, height: 900 });
      await seed(page);
      for (const address of [MAY, WEEK]) {
        await page.goto(address);
        await expect(entry(page, 'Book the train')).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
      }
      await entry(page, 'Book the train').click();
      await expect(page.getByRole('dialog', { name: 'Book the train' })).toBeVisible();
      expect(await violationsOf(page, ['region'])).toEqual([]);
    });
  }
}

test.describe('on phones', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('a long press drags a card from the list of the chosen day to another day', async ({ accountPage: page }) => {
    const address = await seed(page);
    await page.goto(MAY);
    await expect(page.getByRole('region', { name: 'Wednesday, 14 May' })).toContainText('Book the train');
    const finger = await createTouch(page);
    const from = await middleOf(entry(page, 'Book the train'));
    const to = await middleOf(day(page, 'Tuesday, 20 May'));
    await finger.down(from.x, from.y);
    await expect(page.locator('[data-drag-overlay]')).toHaveCount(1);
    await finger.slide(to.x, to.y, 15);
    await finger.up();
    await expect.poll(async () => (await dueDates(page, address))['Book the train']).toBe('2031-05-20T09:30');
    await day(page, 'Tuesday, 20 May').tap();
    await expect(page.getByRole('region', { name: 'Tuesday, 20 May' })).toContainText('Book the train');
  });
});
