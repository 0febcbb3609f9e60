/** The board page as the user sees it, and helpers that move its lists and cards. */
import { type Locator, type Page, expect } from '@playwright/test';
import { seedBoard, type SeededCard } from './api-board';
import { expectBoardStored, storedKeys } from './storage';

/**
 * Creates a board with lists of cards through the API, opens it, and returns its path. All of it has been read then: the
 * page shows the first cards of each list earlier. Nothing is left to be sent: the app sends the user's time zone at its
 * start, which a test that stops the server would count as one more change.
 */
export async function openSeededBoard(page: Page, name: string, lists: Record<string, readonly SeededCard[]>): Promise<string> {
  const path = await seedBoard(page, name, lists);
  await page.goto(path);
  await expectBoardStored(page, name);
  await expectSent(page);
  await expectTools(page);
  return path;
}

/**
 * Waits until an open board has loaded its tools, which it does when it is idle. Until then, keys change no cards, and the server
 * must keep running.
 */
export async function expectTools(page: Page): Promise<void> {
  await expect(page.locator('[data-board-tools]')).toBeAttached();
  const hasFilterAddress = () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/FilterAddress-')));
  await expect.poll(hasFilterAddress).toBe(true);
}

/** Creates a board with the dialog and opens it. */
export async function addBoard(page: Page, name: string): Promise<void> {
  await page.goto('/app/b');
  await page.getByRole('button', { name: 'Add Board' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Board' });
  await dialog.getByRole('textbox', { name: 'Board Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Add Board' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: new RegExp(name) }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Adds lists with their cards, by typing. */
export async function fillBoard(page: Page, lists: Record<string, readonly string[]>): Promise<void> {
  await page.getByRole('button', { name: 'New List' }).click();
  const field = page.getByRole('textbox', { name: 'List name' }).last();
  for (const name of Object.keys(lists)) {
    await expect(field).toBeFocused();
    await field.fill(name);
    await field.press('Enter');
    await expect(listNamed(page, name)).toBeVisible();
  }
  await field.press('Escape');
  for (const [name, titles] of Object.entries(lists)) {
    if (titles.length === 0) continue;
    const list = listNamed(page, name);
    await list.getByRole('button', { name: 'Add card' }).click();
    const title = list.getByRole('textbox', { name: 'Card title' });
    for (const text of titles) {
      await expect(title).toBeFocused();
      await title.fill(text);
      await title.press('Enter');
      await expect(cardTitled(page, text)).toBeVisible();
    }
    await title.press('Escape');
  }
}

/** Returns a list by its name. */
export function listNamed(page: Page, name: string): Locator {
  return page.locator('[data-list-id]').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** Returns a card by its title. */
export function cardTitled(page: Page, title: string): Locator {
  return page.locator('[data-card-id]').filter({ has: page.getByText(title, { exact: true }) });
}

/** Returns the title of a card, where a click opens the card. Below it may be fields that a click changes. */
export function titleOf(page: Page, title: string): Locator {
  return cardTitled(page, title).getByText(title, { exact: true }).first();
}

/** Returns the lists and cards of the board in order: `{ Today: ['Bread', 'Milk'] }` as pairs. */
export async function readLayout(page: Page): Promise<[string, string[]][]> {
  return page.locator('[data-list-id]').evaluateAll((lists) =>
    lists.map((list) => [
      list.querySelector('h2, h3')?.textContent?.trim() ?? '',
      [...list.querySelectorAll('[data-card-id]')].map((card) => card.getAttribute('aria-label') ?? card.textContent?.trim() ?? ''),
    ]),
  );
}

/** Waits until the board shows exactly this layout. */
export async function expectLayout(page: Page, expected: readonly (readonly [string, readonly string[]])[]): Promise<void> {
  await expect.poll(() => readLayout(page)).toEqual(expected);
}

/** Waits until nothing is left to be sent to the server. `timeout`, in milliseconds, replaces the usual one. */
export async function expectSent(page: Page, options: { timeout?: number } = {}): Promise<void> {
  await expect.poll(() => unsent(page), options).toEqual([]);
}

/** Waits until this number of changes is stored and unsent. */
export async function expectUnsent(page: Page, count: number): Promise<void> {
  await expect.poll(async () => (await unsent(page)).length).toBe(count);
}

async function unsent(page: Page): Promise<string[]> {
  return (await storedKeys(page)).filter((key) => key.includes('/kept/outbox/'));
}

/** Drags an element to a position within another one, slowly enough for every step to be rendered. */
export async function drag(page: Page, from: Locator, to: Locator, edge: 'top' | 'bottom' | 'left' | 'middle'): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const start = await center(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 8, start.y + 8, { steps: 4 });
  let target = await pointIn(to, edge);
  await page.mouse.move(target.x, target.y, { steps: 15 });
  await waitForStableBox(to);
  if (edge === 'bottom') {
    // The target may have moved to make room, so its position is read again.
    target = await pointIn(to, edge);
    await page.mouse.move(target.x, target.y, { steps: 15 });
    await waitForStableBox(to);
  }
  await page.mouse.up();
}

/** Waits until an element's position and scroll position have not changed for ten frames. */
export async function waitForStableBox(locator: Locator): Promise<void> {
  await locator.evaluate(async (element) => {
    const position = () => {
      const { x, y } = element.getBoundingClientRect();
      return [x, y, element.scrollLeft, element.scrollTop].join();
    };
    for (let [frames, last] = [0, '']; frames < 10; ) {
      await new Promise(requestAnimationFrame);
      frames = position() === last ? frames + 1 : 0;
      last = position();
    }
  });
}

async function pointIn(of: Locator, edge: 'top' | 'bottom' | 'left' | 'middle'): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('The drop target is not on the page.');
  return {
    x: edge === 'left' ? box.x + 8 : box.x + box.width / 2,
    y: edge === 'top' ? box.y + 8 : edge === 'bottom' ? box.y + box.height - 8 : box.y + box.height / 2,
  };
}

/** Picks an element up with Space, moves it by arrow keys and drops it, waiting for each announcement. */
export async function moveByKeyboard(page: Page, element: Locator, keys: readonly string[]): Promise<void> {
  await element.focus();
  let last = await liveRegion(page).textContent();
  // Each step's announcement differs from the previous one.
  for (const key of ['Space', ...keys, 'Space']) {
    await page.keyboard.press(key);
    await expect(liveRegion(page)).not.toHaveText(last ?? '');
    last = await liveRegion(page).textContent();
  }
  await expect(liveRegion(page)).toContainText('dropped in');
}

/** Returns dnd-kit's live region with the last drag announcement. */
export function liveRegion(page: Page): Locator {
  return page.locator('[id^="dnd-kit-announcement"][aria-live="assertive"]');
}

async function center(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('The element to drag is not on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Chooses an item of the menu that a button opens. */
export async function chooseMenuItem(page: Page, options: Locator, entry: string): Promise<void> {
  await options.click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Returns the toast with a text. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('[data-rht-toaster] [role="status"]').filter({ hasText: text });
}

/** Returns a due date some minutes from now and its parts, in the page's time zone. */
export async function minutesFromNow(page: Page, minutes: number): Promise<{ due_date: string; day: string; time: string }> {
  const due_date = await page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead * 60_000);
    const digits = (value: number) => String(value).padStart(2, '0');
    const day = `${at.getFullYear()}-${digits(at.getMonth() + 1)}-${digits(at.getDate())}`;
    return `${day}T${digits(at.getHours())}:${digits(at.getMinutes())}`;
  }, minutes);
  const [day = '', time = ''] = due_date.split('T');
  return { due_date, day, time };
}
