/** Printing: everything of a board, a list or a page on paper, and nothing of the app around it. */
import type { Page } from '@playwright/test';
import { setPreferences } from './support/api';
import { seedBoard, type SeededCard, titles } from './support/api-board';
import { seedNote } from './support/api-notes';
import { seedSessions } from './support/api-sessions';
import { cardTitled, chooseMenuItem, openSeededBoard } from './support/board';
import { beginPrint, paper } from './support/print';
import { expect, test } from './support/test';

const DETAILED: SeededCard = { title: 'Bread', priority: 'high', due_date: '2026-12-05T09:00', labels: ['Bakery'], subtasks: ['Rye', 'Flour'] };

/** A page of a PDF that is not compressed itself. */
const PDF_PAGE = /\/Type \/Page\b/g;

async function endPrint(page: Page): Promise<void> {
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
}

/** Records what is printed instead of opening the print dialog: the headings of each time. */
async function recordPrints(page: Page): Promise<() => Promise<string[][]>> {
  await page.addInitScript(() => {
    const prints: string[][] = [];
    Object.assign(window, { prints });
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      prints.push([...document.querySelectorAll('.print :is(h1, h2)')].map(({ textContent }) => textContent ?? ''));
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  return () => page.evaluate(() => (window as unknown as { prints: string[][] }).prints);
}

const printedPages = async (page: Page): Promise<number> => {
  const pdf = await page.pdf({ format: 'A4', printBackground: true });
  return pdf.toString('latin1').match(PDF_PAGE)?.length ?? 0;
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a board is printed black on white without the app in the ${colorScheme} theme`, async ({ accountPage: page }) => {
    await setPreferences(page, { theme: colorScheme });
    const address = await seedBoard(page, 'Groceries', { Today: [DETAILED, 'Milk'], Later: [] });
    await page.goto(address);
    await expect(cardTitled(page, 'Milk')).toBeVisible();
    await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^(?!.*dark)/);
    await beginPrint(page);
    await expect(paper(page).getByRole('heading')).toHaveText(['Groceries', 'Today', 'Later']);
    await expect(paper(page)).toContainText(/\d{4}/);
    const bread = paper(page).getByRole('listitem').first();
    for (const text of ['High', 'Due 5 Dec 2026', '0/2 sub-tasks', 'Bakery']) await expect(bread).toContainText(text);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveCount(0);
    for (const element of await paper(page).locator('h1, h2, p, span, bdi').all()) await expect(element).toHaveCSS('color', 'rgb(0, 0, 0)');
    for (const element of ['html', 'body']) await expect(page.locator(element)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await endPrint(page);
    await expect(paper(page)).toHaveCount(0);
    await expect(cardTitled(page, 'Milk')).toBeVisible();
  });
}

test('all cards of a board of 1,000 cards are printed whole, in columns over several pages', async ({ accountPage: page }) => {
  const lists = titles(10, 'List').map((list) => [list, titles(100, `${list}.`)] as const);
  await openSeededBoard(page, 'Large', Object.fromEntries(lists));
  await expect(cardTitled(page, 'List 1. 1')).toBeVisible();
  await expect(cardTitled(page, 'List 10. 100')).toHaveCount(0);
  await beginPrint(page);
  const cards = paper(page).getByRole('listitem');
  await expect(cards).toHaveCount(1000);
  await expect(cards.last()).toHaveCSS('break-inside', 'avoid');
  const lefts = await cards.evaluateAll((items) => [...new Set(items.map((item) => Math.round(item.getBoundingClientRect().left)))]);
  expect(lefts.length).toBeGreaterThan(1);
  await endPrint(page);
  // Rendered while the browser waits with its print dialog: 23 to 38 ms were measured.
  const rendering = await page.evaluate(() => {
    const start = performance.now();
    window.dispatchEvent(new Event('beforeprint'));
    return performance.now() - start;
  });
  expect(rendering).toBeLessThan(1_000);
  await endPrint(page);
  // The browser fires both events itself.
  const pages = await printedPages(page);
  expect(pages).toBeGreaterThan(10);
  expect(pages).toBeLessThan(60);
  await expect(paper(page)).toHaveCount(0);
});

test('the menu of a list prints the list, and the settings print the board', async ({ accountPage: page }) => {
  const prints = await recordPrints(page);
  await page.goto(await seedBoard(page, 'Groceries', { Today: ['Milk'], Later: ['Rye'] }));
  await expect(cardTitled(page, 'Milk')).toBeVisible();
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Today', exact: true }), 'Print…');
  await expect.poll(prints).toEqual([['Groceries', 'Today']]);
  await page.getByRole('button', { name: 'Board settings' }).click();
  await page.getByRole('button', { name: 'Print…' }).click();
  await expect.poll(prints).toEqual([
    ['Groceries', 'Today'],
    ['Groceries', 'Today', 'Later'],
  ]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(cardTitled(page, 'Rye')).toBeVisible();
});

test('a list is printed in one column', async ({ accountPage: page }) => {
  await page.addInitScript(() => (window.print = () => undefined));
  await openSeededBoard(page, 'Groceries', { Today: titles(120), Later: ['Rye'] });
  await expect(cardTitled(page, 'Card 1')).toBeVisible();
  await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Today', exact: true }), 'Print…');
  await beginPrint(page);
  const cards = paper(page).getByRole('listitem');
  await expect(cards).toHaveCount(120);
  const lefts = await cards.evaluateAll((items) => new Set(items.map((item) => item.getBoundingClientRect().left)).size);
  expect(lefts).toBe(1);
  await endPrint(page);
});

test('notes and stats are printed black on white without the app', async ({ accountPage: page }) => {
  await setPreferences(page, { theme: 'dark' });
  const note = await seedNote(page, titles(80, 'Line').join('\n'));
  const hours = Array.from({ length: 20 }, (_, index) => String(index + 1).padStart(2, '0'));
  await seedSessions(page, hours.map((hour) => ({ start: `2026-02-03T${hour}:00`, minutes: 25 })));
  const sessions = page.getByRole('region', { name: 'Sessions' });
  for (const [path, content] of [
    [note, page.getByText('Line 80', { exact: true })],
    // At the end of the page.
    ['/app/stats', sessions.getByText(/25 min/).last()],
  ] as const) {
    await page.goto(path);
    await expect(content).toBeVisible();
    // As wide as A5 paper within its margins.
    await page.setViewportSize({ width: 480, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    // The styles for paper are loaded when the page is idle.
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(content).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
    // Nothing is cut off, however long it is.
    const { bottom, height } = await content.evaluate((element) => ({ bottom: element.getBoundingClientRect().bottom, height: document.documentElement.scrollHeight }));
    expect(height).toBeGreaterThanOrEqual(Math.floor(bottom));
    const isBeyond = (days: Element[]) =>
      days.map((day) => day.getBoundingClientRect()).some(({ left, right }) => left < 0 || right > document.documentElement.clientWidth);
    expect(await page.locator('[data-index]').evaluateAll(isBeyond), 'a day of the year is beyond the paper').toBe(false);
    await page.emulateMedia({ media: null });
  }
});
