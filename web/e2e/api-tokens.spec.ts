/** API tokens: created in the settings, used by a program, and revoked. */
import { seedBoard } from './support/api-board';
import { violationsOf } from './support/axe';
import { expect, test } from './support/test';

test('a program reads the boards until its token is revoked', async ({ accountPage: page }) => {
  await seedBoard(page, 'Trip', { Plan: [{ title: 'Book the train' }] });
  await page.goto('/app/settings?section=integrations');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Backup');
  await dialog.getByLabel('Your password').fill('correct horse');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const load = () => page.request.get('/api/boards/get-boards/', { headers: { authorization: `Bearer ${token}` } });
  expect(await (await load()).text()).toContain('Trip');
  await page.getByRole('button', { name: 'Revoke Backup' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No API tokens yet.')).toBeVisible();
  expect((await load()).status()).toBe(401);
});
