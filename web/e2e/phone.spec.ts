import { seedBoard, titles } from './support/api-board';
import { cardTitled, expectLayout, expectSent, liveRegion, openSeededBoard, toast, waitForStableBox, titleOf } from './support/board';
import { expect, test } from './support/test';
import { createTouch } from './support/touch';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test('a board fits the width of a phone, and a card opens as a sheet', async ({ accountPage: page }) => {
  await openSeededBoard(page, 'Launch', { 'To do': ['Book the room'], Doing: [], Done: [] });
  expect(await page.evaluate(() => window.innerWidth)).toBe(390);
  await expect(page.getByRole('link', { name: 'Stats' })).toBeInViewport();
  await titleOf(page, 'Book the room').tap();
  const dialog = page.getByRole('dialog', { name: 'Book the room' });
  await expect(dialog.getByRole('button', { name: 'Edit Details' })).toBeInViewport({ ratio: 1 });
  await waitForStableBox(dialog);
  const finger = await createTouch(page);
  await finger.downAndSlide({ x: 195, y: 90 }, { x: 195, y: 500 });
  await finger.up();
  await expect(dialog).toBeHidden();
});

test('every section of the settings fits on the narrowest phone', async ({ accountPage: page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/app/settings');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  for (const name of ['General', 'Profile', 'Preference', 'Keyboard shortcuts', 'Subscription']) {
    await expect(sections.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
  }
  expect(await sections.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
  await sections.getByRole('link', { name: 'Subscription' }).tap();
  await expect(page.getByRole('heading', { level: 2, name: 'Subscription' })).toBeVisible();
});

test('a card moves to another list and position from its menu', async ({ accountPage: page }) => {
  await page.goto(await seedBoard(page, 'Launch', { 'To do': ['Book the room', 'Print the flyers'], Done: ['Choose a date'] }));
  await page.getByRole('button', { name: 'Options for Book the room' }).tap();
  await page.getByRole('menuitem', { name: 'Move to…' }).tap();
  const move = page.getByRole('dialog', { name: 'Move card' });
  await move.getByRole('combobox', { name: 'List' }).selectOption('Done');
  await move.getByRole('button', { name: 'First' }).tap();
  await move.getByRole('button', { name: 'Move', exact: true }).tap();
  await expectLayout(page, [
    ['To do', ['Print the flyers']],
    ['Done', ['Book the room', 'Choose a date']],
  ]);
  await expectSent(page);
  await page.reload();
  await expectLayout(page, [
    ['To do', ['Print the flyers']],
    ['Done', ['Book the room', 'Choose a date']],
  ]);
});

test('the sheet of a card scrolls to its last action, and its controls are large enough for touch', async ({ accountPage: page }) => {
  await page.goto(
    await seedBoard(page, 'Launch', {
      'To do': [{ title: 'Book the room', subtasks: ['Ask for prices', 'Pay'], comments: ['Closed on Mondays.'], labels: ['venue'] }],
    }),
  );
  await titleOf(page, 'Book the room').tap();
  const dialog = page.getByRole('dialog', { name: 'Book the room' });
  await expect(dialog.getByRole('checkbox', { name: 'Pay' })).toBeVisible();
  // While the sheet slides in, a height of 44 px is measured as 43.9999.
  await waitForStableBox(dialog);
  const box = await dialog.boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 390]);
  const small = await dialog.locator('button, select, [role="menuitem"]').evaluateAll((all) =>
    all
      .map((one) => ({ name: one.getAttribute('aria-label') ?? one.textContent, ...one.getBoundingClientRect().toJSON() }))
      .filter(({ height, width }) => height < 44 || width < 44)
      .map(({ name, width, height }) => `${name}: ${width} × ${height}`),
  );
  expect(small).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Pay' }).tap();
  await expect(dialog.getByText('1 of 2')).toBeVisible();

  // Scrolls by touch, because buttons that cannot be scrolled into view cannot be pressed.
  const finger = await createTouch(page);
  const last = dialog.getByRole('button', { name: 'Delete', exact: true });
  for (let swipe = 0; swipe < 6; swipe += 1) {
    await finger.downAndSlide({ x: 195, y: 640 }, { x: 195, y: 240 });
    await finger.up();
  }
  await expect(last).toBeInViewport({ ratio: 1 });
  await last.tap();
  await expect(dialog).toBeHidden();
  await toast(page, 'Card deleted').getByRole('button', { name: 'Undo' }).tap();
  await expect(cardTitled(page, 'Book the room').getByRole('img', { name: '1 of 2 sub-tasks done' })).toBeVisible();
});

