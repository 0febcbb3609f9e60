/** A server whose host sells plans: where the plan Basic ends, what is said there, and that nothing is lost. */
import { sessionsThroughApi } from './support/api-sessions';
import { expect, test } from './support/test';

const PORTAL = 'https://billing.example/portal';

test.use({ serverEnvironment: { BILLING_PORTAL_URL: PORTAL } });

test('Basic ends at five boards, at the heatmap and at labels; offline it goes on, and Pro lifts all of it', async ({ page, person, server, quietConsole }) => {
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
  await page.goto('/app/b');
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await add(name);
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await add('Six');
  await expect(field).toHaveAccessibleDescription(/^This goes beyond the plan Basic, which has 5 boards\. Change to Pro/);
  await expect(field).toHaveValue('Six');
  await dialog.getByRole('link', { name: 'See the plans' }).click();
  await expect(page).toHaveURL(/section=subscription$/);

  // Without a server it is made, and kept when the server is back.
  // The page knows that the server has gone by a connection that was ready.
  const isReady = ({ payload }: { payload: string | Buffer }) => payload.toString().includes('"ready"');
  const live = page.waitForEvent('websocket').then(async (socket) => {
    await socket.waitForEvent('framereceived', isReady);
    return socket;
  });
  await page.goto('/app/b');
  await expect(page.getByRole('link', { name: 'Five', exact: true })).toBeVisible();
  const isAway = (await live).waitForEvent('close');
  // An answer that was still on its way would tell that the server is there.
  await page.waitForLoadState('networkidle');
  quietConsole.allow(/ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection to .* failed|Error fetching|Failed to fetch weather data/);
  await server.kill();
  await isAway;
  await add('Six');
  await expect(page.getByRole('link', { name: 'Six', exact: true })).toBeVisible();
  await server.start();
  await page.reload();
  const names = async () => {
    const access = await page.evaluate(() => localStorage.getItem('access_token'));
    const answer = await page.request.get('/api/boards/get-boards/', { headers: { Authorization: `Bearer ${access}` } });
    return (await answer.json()).map(({ name }: { name: string }) => name).toSorted();
  };
  await expect.poll(names).toEqual(['Five', 'Four', 'One', 'Six', 'Three', 'Two']);

  const today = new Date();
  await sessionsThroughApi(page, [{ start: new Date(today.getTime() - 3 * 3_600_000).toISOString().slice(0, 16), minutes: 30 }]);
  await page.goto('/app/stats');
  const year = page.getByRole('region', { name: 'Year' });
  await expect(year).toContainText('The heatmap of the year is part of Pro.');
  // Three hours ago it may have been another week, or another year.
  await page.getByRole('combobox', { name: 'Period' }).selectOption('All time');
  await expect(page.getByRole('table', { name: 'Focused time by board' })).toBeVisible();
  await expect(page.getByText('Which label the time went to is part of Pro.')).toBeVisible();

  server.administer('set-plan', person.email, 'pro');
  await page.reload();
  await expect(year).not.toContainText('part of Pro');
  await expect(page.getByText('Focus on a card that has labels')).toBeVisible();
  await page.goto('/app/b');
  await add('Seven');
  await expect(page.getByRole('link', { name: 'Seven', exact: true })).toBeVisible();
  await page.goto('/app/settings?section=subscription');
  await expect(page.getByRole('listitem').filter({ hasText: 'Your plan' })).toContainText('Pro');
});
