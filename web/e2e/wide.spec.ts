/** A board of 30 lists of 100 cards, most of which are out of view. */
import type { Locator, Page } from '@playwright/test';
import { fetchTitles, titles } from './support/api-board';
import { cardTitled, listNamed, liveRegion, openSeededBoard } from './support/board';
import { expect, test } from './support/test';

const LISTS = 30;
const CARDS = 100;
const MAX_CARD_ELEMENTS = 1_500;

let address = '';

test.beforeEach(async ({ accountPage: page }) => {
  const lists = Array.from({ length: LISTS }, (_, index) => [`List ${index + 1}`, titles(CARDS, `Card ${index + 1}.`)] as const);
  address = await openSeededBoard(page, 'Wide', Object.fromEntries(lists));
  await expect(cardTitled(page, 'Card 1. 1')).toBeVisible();
});

/** Returns the row of lists, which scrolls horizontally. */
const row = (page: Page): Locator => page.getByRole('list', { name: 'Lists', exact: true });

const scrollTo = (page: Page, left: number) => row(page).evaluate((element, to) => (element.scrollLeft = to), left);

/** Returns the number of elements that belong to cards, with their rows and buttons. */
const countCardElements = (page: Page) =>
  page.evaluate(() => document.querySelectorAll('[data-drag-type="card"], [data-drag-type="card"] *').length);

test('only the cards of lists in and near the view are mounted', async ({ page }) => {
  expect(await countCardElements(page)).toBeLessThanOrEqual(MAX_CARD_ELEMENTS);
  const last = listNamed(page, `List ${LISTS}`);
  await expect(last.locator('[data-card-id]')).toHaveCount(0);
  await expect(last).toContainText(`${CARDS} cards`);

  await scrollTo(page, 100_000);
  await expect(cardTitled(page, `Card ${LISTS}. 1`)).toBeInViewport();
  await expect(listNamed(page, 'List 1').locator('[data-card-id]')).toHaveCount(0);
  await scrollTo(page, 15 * 312);
  await expect(cardTitled(page, 'Card 17. 1')).toBeInViewport();
  expect(await countCardElements(page)).toBeLessThanOrEqual(MAX_CARD_ELEMENTS);
});

test('cards with every detail mount as few elements on a large screen', async ({ accountPage: page }) => {
  const details = {
    description: 'Milk is in the fridge.',
    due_date: '2026-03-05',
    labels: ['home', 'urgent'],
    subtasks: ['Buy', 'Pour'],
    comments: ['Done?'],
    reminders: [60],
  };
  const names = Array.from({ length: LISTS }, (_, index) => `Detailed ${index + 1}`);
  const cards = (name: string) =>
    titles(CARDS, `${name}.`).map((title, index) => (index < 20 ? { title, priority: 'high', ...details } : title));
  await page.setViewportSize({ width: 1680, height: 960 });
  await openSeededBoard(page, 'Detailed', Object.fromEntries(names.map((name) => [name, cards(name)])));
  const first = cardTitled(page, 'Detailed 1. 1');
  await expect(first).toBeVisible();
  await expect(first.getByRole('img', { name: '1 comment' })).toBeVisible();
  await expect(listNamed(page, 'Detailed 6').locator('[data-card-id]').first()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Options for Detailed 1. 1', exact: true })).toBeAttached();
  expect(await countCardElements(page)).toBeLessThanOrEqual(MAX_CARD_ELEMENTS);
  await scrollTo(page, 4 * 312);
  await expect(cardTitled(page, 'Detailed 9. 1')).toBeInViewport();
  expect(await countCardElements(page)).toBeLessThanOrEqual(MAX_CARD_ELEMENTS);

  // A card is a single element to screen readers, so its details are read as its description.
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId: root.nodeId, accessibleName: 'Detailed 5. 1', role: 'button' });
  expect(nodes[0]?.description?.value).toMatch(/^High.*0 of 2 sub-tasks done.*home.*urgent.*Has a description.*1 comment.*1 reminder/);
});

test('a list keeps its scroll position while it is out of view', async ({ page }) => {
  const first = listNamed(page, 'List 1');
  const scroller = first.locator('[data-drag-scroll]');
  await scroller.evaluate((element) => (element.scrollTop = 3_000));
  const shown = cardTitled(page, 'Card 1. 68');
  await expect(shown).toBeInViewport();
  const { y } = (await shown.boundingBox()) ?? { y: 0 };
  await scrollTo(page, 100_000);
  await expect(shown).toHaveCount(0);
  await scrollTo(page, 0);
  await expect(shown).toBeInViewport();
  expect((await shown.boundingBox())?.y).toBe(y);
});

test('scrolling sideways shows no list without cards', async ({ page }) => {
  const empty = await row(page).evaluate(async (element) => {
    let found = 0;
    for (let frame = 0; frame < 150; frame += 1) {
      element.scrollLeft += 50;
      await new Promise(requestAnimationFrame);
      const view = element.getBoundingClientRect();
      for (const list of element.querySelectorAll('[data-list-id]')) {
        const { left, right } = list.getBoundingClientRect();
        if (left < view.right && right > view.left && !list.querySelector('[data-card-id]')) found += 1;
      }
    }
    return found;
  });
  expect(empty).toBe(0);
});

test('a card held at the edge is dragged from the first list into the last', async ({ page }) => {
  test.slow();
  const box = await cardTitled(page, 'Card 1. 3').boundingBox();
  const view = await row(page).boundingBox();
  if (!box || !view) throw new Error('The board is not on the screen.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(view.x + view.width - 10, y, { steps: 20 });
  const last = listNamed(page, `List ${LISTS}`);
  await expect(last).toBeInViewport({ ratio: 0.9, timeout: 60_000 });
  const target = await last.boundingBox();
  await page.mouse.move((target?.x ?? 0) + (target?.width ?? 0) / 2, y, { steps: 10 });
  await expect(liveRegion(page)).toHaveText(/^Card 1\. 3 moved to List 30, position [234] of 101\.$/);
  await page.mouse.up();
  await expect(last.locator('[data-card-id]').filter({ hasText: 'Card 1. 3' })).toBeVisible();
  await expect.poll(async () => (await fetchTitles(page, address, `List ${LISTS}`)).indexOf('Card 1. 3')).toBeLessThan(4);
});

test('the arrow keys move a card from the first list into the last', async ({ page }) => {
  const card = cardTitled(page, 'Card 1. 3');
  await card.focus();
  await page.keyboard.press('Space');
  await expect(liveRegion(page)).toHaveText('Picked up Card 1. 3 from List 1, position 3 of 100.');
  // Without waiting for the page: each list has its cards when the next key arrives.
  for (let list = 1; list < LISTS; list += 1) await page.keyboard.press('ArrowRight');
  await expect(liveRegion(page)).toContainText('Card 1. 3 moved to List 30');
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
  await page.keyboard.press('Space');
  await expect(liveRegion(page)).toContainText('Card 1. 3 dropped in List 30');
  const stored = async () => (await fetchTitles(page, address, `List ${LISTS}`)).indexOf('Card 1. 3');
  await expect.poll(stored).toBeGreaterThanOrEqual(0);
  // Not at the end, where a list without mounted cards would take it.
  expect(await stored()).toBeLessThan(50);
});

test('a list is dragged past lists out of view', async ({ page }) => {
  const grip = page.getByRole('button', { name: 'Move list List 2', exact: true });
  await grip.focus();
  await page.keyboard.press('Space');
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(grip).toBeFocused();
  await expect(cardTitled(page, 'Card 2. 1')).toBeInViewport();
});
