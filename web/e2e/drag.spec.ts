import type { Locator, Page } from '@playwright/test';
import { fetchTitles, titles } from './support/api-board';
import { cardTitled, expectLayout, listNamed, moveByKeyboard, liveRegion, openSeededBoard, waitForStableBox, titleOf } from './support/board';
import { expect, test } from './support/test';
import { createTouch } from './support/touch';

/** Returns the drag overlay. */
const lifted = (page: Page) => page.locator('[data-drag-overlay]');

async function boxOf(of: Locator): Promise<{ x: number; y: number; width: number; height: number; midX: number; midY: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return { ...box, midX: box.x + box.width / 2, midY: box.y + box.height / 2 };
}

/** Presses the mouse on an element and moves it far enough to start a drag. */
async function pickUpByMouse(page: Page, locator: Locator): Promise<void> {
  const { midX, midY } = await boxOf(locator);
  await page.mouse.move(midX, midY);
  await page.mouse.down();
  await page.mouse.move(midX + 6, midY + 6, { steps: 3 });
  await expect(lifted(page)).toHaveCount(1);
}

/** Returns the titles of the cards visible in a list. */
function inSight(list: Locator): Promise<string[]> {
  return list.evaluate((element) => {
    const view = element.querySelector('[data-drag-scroll]')?.getBoundingClientRect();
    return [...element.querySelectorAll('[data-card-id]')]
      .filter((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return view !== undefined && top >= view.top && bottom <= view.bottom;
      })
      .map((card) => card.getAttribute('aria-label') ?? '');
  });
}

