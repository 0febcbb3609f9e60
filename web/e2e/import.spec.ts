/** Boards as files: the module that reads and writes them runs in a Worker of the page. */
import { readFile } from 'node:fs/promises';
import { violationsOf } from './support/axe';
import { enterAsGuest } from './support/guest';
import { expect, test } from './support/test';
import { trelloFile } from './support/trello';

test('a guest imports a board of Trello and exports it as Markdown', async ({ page }) => {
  await enterAsGuest(page, 'Grace', '/app/b');
  await page.getByRole('button', { name: 'Import boards' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import boards' });
  await dialog.getByLabel('File to import').setInputFiles(trelloFile(['Pack books <script>alert(1)</script>']));
  await expect(dialog.getByText('1 list, 1 card')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 1 board' }).click();
  await expect(dialog.getByRole('heading', { name: '1 board imported' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('main').getByRole('button', { name: 'Options for Home move' }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Markdown' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^home-move-\w{4}\.md$/);
  // As text, which no reader of Markdown runs.
  expect(await readFile(await download.path(), 'utf8')).toContain('Pack books \\<script');
});
