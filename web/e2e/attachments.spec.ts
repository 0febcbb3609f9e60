/** Files attached to cards. */
import type { Locator, Page } from '@playwright/test';
import { authorization } from './support/api';
import { fetchBoard } from './support/api-board';
import { cardTitled, expectSent, openSeededBoard, titleOf } from './support/board';
import { chooseRole, createInvitation, joinBoard, openShareDialog } from './support/sharing';
import { expect, OFFLINE_ERRORS, test } from './support/test';
import { newUser, signUpViaApi, storedTokens } from './support/users';

const GRACE = { first_name: 'Grace', last_name: 'Hopper' };

let address: string;

test.beforeEach(async ({ accountPage: page }) => {
  address = await openSeededBoard(page, 'Launch', { Today: ['Bread', 'Milk'] });
});

/** Returns a PNG of 1,200 by 900 pixels. */
async function picture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1_200, 900];
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#2a6f4e';
    context?.fillRect(0, 0, 1_200, 900);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

async function openCard(page: Page, title: string): Promise<Locator> {
  await titleOf(page, title).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  return dialog;
}

const choose = (dialog: Locator, name: string, mimeType: string, buffer: Buffer) =>
  dialog.getByLabel('Files to attach').setInputFiles({ name, mimeType, buffer });

/** Dispatches an event with a text file, as a drop or a paste from another program. */
async function send(target: Locator, type: 'drop' | 'paste', name: string): Promise<void> {
  await target.evaluate(
    (element, event) => {
      const data = new DataTransfer();
      data.items.add(new File(['hello'], event.name, { type: 'text/plain' }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event.type === 'drop' ? new DragEvent('drop', { ...options, dataTransfer: data }) : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      );
    },
    { type, name },
  );
}

/** Expects that an image has loaded. */
const expectLoaded = (image: Locator) =>
  expect.poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);

test('files are attached by button, drop and paste, and a picture becomes the cover', async ({ page, anotherBrowser, server }) => {
  const invitation = await createInvitation(page, address, 'viewer');
  const dialog = await openCard(page, 'Milk');
  await choose(dialog, 'garden.png', 'image/png', await picture(page));
  const row = dialog.getByRole('link', { name: /garden\.png/ });
  await expect(row).toBeVisible();
  await expectLoaded(row.locator('img'));
  await send(dialog, 'drop', 'dropped.txt');
  await expect(dialog.getByRole('link', { name: /dropped\.txt/ })).toBeVisible();
  await send(dialog, 'paste', 'pasted.txt');
  const pasted = dialog.getByRole('link', { name: /pasted\.txt/ });
  await expect(pasted).toBeVisible();
  await expect(dialog.getByText('Uploading…')).toHaveCount(0);

  const download = page.waitForEvent('download');
  await pasted.click();
  expect((await download).suggestedFilename()).toBe('pasted.txt');

  await row.hover();
  await dialog.getByRole('button', { name: 'Options for garden.png' }).click();
  await page.getByRole('menuitem', { name: 'Make cover' }).click();
  await page.keyboard.press('Escape');
  const card = cardTitled(page, 'Milk');
  await expectLoaded(card.locator('img'));
  await expect(card.getByLabel('3 attachments')).toBeVisible();
  await expectSent(page);

  const grace = await anotherBrowser();
  await signUpViaApi(grace, server, { ...newUser(), ...GRACE });
  await joinBoard(grace, invitation, 'Launch');
  await expectLoaded(cardTitled(grace, 'Milk').locator('img'));
  const theirs = await openCard(grace, 'Milk');
  await expect(theirs.getByRole('link', { name: /garden\.png/ })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Attach files' })).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: 'Options for garden.png' })).toHaveCount(0);
});

test('a file that is deleted can be taken back, and one that is too large is refused', async ({ page }) => {
  const dialog = await openCard(page, 'Milk');
  await choose(dialog, 'plan.txt', 'text/plain', Buffer.from('hello'));
  const row = dialog.getByRole('link', { name: /plan\.txt/ });
  await row.hover();
  await dialog.getByRole('button', { name: 'Options for plan.txt' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(row).toBeVisible();
  // Playwright sends at most 50 MB.
  await choose(dialog, 'film.mp4', 'video/mp4', Buffer.alloc(25 * 1_048_576 + 1));
  await expect(page.getByText('film.mp4: This file is too large. Attach files of up to 25 MB.')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'film.mp4' })).toHaveCount(0);
});

test('a file that is attached offline is sent when the connection returns', async ({ page, consoleGuard }) => {
  consoleGuard.allow(OFFLINE_ERRORS);
  const dialog = await openCard(page, 'Milk');
  await expectSent(page);
  await page.context().setOffline(true);
  await choose(dialog, 'plan.txt', 'text/plain', Buffer.from('hello'));
  await expect(dialog.getByText('Waiting to upload')).toBeVisible();
  await page.context().setOffline(false);
  await expect(dialog.getByRole('link', { name: /plan\.txt/ })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText('Waiting to upload')).toHaveCount(0);
});

test('a removed member gets no addresses any more', async ({ page, server, anotherBrowser, consoleGuard }) => {
  consoleGuard.allow(/WebSocket|Failed to load resource|status of 404/);
  const invitation = await createInvitation(page, address, 'viewer');
  const { board } = await fetchBoard(page, address);
  const grace = await anotherBrowser();
  await signUpViaApi(grace, server, { ...newUser(), ...GRACE });
  await joinBoard(grace, invitation, 'Launch');
  const { access } = await storedTokens(grace);
  const request = () => grace.request.get(`/api/boards/${board.id}/attachments/`, { headers: authorization(access) });
  expect((await request()).status()).toBe(200);

  const dialog = await openShareDialog(page);
  await dialog.getByRole('button', { name: 'Options for Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove Grace Hopper?' }).getByRole('button', { name: 'Remove' }).click();
  await expect.poll(async () => (await request()).status()).toBe(404);
});

test('a role that may edit again gets the button', async ({ page, server, anotherBrowser }) => {
  const invitation = await createInvitation(page, address, 'viewer');
  const grace = await anotherBrowser();
  await signUpViaApi(grace, server, { ...newUser(), ...GRACE });
  await joinBoard(grace, invitation, 'Launch');
  const dialog = await openCard(grace, 'Milk');
  await expect(dialog.getByRole('button', { name: 'Attach files' })).toHaveCount(0);
  await openShareDialog(page);
  await chooseRole(page, 'Grace Hopper', 'Editor');
  await expect(dialog.getByRole('button', { name: 'Attach files' })).toBeVisible();
});
