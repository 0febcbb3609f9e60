import type { Page } from '@playwright/test';
import { addBoard } from './support/board';
import { expect, test } from './support/test';
import { fillLogIn, newUser, signUpViaApi, storedTokens, storeTokens } from './support/users';

/** Records the API's responses to a page from now on, such as `POST /auth/refresh/ 200`. */
function watchAnswers(page: Page): string[] {
  const answers: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) answers.push(`${response.request().method()} ${pathname.slice(4)} ${response.status()}`);
  });
  return answers;
}

/** Waits until the stored access token has at most this many seconds left. */
async function waitForExpiry(page: Page, secondsLeft: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { access } = await storedTokens(page);
        const payload = Buffer.from(access?.split('.')[1] ?? '', 'base64url').toString();
        return (JSON.parse(payload) as { exp: number }).exp - Date.now() / 1000;
      },
      { timeout: 20_000 },
    )
    .toBeLessThanOrEqual(secondsLeft);
}

/** Fails unless the responses contain these in this order. */
function expectInOrder(answers: readonly string[], ...expected: string[]): void {
  let from = 0;
  for (const answer of expected) {
    const at = answers.indexOf(answer, from);
    expect(at, `${answer} in ${answers.join(', ')}`).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
}

const RENEWED = 'POST /auth/refresh/ 200';
const ENDED = 'Your session ended. Log in to continue.';

/**
 * Waits until the validation of the stored token failed with a 401, the tokens were then refreshed, and the user was
 * loaded.
 */
async function expectRejectedAndRenewed(answers: readonly string[]): Promise<void> {
  const expected = ['POST /auth/validate-token/ 401', RENEWED, 'GET /user/ 200'];
  await expect.poll(() => expected.filter((answer) => !answers.includes(answer))).toEqual([]);
  const rejected = answers.findIndex((answer) => answer.endsWith(' 401'));
  expect(rejected, answers.join(', ')).toBeLessThan(answers.indexOf(RENEWED));
}

test.describe('with access tokens that live twelve seconds', () => {
  test.use({ serverEnvironment: { ACCESS_TOKEN_SECONDS: '12' } });

  test('a token that is about to expire is renewed before it is used', { tag: '@long' }, async ({ signedInPage: page }) => {
    const first = await storedTokens(page);
    // The core renews a token with less than ten seconds left.
    await waitForExpiry(page, 9);
    const answers = watchAnswers(page);
    await addBoard(page, 'Groceries');
    await expect.poll(() => answers).toContain('POST /boards/create-board/ 200');
    expectInOrder(answers, RENEWED, 'POST /boards/create-board/ 200');
    expect(answers.filter((answer) => answer.endsWith(' 401'))).toEqual([]);
    const second = await storedTokens(page);
    expect(second.access).not.toBe(first.access);
    expect(second.refresh).not.toBe(first.refresh);
  });
});

test.describe('with a clock that is wrong', () => {
  // A token that is new and about to expire means that the device clock is wrong, so the core ignores it and relies on the server's 401.
  test.use({ serverEnvironment: { ACCESS_TOKEN_SECONDS: '5' } });

  test('a token rejected with 401 is refreshed', { tag: '@long' }, async ({ page, server, consoleGuard }) => {
    // The browser logs every 401, and the core logs the specified message for an invalid token.
    consoleGuard.allow(/status of 401|Error validating token|WebSocket connection/);
    // The live connection would refresh the token by itself.
    await page.routeWebSocket(/\/api\/live/, (socket) => void socket.close());
    await signUpViaApi(page, server, newUser());
    await page.goto('/app/b');
    await expect(page.getByRole('heading', { name: 'No Boards Found' })).toBeVisible();

    await waitForExpiry(page, -1);
    const answers = watchAnswers(page);
    await page.reload();
    // A page that has just opened trusts its clock, so it renews the token before it uses it.
    await expect.poll(() => answers).toContain('GET /user/ 200');
    expectInOrder(answers, RENEWED, 'GET /user/ 200');

    await waitForExpiry(page, -1);
    answers.length = 0;
    await page.getByRole('button', { name: 'Add Board' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add New Board' });
    await dialog.getByRole('textbox', { name: 'Board Name' }).fill('Groceries');
    await dialog.getByRole('button', { name: 'Add Board' }).click();
    await expect.poll(() => answers).toContain('POST /boards/create-board/ 200');
    expectInOrder(answers, 'POST /boards/create-board/ 401', RENEWED, 'POST /boards/create-board/ 200');
    await expect(page).not.toHaveURL(/\/auth/);
  });
});

test.describe('tokens that are not valid', () => {
  test('a foreign access token is refreshed', async ({ page, server, consoleGuard }) => {
    consoleGuard.allow(/status of 401|Error validating token/);
    await signUpViaApi(page, server, newUser());
    const { refresh } = await storedTokens(page);
    await storeTokens(page, 'nonsense', refresh ?? '');
    const answers = watchAnswers(page);
    await page.goto('/app/b');
    await expect(page.getByRole('heading', { name: 'No Boards Found' })).toBeVisible();
    await expectRejectedAndRenewed(answers);
    const after = await storedTokens(page);
    expect(after.access).not.toBe('nonsense');
    expect(after.refresh).not.toBe(refresh);
  });

  test('without a valid token the login page explains it and returns afterwards', async ({ page, server, consoleGuard }) => {
    consoleGuard.allow(/status of 401|Error (validating|refreshing) token/);
    const user = newUser();
    await signUpViaApi(page, server, user);
    await storeTokens(page, 'nonsense', 'nonsense');
    const answers = watchAnswers(page);
    await page.goto('/app/settings?section=profile');
    await expect(page).toHaveURL(/\/auth\?type=login/);
    await expect(page.getByText(ENDED, { exact: true }).first()).toBeVisible();
    await expect.poll(() => storedTokens(page)).toEqual({ access: null, refresh: null });
    expect(answers).toEqual(expect.arrayContaining(['POST /auth/validate-token/ 401', 'POST /auth/refresh/ 401']));
    await fillLogIn(page, user);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/app\/settings\?section=profile$/);
  });

  test('every tab shows that the session ended and returns to its page; a log-out shows nothing', async ({ page, user, consoleGuard }) => {
    consoleGuard.allow(/status of 401|Error (validating|refreshing) token/);
    const tabs = [page, await page.context().newPage()] as const;
    const [first, second] = tabs;
    await second.goto('/app/stats');
    await expect(second.getByRole('heading', { name: 'My Stats' })).toBeVisible();
    // A tab gets no storage event for its own writes, so the first tab keeps its tokens. The second tab shows no app while they are
    // stored: its session would end before the app opens on the page, and a login page that was just loaded shows no message.
    await second.goto('about:blank');
    await storeTokens(first, 'nonsense', 'nonsense');
    await second.goto('/app/stats');
    for (const tab of tabs) {
      await expect(tab).toHaveURL(/\/auth\?type=login/);
      await expect(tab.getByRole('note')).toHaveText(ENDED);
    }
    await fillLogIn(first, user);
    await first.getByRole('button', { name: 'Log In' }).click();
    await first.getByRole('button', { name: 'Continue' }).click();
    await expect(first).toHaveURL(/\/app$/);
    await expect(second).toHaveURL(/\/app\/stats$/);

    await first.getByRole('button', { name: 'Account' }).click();
    await first.getByRole('menuitem', { name: 'Log Out' }).click();
    for (const tab of tabs) {
      await expect(tab.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
      await expect(tab.getByRole('note')).toHaveCount(0);
    }
  });

  test('a logged-in user is redirected from /auth to the app', async ({ accountPage: page }) => {
    await page.goto('/auth?type=login');
    await expect(page).toHaveURL(/\/app$/);
  });
});

test.describe('with an unreachable server', () => {
  test('the app opens from local data and keeps both tokens', async ({ signedInPage: page, server, consoleGuard }) => {
    consoleGuard.allow(/ERR_CONNECTION_REFUSED|Error (validating token|fetching [a-z ]+)/);
    const before = await storedTokens(page);
    // The page itself was loaded; only the API is unreachable.
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

  test('a server error is not shown as a lost connection', async ({ accountPage: page, consoleGuard }) => {
    consoleGuard.allow(/status of 500|Error creating board/);
    await page.route('**/api/boards/create-board/', (route) => route.fulfill({ status: 500, json: { code: 'internal', message: '' } }));
    await page.goto('/app/b');
    await page.getByRole('button', { name: 'Add Board' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add New Board' });
    await dialog.getByRole('textbox', { name: 'Board Name' }).fill('Groceries');
    await dialog.getByRole('button', { name: 'Add Board' }).click();
    const mark = page.getByRole('button', { name: 'Server error. Your changes are saved and will be sent again.' });
    await expect(mark).toBeVisible();
    await expect(page.getByRole('button', { name: /You’re offline/ })).toHaveCount(0);
    await mark.click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    // The server is reachable again, so the next attempt succeeds.
    await page.unroute('**/api/boards/create-board/');
    await expect(mark).toHaveCount(0);
  });

  test('a failed login shows an error and works later', async ({ page, consoleGuard, server }) => {
    consoleGuard.allow(/ERR_CONNECTION_REFUSED|Error fetching features/);
    const user = newUser();
    await page.request.post(`${server.url}/api/auth/signup/`, { data: user });
    await page.goto('/auth?type=login');
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('textbox', { name: 'Email' }).fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('Something went wrong. Please try again.').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(user.email);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/app$/);
  });
});
