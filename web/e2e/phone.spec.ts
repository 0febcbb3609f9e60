import { addBoard, cardTitled, fillBoard } from './support/board';
import { expect, test } from './support/test';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test('a board on a phone is no wider than the phone, and a card opens as a sheet on the screen', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await addBoard(page, 'Launch');
  await fillBoard(page, { 'To do': ['Book the room'], Doing: [], Done: [] });
  expect(await page.evaluate(() => window.innerWidth)).toBe(390);
  await expect(page.getByRole('link', { name: 'Stats' })).toBeInViewport();
  await cardTitled(page, 'Book the room').tap();
  const dialog = page.getByRole('dialog', { name: 'Book the room' });
  await expect(dialog.getByRole('button', { name: 'Edit Details' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
