/** "Continue with Google" with a fake OpenID provider. */
import { type Page } from '@playwright/test';
import { authorization, callApi } from './support/api';
import { type Claims, OpenIdProvider } from './support/openid-provider';
import { logIn, newUser, storedTokens } from './support/users';
import { expect, test as base } from './support/test';

/** A user whom the provider knows. */
const ADA: Claims = {
  sub: 'ada-at-the-provider',
  email: 'ada@example.com',
  email_verified: true,
  hd: 'example.com',
  given_name: 'Ada',
  family_name: 'Byron',
};

const test = base.extend<{ unregistered: OpenIdProvider; provider: OpenIdProvider }>({
  // Each needs the other's URL: the provider listens first, then the server starts, and then it is registered at the
  // provider.
  unregistered: async ({}, use) => {
    const provider = await OpenIdProvider.start({ ...ADA });
    await use(provider);
    await provider.dispose();
  },

  serverEnvironment: async ({ unregistered }, use) => use(unregistered.settings),

  provider: [
    async ({ unregistered, server }, use) => {
      unregistered.register(server.url);
      await use(unregistered);
    },
    { auto: true },
  ],
});

/** Opens the provider's page with the button. */
async function openProvider(page: Page, type: 'login' | 'signup' = 'login'): Promise<void> {
  await page.goto(`/auth?type=${type}`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
}

/** Logs in at the provider, and continues to Home immediately. */
async function logInWithGoogle(page: Page, type: 'login' | 'signup' = 'login'): Promise<void> {
  await openProvider(page, type);
  await page.getByRole('button', { name: /^Continue as/ }).click();
  await continueToHome(page);
}

async function continueToHome(page: Page): Promise<void> {
  await expect(page.getByText('Successfully logged in!')).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Returns the server's record of the user logged in on a page. */
async function fetchCurrentUser(page: Page): Promise<Record<string, unknown>> {
  return (await callApi(page, 'GET', '/user/')).user[0];
}

test('the first login creates the account, and no URL contains a token', async ({ page, server, context }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  page.on('response', (response) => addresses.push(response.headers().location ?? ''));
  await logInWithGoogle(page, 'signup');
  const currentUser = await fetchCurrentUser(page);
  expect(currentUser).toMatchObject({ first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', is_verified: true });
  const { access, refresh } = await storedTokens(page);
  expect(access && refresh).toBeTruthy();
  expect(addresses.filter((address) => address.includes('/api/auth/google/callback')).length).toBeGreaterThan(0);
  expect(addresses.filter((address) => address.includes(access ?? '') || address.includes(refresh ?? ''))).toEqual([]);
  // Every JWT begins like this, including the provider's.
  expect(addresses.filter((address) => /eyJ[\w-]+\.eyJ/.test(address))).toEqual([]);
  expect((await context.cookies(server.url)).filter(({ name }) => name.includes('google'))).toEqual([]);
  // Still logged in after a reload.
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('the second login finds the account, in another browser and after logging out', async ({ page, anotherBrowser }) => {
  await logInWithGoogle(page);
  const { id } = await fetchCurrentUser(page);
  const other = await anotherBrowser();
  await logInWithGoogle(other);
  expect((await fetchCurrentUser(other)).id).toBe(id);

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/auth\?type=login$/);
  // The provider still has a session, and does not ask again.
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueToHome(page);
  expect((await fetchCurrentUser(page)).id).toBe(id);
});

test('login returns to the page that was requested', { tag: '@long' }, async ({ page }) => {
  await page.goto('/app/settings?section=timer');
  await expect(page).toHaveURL(/\/auth\?type=login$/);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: /^Continue as/ }).click();
  await expect(page.getByText('Successfully logged in!')).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/settings\?section=timer$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  // The target is used once: the next login leads to Home.
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/auth\?type=login$/);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueToHome(page);
});

test('google login finds an account by its confirmed email and keeps its password', { tag: '@long' }, async ({ page, server, anotherBrowser }) => {
  const user = { ...newUser(), email: ADA.email };
  const signedUp = await (await page.request.post(`${server.url}/api/auth/signup/`, { data: user })).json();
  // Without a mail server, the link is in the log.
  const link = /type=confirm#token=([\w-]+)/;
  await expect.poll(() => link.test(server.log)).toBe(true);
  const confirmed = await page.request.post(`${server.url}/api/auth/confirm-email/`, { data: { token: link.exec(server.log)?.[1] } });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);

  await logInWithGoogle(page);
  expect((await fetchCurrentUser(page)).id).toBe(signedUp.user[0].id);
  const other = await anotherBrowser();
  await logIn(other, user);
  expect((await fetchCurrentUser(other)).id).toBe(signedUp.user[0].id);
});

test('an email that the provider does not manage needs the password of its account once', async ({ page, server, provider, consoleGuard }) => {
  consoleGuard.allow(/status of 403/);
  const user = { ...newUser(), email: ADA.email };
  const signedUp = await (await page.request.post(`${server.url}/api/auth/signup/`, { data: user })).json();
  delete provider.user.hd;
  await openProvider(page);
  await page.getByRole('button', { name: /^Continue as/ }).click();
  await expect(page.getByRole('heading', { name: 'Link Google to your account' })).toBeVisible();
  await page.reload();
  await page.getByLabel('Password', { exact: true }).fill('wrong horse');
  await page.getByRole('button', { name: 'Link and log in' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Wrong password/);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Link and log in' }).click();
  await continueToHome(page);
  expect((await fetchCurrentUser(page)).id).toBe(signedUp.user[0].id);

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueToHome(page);
});

test('an account created with a foreign email goes to its owner only', async ({ page, server, consoleGuard }) => {
  consoleGuard.allow(/status of 401/);
  const squatter = { ...newUser(), email: ADA.email };
  const signedUp = await (await page.request.post(`${server.url}/api/auth/signup/`, { data: squatter })).json();
  await logInWithGoogle(page);
  expect(await fetchCurrentUser(page)).toMatchObject({ id: signedUp.user[0].id, is_verified: true });
  const rejected = await page.request.post(`${server.url}/api/auth/login/`, { data: squatter });
  expect(rejected.status()).toBe(401);
  const headers = authorization(signedUp.access_token);
  expect((await page.request.get(`${server.url}/api/user/`, { headers })).status()).toBe(401);
});

for (const [what, act] of [
  ['who says no', (page: Page) => page.getByRole('button', { name: 'Cancel' }).click()],
  [
    'whose email the provider has not verified',
    async (page: Page, provider: OpenIdProvider) => {
      provider.user.email_verified = false;
      await page.getByRole('button', { name: /^Continue as/ }).click();
    },
  ],
] as const) {
  test(`a user ${what} sees why and stays on the page`, async ({ page, provider }) => {
    await openProvider(page);
    await act(page, provider);
    await expect(page.getByText('Google login failed. Please try again.')).toBeVisible();
    await expect(page).toHaveURL(/\/auth\?type=login/);
    expect(await storedTokens(page)).toEqual({ access: null, refresh: null });
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  });
}

base('without a client there is no button', async ({ page, server }) => {
  const known = page.waitForResponse((response) => response.url().includes('/api/features'));
  await page.goto('/auth?type=login');
  expect(await (await known).json()).toMatchObject({ google: false });
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
  expect((await page.request.get(`${server.url}/api/auth/google/`)).status()).toBe(501);
});
