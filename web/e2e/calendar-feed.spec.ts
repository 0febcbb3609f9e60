/** The calendar feed: made in the settings, read by a calendar program, and turned off. */
import { seedBoard } from './support/api-board';
import { violationsOf } from './support/axe';
import { expect, test } from './support/test';

test('a calendar program reads the due cards until the feed is turned off', async ({ accountPage: page }) => {
  await seedBoard(page, 'Trip', { Plan: [{ title: 'Book the train', due_date: new Date().toISOString().slice(0, 10) }] });
  await page.goto('/app/settings?section=integrations');
  await page.getByRole('button', { name: 'Create address' }).click();
  const address = page.getByRole('textbox', { name: 'Secret address' });
  await expect(address).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/);
  expect(await violationsOf(page)).toEqual([]);
  // The server is not at its public address here.
  const path = new URL(await address.inputValue()).pathname;
  const response = await page.request.get(path);
  expect(response.headers()['content-type']).toContain('text/calendar');
  expect(await response.text()).toContain('SUMMARY:Book the train');

  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Create address' })).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(404);
});