test.describe('on a long board', () => {
  let address = '';

  test.beforeEach(async ({ accountPage: page }) => {
    address = await openSeededBoard(page, 'Long', { Today: titles(400), Later: titles(150, 'Later'), Done: [] });
    await expect(cardTitled(page, 'Card 1')).toBeVisible();
  });

  test('dragging with a mouse moves a card to another list', async ({ page }) => {
    await pickUpByMouse(page, cardTitled(page, 'Card 3'));
    const aim = await boxOf(cardTitled(page, 'Later 2'));
    await page.mouse.move(aim.midX, aim.y + 4, { steps: 12 });
    const later = listNamed(page, 'Later');
    await expect.poll(async () => (await inSight(later)).slice(0, 3)).toEqual(['Later 1', 'Card 3', 'Later 2']);
    await expect(liveRegion(page)).toHaveText('Card 3 moved to Later, position 2 of 151.');
    await page.mouse.up();
    await expect(lifted(page)).toHaveCount(0);
    await expect(liveRegion(page)).toHaveText('Card 3 dropped in Later, position 2 of 151.');
    await expect(cardTitled(page, 'Card 3')).toBeFocused();
    await expect(listNamed(page, 'Today').getByText('Card 3', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(async () => (await fetchTitles(page, address, 'Later')).slice(0, 3)).toEqual(['Later 1', 'Card 3', 'Later 2']);
    expect((await fetchTitles(page, address, 'Today')).slice(0, 3)).toEqual(['Card 1', 'Card 2', 'Card 4']);
  });

  test('holding a card at the lower edge scrolls past the mounted rows', async ({ page }) => {
    const today = listNamed(page, 'Today');
    const view = await boxOf(today.locator('[data-drag-scroll]'));
    await pickUpByMouse(page, cardTitled(page, 'Card 2'));
    await page.mouse.move(view.midX, view.y + view.height - 6, { steps: 10 });
    await expect.poll(async () => (await inSight(today)).some((title) => Number(title.slice(5)) > 40)).toBe(true);
    // Away from the edge the list does not scroll.
    await page.mouse.move(view.midX, view.midY, { steps: 5 });
    await waitForStableBox(today.locator('[data-drag-scroll]'));
    const shown = await inSight(today);
    await page.mouse.up();
    await expect(lifted(page)).toHaveCount(0);
    const index = shown.indexOf('Card 2');
    expect(index).toBeGreaterThan(0);
    const neighbor = shown[index - 1] ?? '';
    expect(Number(neighbor.slice(5))).toBeGreaterThan(30);
    await expect.poll(async () => (await fetchTitles(page, address, 'Today')).indexOf('Card 2')).toBeGreaterThan(30);
    const cardTitles = await fetchTitles(page, address, 'Today');
    expect(cardTitles[cardTitles.indexOf('Card 2') - 1]).toBe(neighbor);
  });

  test('Escape cancels a drag and the following release does nothing', async ({ page }) => {
    await pickUpByMouse(page, cardTitled(page, 'Card 2'));
    const aim = await boxOf(cardTitled(page, 'Later 3'));
    await page.mouse.move(aim.midX, aim.midY, { steps: 10 });
    await expect(listNamed(page, 'Later').getByText('Card 2', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(lifted(page)).toHaveCount(0);
    await expect(liveRegion(page)).toHaveText('Canceled moving Card 2.');
    const asBefore = async () => {
      await expect.poll(async () => (await inSight(listNamed(page, 'Today'))).slice(0, 3)).toEqual(['Card 1', 'Card 2', 'Card 3']);
      await expect(listNamed(page, 'Later').getByText('Card 2', { exact: true })).toHaveCount(0);
    };
    await asBefore();
    await page.mouse.move(aim.midX, aim.midY + 40, { steps: 3 });
    await page.mouse.up();
    await asBefore();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // No state of the drag remains: the next click is a normal one.
    await titleOf(page, 'Later 3').click();
    await expect(page.getByRole('dialog', { name: 'Later 3' })).toBeVisible();
    expect((await fetchTitles(page, address, 'Today')).slice(0, 3)).toEqual(['Card 1', 'Card 2', 'Card 3']);
  });

  test('a drop outside the lists cancels', { tag: '@long' }, async ({ page }) => {
    await pickUpByMouse(page, cardTitled(page, 'Card 2'));
    const aim = await boxOf(cardTitled(page, 'Later 3'));
    await page.mouse.move(aim.midX, aim.midY, { steps: 10 });
    await expect(listNamed(page, 'Later').getByText('Card 2', { exact: true })).toBeVisible();
    const heading = await boxOf(page.getByRole('heading', { level: 1 }));
    await page.mouse.move(heading.midX, heading.midY, { steps: 10 });
    // The card shows its new position before the release.
    await expect(listNamed(page, 'Later').getByText('Card 2', { exact: true })).toHaveCount(0);
    await page.mouse.up();
    await expect(lifted(page)).toHaveCount(0);
    await expect(liveRegion(page)).toHaveText('Canceled moving Card 2.');
    await expect.poll(async () => (await inSight(listNamed(page, 'Today'))).slice(0, 3)).toEqual(['Card 1', 'Card 2', 'Card 3']);
  });

  test('a dragged card keeps its sibling when another tab changes the list', { tag: '@long' }, async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto(address);
    await expect(cardTitled(other, 'Later 1')).toBeVisible();
    await pickUpByMouse(page, cardTitled(page, 'Card 3'));
    const aim = await boxOf(cardTitled(page, 'Later 2'));
    await page.mouse.move(aim.midX, aim.y + 4, { steps: 12 });
    const later = listNamed(page, 'Later');
    await expect.poll(async () => (await inSight(later)).slice(0, 3)).toEqual(['Later 1', 'Card 3', 'Later 2']);
    await moveByKeyboard(other, cardTitled(other, 'Later 1'), ['ArrowDown', 'ArrowDown']);
    const expected = ['Card 3', 'Later 2', 'Later 3', 'Later 1', 'Later 4'];
    await expect.poll(async () => (await inSight(later)).slice(0, 5)).toEqual(expected);
    await expect(lifted(page)).toHaveCount(1);
    await page.mouse.up();
    await expect(liveRegion(page)).toHaveText('Card 3 dropped in Later, position 1 of 151.');
    await expect.poll(async () => (await inSight(later)).slice(0, 5)).toEqual(expected);
    await expect.poll(async () => (await fetchTitles(page, address, 'Later')).slice(0, 5)).toEqual(expected);
    await expect.poll(async () => (await inSight(listNamed(other, 'Later'))).slice(0, 5)).toEqual(expected);
  });

  test('a keyboard move past the window announces every step', async ({ page }) => {
    // Each of the many key presses waits for the page.
    test.slow();
    const steps = 120;
    const card = cardTitled(page, 'Card 2');
    await card.focus();
    await page.keyboard.press('Space');
    await expect(liveRegion(page)).toHaveText('Picked up Card 2 from Today, position 2 of 400.');
    for (let step = 1; step <= steps; step += 1) {
      await page.keyboard.press('ArrowDown');
      if (step % 40 === 0) await expect(liveRegion(page)).toHaveText(`Card 2 moved to Today, position ${2 + step} of 400.`);
    }
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Space');
    await expect(liveRegion(page)).toHaveText(`Card 2 dropped in Today, position ${2 + steps} of 400.`);
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await inSight(listNamed(page, 'Today'))).includes(`Card ${2 + steps}`)).toBe(true);
    await expect.poll(async () => (await fetchTitles(page, address, 'Today')).indexOf('Card 2')).toBe(1 + steps);
  });

  test('Escape after a long keyboard move restores the position', { tag: '@long' }, async ({ page }) => {
    test.slow();
    const card = cardTitled(page, 'Card 2');
    await card.focus();
    await page.keyboard.press('Space');
    for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(liveRegion(page)).toContainText('Card 2 moved to Later');
    await page.keyboard.press('Escape');
    await expect(liveRegion(page)).toHaveText('Canceled moving Card 2.');
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await inSight(listNamed(page, 'Today'))).slice(0, 3)).toContain('Card 2');
    expect((await fetchTitles(page, address, 'Today')).slice(0, 3)).toEqual(['Card 1', 'Card 2', 'Card 3']);
  });

  test('the keyboard moves a card into an empty list and back to the end of its list', async ({ page }) => {
    await moveByKeyboard(page, cardTitled(page, 'Later 2'), ['ArrowRight']);
    await expect(listNamed(page, 'Done').locator('[data-card-id]')).toHaveCount(1);
    await expect(cardTitled(page, 'Later 2')).toBeFocused();
    await expect.poll(() => fetchTitles(page, address, 'Done')).toEqual(['Later 2']);
  });

  test('the focused row stays mounted when scrolled away', async ({ page }) => {
    const card = cardTitled(page, 'Card 2');
    await card.focus();
    const view = await boxOf(listNamed(page, 'Today'));
    await page.mouse.move(view.midX, view.midY);
    await page.mouse.wheel(0, 12_000);
    await expect.poll(async () => (await inSight(listNamed(page, 'Today'))).some((title) => Number(title.slice(5)) > 100)).toBe(true);
    await expect(card).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Card 2' })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  let address = '';

  test.beforeEach(async ({ accountPage: page }) => {
    address = await openSeededBoard(page, 'Pocket', { Today: titles(40), Later: ['Paint'] });
    await expect(cardTitled(page, 'Card 1')).toBeVisible();
  });

  test('a swipe scrolls and picks nothing up', async ({ page }) => {
    const finger = await createTouch(page);
    const card = await boxOf(cardTitled(page, 'Card 6'));
    await finger.downAndSlide({ x: card.midX, y: card.midY }, { x: card.midX, y: card.midY - 250 });
    await expect(lifted(page)).toHaveCount(0);
    await finger.up();
    const scroller = listNamed(page, 'Today').locator('[data-drag-scroll]');
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(150);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await fetchTitles(page, address, 'Today')).slice(0, 3)).toEqual(['Card 1', 'Card 2', 'Card 3']);
  });

  test('a long press picks up, the list does not scroll, and the drop opens nothing', async ({ page }) => {
    const finger = await createTouch(page);
    const from = await boxOf(cardTitled(page, 'Card 2'));
    await finger.down(from.midX, from.midY);
    await expect(lifted(page)).toHaveCount(1);
    const to = await boxOf(cardTitled(page, 'Card 5'));
    await finger.slide(to.midX, to.midY + 10);
    await expect(liveRegion(page)).toHaveText('Card 2 moved to Today, position 5 of 40.');
    await finger.up();
    await expect(lifted(page)).toHaveCount(0);
    await expect.poll(async () => (await inSight(listNamed(page, 'Today'))).slice(0, 5)).toEqual(['Card 1', 'Card 3', 'Card 4', 'Card 5', 'Card 2']);
    expect(await listNamed(page, 'Today').locator('[data-drag-scroll]').evaluate((element) => element.scrollTop)).toBe(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(async () => (await fetchTitles(page, address, 'Today')).indexOf('Card 2')).toBe(4);
  });

  test('a card held at the screen edge reaches the next list', async ({ page }) => {
    const finger = await createTouch(page);
    const from = await boxOf(cardTitled(page, 'Card 2'));
    await finger.down(from.midX, from.midY);
    await expect(lifted(page)).toHaveCount(1);
    await finger.slide(380, from.midY);
    await expect(liveRegion(page)).toHaveText(/^Card 2 moved to Later, position \d of 2\.$/);
    await finger.up();
    await expect(lifted(page)).toHaveCount(0);
    await expect.poll(async () => (await fetchTitles(page, address, 'Later')).toSorted()).toEqual(['Card 2', 'Paint']);
  });

  test('a canceled touch cancels the drag', async ({ page }) => {
    const finger = await createTouch(page);
    const from = await boxOf(cardTitled(page, 'Card 2'));
    await finger.down(from.midX, from.midY);
    await expect(lifted(page)).toHaveCount(1);
    await finger.slide(from.midX, from.midY + 200);
    await finger.cancel();
    await expect(lifted(page)).toHaveCount(0);
    await expect(liveRegion(page)).toHaveText('Canceled moving Card 2.');
    await expectLayout(page, [
      ['Today', titles(40)],
      ['Later', ['Paint']],
    ]);
  });
});
