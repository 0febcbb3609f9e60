/** Settings > Profile with the real server: name, email, devices, export, log-out and deletion. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { authorization } from './support/api';
import { listNamed, openSeededBoard } from './support/board';
import { expect, test } from './support/test';
import { fillLogIn, logIn, logInViaApi, type User, storedTokens } from './support/users';
import { filesIn } from './support/zip';

const LOGIN = /\/auth\?type=login/;

/** How soon a browser notices that its login was ended: its live connection is closed, so it needs no request. */
const SOON = { timeout: 8_000 };

async function openProfile(page: Page): Promise<void> {
  await page.goto('/app/settings?section=profile');
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
}

const places = (page: Page) => page.getByRole('region', { name: 'Devices' }).getByRole('listitem');
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const password = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });

/** Returns a second browser in which the user is logged in, and shows Home. */
async function openSecondBrowser(anotherBrowser: () => Promise<Page>, user: User): Promise<Page> {
  const other = await anotherBrowser();
  await logInViaApi(other, user);
  await other.goto('/app');
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();
  return other;
}

test.beforeEach(({ consoleGuard }) => {
  // The browser logs every rejected request, and those aborted by the end of a login.
  consoleGuard.allow(/status of (401|403|409|422)|Error (validating|refreshing|fetching)|WebSocket/);
});

