import { addBoard } from './support/board';
import { newPerson, signUpThroughApi, storeTokens, storedTokens } from './support/people';
import { expect, test } from './support/test';

test.describe('with access tokens that live twelve seconds', () => {
  test.use({ serverEnvironment: { ACCESS_TOKEN_SECONDS: '12' } });

  test('a token that has run out meanwhile is renewed before it is used, and nobody notices', { tag: '@long' }, async ({ signedInPage: page }) => {
    const first = await storedTokens(page);
    await page.waitForTimeout(13_000);
    await addBoard(page, 'Groceries');
    const second = await storedTokens(page);
    expect(second.access).not.toBe(first.access);
    expect(second.refresh).not.toBe(first.refresh);
    await page.waitForTimeout(13_000);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Groceries' })).toBeVisible();
    await expect(page).toHaveURL(/\/app\/b\/groceries/);
    await expect.poll(async () => (await storedTokens(page)).refresh).not.toBe(second.refresh);
  });
});

test.describe('with a clock that is wrong', () => {
  test.use({ serverEnvironment: { ACCESS_TOKEN_SECONDS: '2' } });

  test('a token that only the server knows to have run out is renewed when it says so', { tag: '@long' }, async ({ signedInPage: page, quietConsole }) => {
    // The browser writes a line for every 401, and the core the specified words for a token that is not valid.
    quietConsole.allow(/status of 401|Error validating token/);
    await page.waitForTimeout(2_500);
    await addBoard(page, 'Groceries');
    await page.waitForTimeout(2_500);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Groceries' })).toBeVisible();
    await page.waitForTimeout(2_500);
    await page.goto('/app/b');
    await expect(page.getByRole('link', { name: 'Groceries' })).toBeVisible();
  });
});

test.describe('tokens that are not valid', () => {
  test('an access token that is none of ours is traded for a new one', async ({ page, server, quietConsole }) => {
    quietConsole.allow(/status of 401|Error validating token/);
    await signUpThroughApi(page, server, newPerson());
    const { refresh } = await storedTokens(page);
    await storeTokens(page, 'nonsense', refresh ?? '');
    await page.goto('/app/b');
    await expect(page.getByRole('heading', { name: 'No Boards Found' })).toBeVisible();
    const after = await storedTokens(page);
    expect(after.access).not.toBe('nonsense');
    expect(after.refresh).not.toBe(refresh);
  });

  test('with no valid token at all the way leads to logging in, and both are forgotten', async ({ page, quietConsole }) => {
    quietConsole.allow(/status of 401|Error (validating|refreshing) token/);
    await page.goto('/');
    await storeTokens(page, 'nonsense', 'nonsense');
    await page.goto('/app/b');
    await expect(page).toHaveURL(/\/auth\?type=login/);
    await expect.poll(() => storedTokens(page)).toEqual({ access: null, refresh: null });
  });

  test('somebody who is signed in is led from /auth to the app', async ({ signedInPage: page }) => {
    await page.goto('/auth?type=login');
    await expect(page).toHaveURL(/\/app$/);
  });
});

test.describe('with the server away', () => {
  test('the app opens on what it has, and both tokens stay', async ({ signedInPage: page, server, quietConsole }) => {
    quietConsole.allow(/ERR_CONNECTION_REFUSED|Error (validating token|fetching [a-z ]+)/);
    const before = await storedTokens(page);
    // The page itself has come; only the API does not answer.
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page).toHaveURL(/\/app$/);
    expect(await storedTokens(page)).toEqual(before);

    await page.unroute('**/api/**');
    await server.kill();
    await server.start();
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect((await storedTokens(page)).refresh).not.toBeNull();
  });

  test('logging in says that something went wrong, and works later', async ({ page, quietConsole, server }) => {
    quietConsole.allow(/ERR_CONNECTION_REFUSED|Error fetching what the server offers/);
    const person = newPerson();
    await page.request.post(`${server.url}/api/auth/signup/`, { data: person });
    await page.goto('/auth?type=login');
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('Something went wrong. Please try again.').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/app$/);
  });
});