test('a long press drags a card, and touches before and after it scroll', async ({ accountPage: page }) => {
  await openSeededBoard(page, 'Launch', { 'To do': titles(30), Done: [] });
  await expect(cardTitled(page, 'Card 1')).toBeVisible();
  const finger = await createTouch(page);
  const top = async (title: string) => (await cardTitled(page, title).boundingBox())?.y ?? 0;
  const swipe = async () => {
    const before = await top('Card 6');
    await finger.downAndSlide({ x: 150, y: 600 }, { x: 150, y: 520 });
    await finger.up();
    await expect.poll(() => top('Card 6')).toBeLessThan(before - 20);
  };
  await swipe();
  await waitForStableBox(cardTitled(page, 'Card 5'));
  const from = await cardTitled(page, 'Card 5').boundingBox();
  const to = await cardTitled(page, 'Card 7').boundingBox();
  if (!from || !to) throw new Error('the cards are out of sight');
  await finger.down(150, from.y + from.height / 2);
  await expect(page.locator('[data-drag-overlay]')).toHaveCount(1);
  await finger.slide(150, to.y + to.height - 4, 15);
  await expect(liveRegion(page)).toHaveText(/^Card 5 moved to To do, position [67] of 30\.$/);
  await finger.up();
  const order = () => page.locator('[data-card-id]').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
  await expect.poll(async () => (await order()).indexOf('Card 5') - (await order()).indexOf('Card 4')).toBeGreaterThan(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectSent(page);
  await swipe();
});

test('a swipe to the right marks a card as done, and other touches do not', async ({ accountPage: page }) => {
  await openSeededBoard(page, 'Launch', { 'To do': titles(30), Done: [] });
  const card = cardTitled(page, 'Card 2');
  const box = await card.boundingBox();
  if (!box) throw new Error('the card is out of sight');
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  const finger = await createTouch(page);
  const mark = page.locator('[data-swipe-mark]');

  // Too short.
  await finger.downAndSlide({ x, y }, { x: x + 60, y: y + 4 });
  await expect(mark).toBeVisible();
  await finger.up();
  await expect(mark).toHaveCount(0);
  await expect(card).not.toContainText('Completed');
  // Not to the right.
  await finger.downAndSlide({ x, y: y + 200 }, { x: x + 30, y: y + 60 });
  await expect(mark).toHaveCount(0);
  await finger.up();
  await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThan(box.y - 40);
  await waitForStableBox(card);
  const { y: top = 0, height = 0 } = (await cardTitled(page, 'Card 5').boundingBox()) ?? {};
  await finger.downAndSlide({ x, y: top + height / 2 }, { x: x + 140, y: top + height / 2 });
  await expect(page.locator('[data-swipe="far"]')).toHaveCount(1);
  await finger.up();
  await expect(cardTitled(page, 'Card 5')).toContainText('Completed');
  await expect(mark).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await toast(page, 'Card marked as done').getByRole('button', { name: 'Undo' }).tap();
  await expect(cardTitled(page, 'Card 5')).not.toContainText('Completed');
  // To the left, the menu opens. More frames than a flick has.
  await finger.downAndSlide({ x: x + 200, y: top + height / 2 }, { x: x + 80, y: top + height / 2 });
  await finger.slide(x + 60, top + height / 2, 20);
  await finger.up();
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible();
  await expect(mark).toHaveCount(0);
  await expectSent(page);
});

test('a long press that is released in place opens the menu of a card', async ({ accountPage: page }) => {
  await openSeededBoard(page, 'Launch', { 'To do': ['Book the room', 'Print the flyers'], Done: [] });
  const box = await cardTitled(page, 'Print the flyers').boundingBox();
  if (!box) throw new Error('the card is out of sight');
  const finger = await createTouch(page);
  await finger.down(box.x + 60, box.y + box.height / 2);
  await expect(page.locator('[data-drag-overlay]')).toHaveCount(1);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await finger.up();
  await expect(page.locator('[data-drag-overlay]')).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Rename' }).tap();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await title.fill('Print the posters');
  await title.press('Enter');
  await expectLayout(page, [
    ['To do', ['Book the room', 'Print the posters']],
    ['Done', []],
  ]);
});

test('a tap on what a card shows changes that field', async ({ accountPage: page }) => {
  await page.goto(await seedBoard(page, 'Launch', { 'To do': [{ title: 'Book the room', priority: 'medium', labels: ['venue'] }] }));
  const card = cardTitled(page, 'Book the room');
  // What opens the pickers is loaded after the first paint. Until then a tap opens the card.
  await page.waitForLoadState('networkidle');
  await card.getByText('Medium').tap();
  await page.getByRole('option', { name: 'High' }).tap();
  await expect(card).toContainText('High');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Home respects the safe area once and does not scroll', async ({ signedInPage: page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } });
  const bar = page.getByRole('banner').filter({ has: page.getByRole('navigation', { name: 'Main' }) });
  await expect.poll(async () => (await bar.boundingBox())?.height).toBe(56 + 34);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844);
  const foot = await page.locator('main footer').boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBe(844 - 56 - 34);
});
