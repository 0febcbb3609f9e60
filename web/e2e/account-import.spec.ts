/** The archive of an account, imported into another account. */
import { authorization } from './support/api';
import { seedBoard } from './support/api-board';
import { seedNote } from './support/api-notes';
import { fetchSessions, idsOnBoard, seedSessions } from './support/api-sessions';
import { violationsOf } from './support/axe';
import { cardTitled } from './support/board';
import { noteLink } from './support/notes';
import { expect, test } from './support/test';
import { newUser, signUpViaApi, storedTokens } from './support/users';

test('an account moves to another one with its archive', async ({ accountPage: page, anotherBrowser, server }) => {
  const address = await seedBoard(page, 'Groceries', { Today: [{ title: 'Bread', comments: ['From the baker'] }] });
  const { board, cards } = await idsOnBoard(page, address);
  await seedNote(page, 'Recipes\nSourdough');
  await seedSessions(page, [{ start: '2026-03-03T09:00', minutes: 50, board_id: board, card_id: cards.Bread ?? '' }]);
  const { access } = await storedTokens(page);
  const archive = await page.request.get('/api/account/export/', { headers: authorization(access) });
  const file = { name: 'twentyfour.zip', mimeType: 'application/zip', buffer: await archive.body() };

  const other = await anotherBrowser();
  await signUpViaApi(other, server, newUser());
  await other.goto('/app/settings?section=data&import');
  const dialog = other.getByRole('dialog', { name: 'Import boards' });
  await dialog.getByLabel('File to import').setInputFiles(file);
  await expect(dialog.getByText('1 list, 1 card, 1 comment')).toBeVisible();
  await expect(dialog.getByText('1 note, 1 focus session or break')).toBeVisible();
  expect(await violationsOf(other)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import everything' }).click();
  await expect(dialog.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  await expect(dialog.getByText('1 imported')).toHaveCount(3);
  expect(await violationsOf(other)).toEqual([]);

  await dialog.getByRole('link', { name: 'Groceries' }).click();
  await expect(cardTitled(other, 'Bread')).toBeVisible();
  const imported = await idsOnBoard(other, new URL(other.url()).pathname);
  expect(await fetchSessions(other)).toMatchObject([{ outcome: 'completed', board_id: imported.board, card_id: imported.cards.Bread }]);
  await other.goto('/app/notes');
  await expect(noteLink(other, 'Recipes')).toBeVisible();
});
