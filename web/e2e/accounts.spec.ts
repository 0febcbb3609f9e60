/**
 * Several accounts in one browser: stored data is separate for each account, and no account sees or sends another's.
 */
import { cardTitled, drag, expectLayout, expectSent, expectUnsent, listNamed, openSeededBoard } from './support/board';
import { logIn, newUser } from './support/users';
import { storedKeys } from './support/storage';
import { expect, OFFLINE_ERRORS, test } from './support/test';

const begin = { Today: ['Bread', 'Milk'], Done: [] };
const changed: [string, string[]][] = [
  ['Today', ['Bread']],
  ['Done', ['Milk']],
];

test.beforeEach(async ({ accountPage: page, consoleGuard }) => {
  consoleGuard.allow(OFFLINE_ERRORS);
  await openSeededBoard(page, 'Diary', begin);
  // The account menu is loaded once the page is idle. Tests that stop the server could not load it any more.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('AccountMenuPanel')));
});

test('logging out removes all account data from the browser', async ({ page }) => {
  const storedUser = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}');
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.startsWith(`${storedUser.id}/`))).toBe(true);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await expect.poll(async () => (await storedKeys(page)).filter((key) => key.includes(storedUser.id))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|user/.test(key)))).toEqual([]);
});

test('logging out with unsent changes asks and can be canceled', async ({ page, server }) => {
  await server.kill();
  await drag(page, cardTitled(page, 'Milk'), listNamed(page, 'Done'), 'middle');
  await expectUnsent(page, 1);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText(/1 change/);
  await dialog.getByRole('button', { name: /Stay/ }).click();
  await expect(dialog).toBeHidden();
  await expectLayout(page, changed);
  await server.start();
  await expectSent(page);
});

test('an expired session keeps unsent changes for the same account only', async ({
  page,
  account: user,
  server,
}) => {
  const address = page.url();
  const ada = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}');
  await server.kill();
  await drag(page, cardTitled(page, 'Milk'), listNamed(page, 'Done'), 'middle');
  await expectUnsent(page, 1);
  // The open page still has valid tokens, and would send its changes as soon as the server is back.
  await page.route('**/ops/', (route) => route.abort());
  await server.start();
  // The session has expired: both tokens are invalid.
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'x.y.z');
    localStorage.setItem('refresh_token', 'spent');
  });
  await page.goto(address);
  await expect(page).toHaveURL(/\/auth/);
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.startsWith(`${ada.id}/kept/outbox/`))).toBe(true);
  await page.unroute('**/ops/');

  const eve = { ...newUser(), email: 'eve@example.com' };
  await page.request.post(`${server.url}/api/auth/signup/`, { data: eve });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/ops/')) sent.push(request.url());
  });
  await logIn(page, eve);
  await page.goto('/app/b');
  await expect(page.getByRole('heading', { name: 'No Boards Found' })).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Board not found' })).toBeVisible();
  expect(sent).toEqual([]);
  expect((await storedKeys(page)).some((key) => key.startsWith(`${ada.id}/kept/outbox/`))).toBe(true);

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await logIn(page, user);
  await page.goto(address);
  await expectLayout(page, changed);
  await expectSent(page);
});

test('logging out everywhere also asks before unsent changes are lost', { tag: '@long' }, async ({ page, account: user, server }) => {
  await server.kill();
  await drag(page, cardTitled(page, 'Milk'), listNamed(page, 'Done'), 'middle');
  await expectUnsent(page, 1);
  await server.start();
  // The API is back, except for sending changes.
  await page.route('**/ops/', (route) => route.abort());
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const confirmDialog = page.getByRole('dialog', { name: 'Log out everywhere?' });
  await confirmDialog.getByLabel('Your password', { exact: true }).fill(user.password);
  await confirmDialog.getByRole('button', { name: 'Log out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Some changes haven’t been sent' });
  await expect(dialog).toContainText(/1 change/);
  await dialog.getByRole('button', { name: 'Log out anyway' }).click();
  await expect(page).toHaveURL(/\/auth/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|user/.test(key)))).toEqual([]);
});
