/** A server that sells plans: the limits of Basic, their messages, and that no data is lost. */
import { callApi } from './support/api';
import { seedBoard } from './support/api-board';
import { seedSessions } from './support/api-sessions';
import { expectSent } from './support/board';
import { expect, test } from './support/test';

const PORTAL = 'https://billing.example/portal';

test.use({ serverEnvironment: { BILLING_PORTAL_URL: PORTAL } });

test('Basic shows its background limits up front and keeps earlier choices', async ({ page, account: user, server }) => {
  const choosing = 'Choosing wallpapers and board pictures requires Pro.';
  const row = page.getByRole('button', { name: 'Change Wallpaper' });
  const address = await seedBoard(page, 'Garden', { 'To do': [] });
  server.administer('set-plan', user.email, 'pro');
  await page.goto('/app/settings?section=preference');
  await row.click();
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible();
  await page.getByRole('radio', { name: 'Milky Way' }).press('Space');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Stays until you change it.')).toBeVisible();
  await expectSent(page);

  server.administer('set-plan', user.email, 'basic');
  await page.goto('/app');
  await expect(page.getByTestId('backdrop')).toHaveAttribute('data-image', /milky-way/);
  await page.getByRole('button', { name: 'Keep wallpaper', pressed: true }).click();
  await page.getByRole('link', { name: /^Keep wallpaper \(requires Pro\)/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Recommended' })).toContainText('Customizable backgrounds');

  await page.goto('/app/settings?section=preference');
  await expect(page.getByText(choosing)).toBeVisible();
  await row.click();
  const dialog = page.getByRole('dialog', { name: 'Change Wallpaper' });
  await expect(dialog).toContainText(choosing);
  await expect(dialog).toContainText('Uploading your own images requires Pro.');
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0);

  await page.goto(address);
  await page.getByRole('button', { name: 'Board settings' }).click();
  await page.getByRole('button', { name: /^Edit Background/ }).click();
  const panel = page.getByRole('dialog', { name: 'Edit Background' });
  await expect(panel).toContainText(choosing);
  await panel.getByRole('link', { name: 'See plans' }).first().click();
  await expect(page).toHaveURL(/section=subscription$/);
});

test('the landing page shows the plans that this server sells', async ({ page }) => {
  await page.goto('/');
  const pricing = page.getByRole('region', { name: 'Pricing' });
  await expect(pricing.getByRole('article')).toHaveText([/^\s*Basic\s*\$0 per month\s*Up to 5 projects/, /^\s*Pro Recommended\s*\$3 per month\s*Unlimited projects/]);
  await expect(pricing).not.toContainText('Everything is included');
});

test('Basic limits boards, heatmap and labels; offline works on, and Pro removes the limits', async ({ page, account: user, server, consoleGuard }) => {
  await page.goto('/app/settings?section=subscription');
  await expect(page.getByText('Subscription Status Active')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Your plan' })).toContainText('Basic');
  await expect(page.getByRole('link', { name: /^Manage Billing/ })).toHaveAttribute('href', PORTAL);

  const field = page.getByRole('textbox', { name: 'Board Name' });
  const dialog = page.getByRole('dialog', { name: 'Add New Board' });
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add Board' }).first().click();
    await field.fill(name);
    await page.keyboard.press('Enter');
  };
  for (const name of ['One', 'Two', 'Three', 'Four']) await seedBoard(page, name, {});
  await page.goto('/app/b');
  await add('Five');
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  }
  // The limit is shown before the click, and instead of the field after it.
  await expect(page.getByText('Basic includes up to 5 boards.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Board' }).click();
  await expect(dialog).toContainText('Basic includes up to 5 boards. To add another, upgrade to Pro or move a board to the trash.');
  await expect(field).toHaveCount(0);
  await dialog.getByRole('link', { name: 'See plans' }).click();
  await expect(page).toHaveURL(/section=subscription$/);

  // Offline, the board is created, and it is kept when the server is back. The page notices the lost server by its live
  // connection, which must be ready first.
  const isReady = ({ payload }: { payload: string | Buffer }) => payload.toString().includes('"ready"');
  const live = page.waitForEvent('websocket').then(async (socket) => {
    await socket.waitForEvent('framereceived', isReady);
    return socket;
  });
  await page.goto('/app/b');
  await expect(page.getByRole('link', { name: 'Five', exact: true })).toBeVisible();
  const disconnected = (await live).waitForEvent('close');
  // A response still in flight would show that the server is reachable.
  await page.waitForLoadState('networkidle');
  consoleGuard.allow(/Error fetching|Failed to fetch weather data/);
  await server.kill();
  await disconnected;
  await add('Six');
  await expect(page.getByRole('link', { name: 'Six', exact: true })).toBeVisible();
  await server.start();
  await page.reload();
  const names = async () => {
    const boards: { name: string }[] = await callApi(page, 'GET', '/boards/get-boards/');
    return boards.map(({ name }) => name).toSorted();
  };
  await expect.poll(names).toEqual(['Five', 'Four', 'One', 'Six', 'Three', 'Two']);

  const today = new Date();
  await seedSessions(page, [{ start: new Date(today.getTime() - 3 * 3_600_000).toISOString().slice(0, 16), minutes: 30 }]);
  await page.goto('/app/stats');
  const year = page.getByRole('region', { name: 'Year' });
  await expect(year).toContainText('The yearly heatmap requires Pro.');
  // Three hours ago may have been another week or year.
  await page.getByRole('combobox', { name: 'Period' }).selectOption('All time');
  await expect(page.getByRole('table', { name: 'Focus time by board' })).toBeVisible();
  await expect(page.getByText('Time by label requires Pro.')).toBeVisible();

  server.administer('set-plan', user.email, 'pro');
  await page.reload();
  await expect(year).not.toContainText('requires Pro');
  await expect(page.getByText('Focus on cards with labels')).toBeVisible();
  await page.goto('/app/b');
  await add('Seven');
  await expect(page.getByRole('link', { name: 'Seven', exact: true })).toBeVisible();
  await page.goto('/app/settings?section=subscription');
  await expect(page.getByRole('listitem').filter({ hasText: 'Your plan' })).toContainText('Pro');
});