test('a changed name shows everywhere', async ({ accountPage: page }) => {
  await openProfile(page);
  await page.getByRole('textbox', { name: 'First name' }).fill('Augusta');
  await page.getByRole('textbox', { name: 'Last name' }).fill('  ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter your last name.');
  await expect(page.getByRole('textbox', { name: 'Last name' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Last name' }).fill('King');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('menu')).toContainText('Augusta King');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  // The greeting alternates with the date.
  await expect(page.getByText(/, Augusta/)).toBeVisible({ timeout: 12_000 });
  await openProfile(page);
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Augusta');
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('King');
});

test('a changed password logs out other devices and is required afterwards', async ({ page, account: user, anotherBrowser }) => {
  const other = await openSecondBrowser(anotherBrowser, user);
  await openProfile(page);
  await expect(places(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Change password' }).click();
  await password(page, 'Current password').fill('not the one');
  await password(page, 'New password').fill('battery staple 7');
  await dialogOf(page, 'Change password').getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong password. Check it and try again.');
  await expect(password(page, 'Current password')).toBeFocused();
  await password(page, 'Current password').fill(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Password changed. Other devices are logged out.')).toBeVisible();
  await expect(other).toHaveURL(LOGIN, SOON);
  await expect(places(page)).toHaveCount(1);

  // This browser stays logged in, even after a reload.
  await openProfile(page);
  await fillLogIn(other, user);
  await other.getByRole('button', { name: 'Log In' }).click();
  await expect(other.getByText('Wrong email or password.')).toBeVisible();
  await logIn(other, { ...user, password: 'battery staple 7' });
});

test('logging out one device requires a new login on that device only', { tag: '@long' }, async ({ page, account: user, anotherBrowser }) => {
  const other = await openSecondBrowser(anotherBrowser, user);
  await openProfile(page);
  await expect(places(page)).toHaveCount(2);
  await expect(places(page).first()).toContainText('This device');
  await expect(places(page).last()).toContainText(/Last active today, \d\d:\d\d/);
  await places(page).getByRole('button', { name: /^Log out / }).click();
  await password(page, 'Your password').fill('not the one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Wrong password. Check it and try again.');
  await expect(password(page, 'Your password')).toBeFocused();
  await password(page, 'Your password').fill(user.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Logged out. You’re still logged in on 1 device.')).toBeVisible();
  await expect(places(page)).toHaveCount(1);
  await expect(other).toHaveURL(LOGIN, SOON);
  expect(await storedTokens(other)).toEqual({ access: null, refresh: null });
  await openProfile(page);
  await expect(places(page)).toHaveCount(1);
});

test('logging out everywhere includes this device', { tag: '@long' }, async ({ page, account: user, anotherBrowser }) => {
  const other = await openSecondBrowser(anotherBrowser, user);
  await openProfile(page);
  const before = await storedTokens(page);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const dialog = dialogOf(page, 'Log out everywhere?');
  await password(page, 'Your password').fill('not the one');
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Wrong password. Check it and try again.');
  await password(page, 'Your password').fill(user.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(LOGIN);
  await expect(other).toHaveURL(LOGIN, SOON);
  expect(await storedTokens(page)).toEqual({ access: null, refresh: null });
  // Tokens copied before are invalid as well.
  const headers = authorization(before.access);
  expect((await page.request.get('/api/user/', { headers })).status()).toBe(401);
  const traded = await page.request.post('/api/auth/refresh/', { data: { refresh_token: before.refresh } });
  expect(traded.status()).toBe(401);
});

test('Log Out in the settings is real', async ({ accountPage: page }) => {
  await openProfile(page);
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(page).toHaveURL(LOGIN);
  expect(await storedTokens(page)).toEqual({ access: null, refresh: null });
});

test('the export archive contains the latest changes', async ({ page, account: user }) => {
  await openSeededBoard(page, 'Groceries', { Today: ['Bread'], Done: [] });
  // The last change may still be unsent when the export begins.
  await listNamed(page, 'Today').getByRole('button', { name: 'Add card' }).click();
  await page.getByRole('textbox', { name: 'Card title' }).fill('Milk & honey');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  await expect(page.getByText('Downloaded')).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^twentyfour-\d{4}-\d\d-\d\d\.zip$/);
  const files = filesIn(readFileSync(await download.path()));
  expect([...files.keys()].toSorted()).toEqual([
    'README.txt',
    'account.json',
    'activity.json',
    'attachments.json',
    'boards.json',
    'cards.csv',
    'focus-sessions.csv',
    'focus-sessions.json',
    'notes.json',
    'pictures.json',
    'webhooks.json',
  ]);
  const textOf = (name: string) => files.get(name)?.toString('utf8') ?? '';
  expect(textOf('account.json')).toContain(user.email);
  const { boards } = JSON.parse(textOf('boards.json'));
  expect(JSON.stringify(boards)).toContain('Groceries');
  expect(textOf('cards.csv')).toMatch(/Groceries.*Bread/);
  expect(textOf('cards.csv')).toMatch(/Groceries.*Milk & honey/);
  for (const content of files.values()) {
    expect(content.includes(user.password)).toBe(false);
  }
});

test('a deletion date is shown on every page and can be canceled', async ({ page, account: user, anotherBrowser }) => {
  const other = await openSecondBrowser(anotherBrowser, user);
  await openProfile(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = dialogOf(page, 'Delete your account?');
  await password(page, 'Your password').fill('not the one');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Wrong password. Check it and try again.');
  await expect(page.getByRole('complementary', { name: 'Account deletion' })).toBeHidden();
  await password(page, 'Your password').fill(user.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(other).toHaveURL(LOGIN, SOON);

  const day = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000);
  const words = day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Berlin' });
  const bar = page.getByRole('complementary', { name: 'Account deletion' });
  await expect(bar).toContainText(words);
  await expect(page.getByRole('region', { name: 'Delete account' })).toContainText(words);
  for (const path of ['/app', '/app/b', '/app/stats', '/app/settings']) {
    await page.goto(path);
    await expect(bar, path).toBeVisible();
  }
  // Logging in elsewhere also shows the banner, which can cancel the deletion.
  await logIn(other, user);
  const otherBar = other.getByRole('complementary', { name: 'Account deletion' });
  await otherBar.getByRole('button', { name: 'Keep my account' }).click();
  await expect(otherBar).toBeHidden();
  await openProfile(page);
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
});

test('an email changes once its link is opened', async ({ page, account: user, server }) => {
  await openProfile(page);
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = dialogOf(page, 'Change email');
  await dialog.getByRole('textbox', { name: 'New email' }).fill('countess@example.com');
  await password(page, 'Your password').fill(user.password);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Waiting for confirmation of countess@example.com')).toBeVisible();
  await expect(page.getByText(user.email).first()).toBeVisible();
  // Without a mail server, the email is in the log.
  const mail = /countess@example\.com|confirm/;
  const links = () => [...server.log.matchAll(/\S+\/auth\?type=confirm#token=[\w-]+/g)].map(([link]) => link);
  await expect.poll(() => mail.test(server.log) && links().length).toBeGreaterThanOrEqual(2);
  const link = links().at(-1) ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect(page).not.toHaveURL(/token/);
  await openProfile(page);
  await expect(page.getByText('countess@example.com').first()).toBeVisible();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText(/Waiting for confirmation/)).toBeHidden();
});

/** Returns when the stored access token expires, in milliseconds since 1970. Runs in the page. */
function tokenExpiry(): number {
  const claims = (localStorage.getItem('access_token') ?? '').split('.')[1] ?? '';
  const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number };
  return exp * 1000;
}

test.describe('with access tokens that live four seconds', () => {
  test.use({ serverEnvironment: { ACCESS_TOKEN_SECONDS: '4' } });

  test('two tabs use each refresh token once and stay logged in', { tag: '@long' }, async ({ signedInPage: page, context }) => {
    // Tokens must expire several times.
    test.slow();
    const traded: string[] = [];
    const failedRefreshes: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh/')) traded.push(request.postDataJSON().refresh_token);
    });
    context.on('response', (response) => {
      if (response.url().endsWith('/api/auth/refresh/') && !response.ok()) failedRefreshes.push(`${response.status()}`);
    });
    const second = await context.newPage();
    const tabs = [page, second];
    for (const tab of tabs) await openProfile(tab);
    // The next page may send a request again that was in flight when the page was left.
    traded.length = 0;
    for (let round = 0; round < 3; round += 1) {
      for (const tab of tabs) await tab.getByRole('link', { name: 'General' }).click();
      const expiry = await page.evaluate(tokenExpiry);
      await expect.poll(() => page.evaluate(() => Date.now()), { timeout: 20_000 }).toBeGreaterThan(expiry);
      const loads = tabs.map((tab) => tab.waitForResponse((answer) => answer.url().endsWith('/api/account/') && answer.ok()));
      // Both need the server at the same time.
      await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Profile' }).click()));
      await Promise.all(loads);
    }
    expect(traded.length).toBeGreaterThanOrEqual(3);
    expect(traded.filter((token, place) => traded.indexOf(token) !== place)).toEqual([]);
    expect(failedRefreshes).toEqual([]);
    for (const tab of tabs) {
      await expect(tab).toHaveURL(/section=profile$/);
      await expect(tab.getByRole('button', { name: 'Export' })).toBeVisible();
    }
  });
});
