/** Compares states of a board and its cards with their pictures: see `snapshots.spec.ts`. */
import type { Page } from '@playwright/test';
import { callApi } from '../support/api';
import { fetchBoard, seedBoard, sendChanges } from '../support/api-board';
import { idsOnBoard } from '../support/api-sessions';
import { cardTitled, chooseMenuItem, liveRegion, titleOf } from '../support/board';
import { beginPrint, paper } from '../support/print';
import { VARIANTS, browserOf, expectSnapshot, expectSnapshotOfDrag, open, preparePage } from '../support/snapshots';
import { expect, test } from '../support/test';
import { createTouch } from '../support/touch';
import { LAUNCH } from './launch-board';

/** A sheet of A4 in CSS pixels. */
const SHEET = { width: 794, height: 1123 };

/** Returns the middle of a card. */
async function middleOf(page: Page, title: string): Promise<{ x: number; y: number }> {
  const box = await cardTitled(page, title).boundingBox();
  if (!box) throw new Error(`“${title}” is not on the screen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

for (const variant of VARIANTS) {
  const isPhone = variant.width === 390;
  const look = (page: Page, screen: string) => expectSnapshot(page, screen, variant);

  test.describe(`in the ${variant.theme} theme at ${variant.width} pixels @long`, () => {
    test.use(browserOf(variant));
    test.beforeEach(() => test.slow());

    test('a public board', async ({ accountPage: page, consoleGuard }) => {
      consoleGuard.allow(/status of 404.*\/api\/public\//);
      const launch = await seedBoard(page, 'Launch the autumn site', LAUNCH);
      const { board, lists } = await fetchBoard(page, launch);
      await sendChanges(page, launch, [
        { type: 'edit_list', list_id: lists.find(({ name }) => name === 'To do')?.id, edit: { field: 'color', value: '#1f4e79' } },
      ]);
      const { link } = await callApi(page, 'POST', `/boards/${board.id}/public-link/`);
      // Somebody without an account.
      await page.evaluate(() => localStorage.clear());
      await preparePage(page, variant);
      await open(page, new URL(link).pathname);
      const card = page.getByRole('button', { name: 'Book the room' });
      await expect(card).toBeVisible();
      await look(page, 'public-board');
      await card.click();
      await expect(page.getByRole('dialog', { name: 'Book the room' }).locator('strong')).toBeVisible();
      await look(page, 'public-card');
      await open(page, '/public/an-old-code');
      await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
      await look(page, 'public-invalid');
    });

    test('an archived card', async ({ accountPage: page }) => {
      const launch = await seedBoard(page, 'Launch the autumn site', LAUNCH);
      const { cards } = await idsOnBoard(page, launch);
      const card_id = cards['Collect quotes'];
      await sendChanges(page, launch, [{ type: 'edit_card', card_id, edit: { field: 'archived', value: true } }]);
      await preparePage(page, variant);
      await open(page, `${launch}?card=${card_id}`);
      await expect(page.getByRole('dialog', { name: 'Collect quotes' }).getByRole('button', { name: 'Restore' })).toBeVisible();
      await look(page, 'card-archived');
    });

    test('selected cards', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await open(page, await seedBoard(page, 'Launch the autumn site', LAUNCH));
      await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Podcast with customers' }), 'Select');
      await cardTitled(page, 'Collect quotes').click({ modifiers: ['ControlOrMeta'] });
      await expect(page.getByRole('region', { name: 'Selected cards' })).toContainText('2 selected');
      await look(page, 'board-selection');
    });

    test('a card that is dragged', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await open(page, await seedBoard(page, 'Launch the autumn site', LAUNCH));
      const from = await middleOf(page, 'Podcast with customers');
      if (isPhone) {
        const to = await middleOf(page, 'Collect quotes');
        const finger = await createTouch(page);
        await finger.down(from.x, from.y);
        await expect(page.locator('[data-drag-overlay]')).toHaveCount(1);
        await finger.slide(to.x - 20, to.y + 40);
        await expect(liveRegion(page)).toHaveText('Podcast with customers moved to Ideas, position 3 of 3.');
      } else {
        const to = await middleOf(page, 'Order name tags');
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x - 40, to.y, { steps: 12 });
        await expect(liveRegion(page)).toHaveText(/^Podcast with customers moved to To do, position \d of 5\.$/);
      }
      await expectSnapshotOfDrag(page, 'board-drag', variant);
    });

    test('a board and a card on paper', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await open(page, await seedBoard(page, 'Launch the autumn site', LAUNCH));
      await expect(cardTitled(page, 'Book the room')).toBeVisible();
      await beginPrint(page);
      await page.setViewportSize(SHEET);
      // The same on every device and in every theme.
      await expect.soft(page).toHaveScreenshot('print-board.png');
      await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
      await page.emulateMedia({ media: null });
      await page.setViewportSize(browserOf(variant).viewport);
      await titleOf(page, 'Book the room').click();
      await expect(page.getByRole('dialog', { name: 'Book the room' }).locator('strong')).toBeVisible();
      await beginPrint(page);
      await expect(paper(page)).toContainText('Send the address to everyone');
      await page.setViewportSize(SHEET);
      await expect.soft(page).toHaveScreenshot('print-card.png');
    });
  });
}
