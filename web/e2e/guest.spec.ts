/** Guests: everything works in one browser, and moves to an account exactly once, wherever the connection breaks. */
import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { callApi } from './support/api';
import { addBoard, expectLayout, expectSent, fillBoard } from './support/board';
import { enterAsGuest } from './support/guest';
import { writeNote } from './support/notes';
import { Server } from './support/server';
import { storedKeys } from './support/storage';
import { expect, test } from './support/test';
import { setLength, showTimer } from './support/timer';
import { fillSignUp, newUser, type User } from './support/users';

const BOARD: Record<string, string[]> = { 'To do': ['Bread', 'Milk'], Done: [] };

/** Creates a board with two cards, and a note. */
async function createData(page: Page): Promise<void> {
  await addBoard(page, 'Groceries');
  await fillBoard(page, BOARD);
  await expectLayout(page, Object.entries(BOARD));
  await writeNote(page, 'Buy a bag');
}

/** Returns what the server has stored for the user logged in on a page. */
async function storedOnServer(page: Page): Promise<{ boards: string[]; cards: number; notes: number }> {
  const boards: { name: string; slug: string }[] = await callApi(page, 'GET', '/boards/get-boards/');
  const contents: { cards: unknown[] }[] = await Promise.all(boards.map(({ slug }) => callApi(page, 'GET', `/boards/${slug}/`)));
  const { notes } = await callApi(page, 'GET', '/notes/?since=0');
  return { boards: boards.map(({ name }) => name), cards: contents.flatMap(({ cards }) => cards).length, notes: notes.length };
}

const ALL = { boards: ['Groceries'], cards: 2, notes: 1 };

// WebKit does not open a database while a page in its back/forward cache is creating it.
test('the browser asks before it closes a page whose changes wait for the database', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await enterAsGuest(page, 'Grace');
  await addBoard(page, 'Groceries');
  const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
});

test('a guest has all features and a sign-up notice', async ({ page, context }) => {
  const authorizedRequests: string[] = [];
  context.on('request', (request) => {
    if (request.headers().authorization) authorizedRequests.push(request.url());
  });
  await enterAsGuest(page, 'Grace');
  await expect(page.getByText(/Grace/)).toBeVisible();
  await expect(page.getByText('Your data is only in this browser. Sign up to keep it.')).toBeVisible();
  await createData(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveText('Buy a bag');

  await page.goto('/app/stats');
  await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await page.goto('/app/tasks');
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
  await page.goto('/app/trash');
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
  await page.goto('/app/settings?section=profile');
  await expect(page.getByText('You’re using Twentyfour as a guest')).toBeVisible();
  await page.getByRole('link', { name: 'Subscription' }).click();
  await expect(page.getByRole('heading', { name: 'No subscription' })).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menuitem', { name: 'Log Out' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Sign Up' }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Grace');
  await expect(page.getByText('Your guest data will move to your account.')).toBeVisible();
  expect(authorizedRequests, 'a guest sends no authorized request').toEqual([]);
});

test('signing up with a running timer keeps the timer, and moves everything', async ({ page }) => {
  await enterAsGuest(page, 'Grace');
  await createData(page);
  await page.goto('/app');
  await showTimer(page);
  await setLength(page, '40', '0');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await fillSignUp(page, newUser());
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(page.getByText('Your data is only in this browser.')).toHaveCount(0);
  await expectSent(page);
  expect(await storedOnServer(page)).toEqual(ALL);
  expect((await storedKeys(page)).filter((key) => key.startsWith('guest/'))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('name'))).toBeNull();
});

test('erasing deletes all guest data after a confirmation', async ({ page }) => {
  await enterAsGuest(page, 'Grace');
  await createData(page);
  await page.goto('/app/settings?section=profile');
  await page.getByRole('button', { name: 'Delete guest data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await storedKeys(page)).some((key) => key.startsWith('guest/'))).toBe(true);
  await page.getByRole('button', { name: 'Delete guest data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete guest data' }).click();
  await expect(page).toHaveURL(/\/auth\?type=login$/);
  await expect.poll(async () => (await storedKeys(page)).filter((key) => key.startsWith('guest/'))).toEqual([]);
  await page.goto('/app');
  await expect(page).toHaveURL(/\/auth\?type=login$/);
});

/** What happens to the request at which the connection breaks. */
type Fate = 'never arrives' | 'loses its response';

/** Returns whether a request is one of the API calls of the move. */
const isOfMove = (request: Request) => /\/api\/(auth\/(signup|login)|user|boards|notes|preferences|focus)/.test(request.url());

/**
 * Signs a guest up with a new browser and server, where one request fails. A new server is needed because guest data
 * can move to one account only. Returns the number of requests.
 */
async function move(browser: Browser, state: StoredState, cut: number, fate: Fate, watch: (context: BrowserContext) => void): Promise<number> {
  const server = await Server.start({});
  const { url } = server;
  const origins = state.origins.map((stored) => ({ ...stored, origin: url }));
  const context = await browser.newContext({ storageState: { ...state, origins }, baseURL: url });
  watch(context);
  let count = 0;
  await context.route('**/api/**', async (route) => {
    if (!isOfMove(route.request()) || count++ !== cut) return route.continue();
    if (fate === 'loses its response') await route.fetch();
    return route.abort('connectionreset');
  });
  const page = await context.newPage();
  const user = newUser();
  await page.goto('/auth?type=signup');
  await fillSignUp(page, user);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await finishSignUp(page, user);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Boards', exact: true }).click();
  await expectSent(page);
  await expect.poll(() => storedOnServer(page), { message: `request ${cut} ${fate}` }).toEqual(ALL);
  await expect(page.getByRole('link', { name: /Groceries/ })).toHaveCount(1);
  expect((await storedKeys(page)).filter((key) => key.startsWith('guest/'))).toEqual([]);
  await context.close();
  await server.dispose();
  return count;
}

/** Retries until the panel behind the form is shown, as a user with a broken connection would. */
async function finishSignUp(page: Page, user: User): Promise<void> {
  const panel = page.getByRole('button', { name: 'Continue' });
  const failed = page.getByRole('alert').first();
  await expect(panel.or(failed)).toBeVisible();
  if (await panel.isVisible()) return panel.click();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const taken = page.getByText('An account with this email already exists.');
  await expect(panel.or(taken)).toBeVisible();
  if (await panel.isVisible()) return panel.click();
  // The account was created, but the response was lost.
  await page.goto('/auth?type=login');
  await page.getByRole('textbox', { name: 'Email' }).fill(user.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(user.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await panel.click();
}

type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>;

for (const fate of ['never arrives', 'loses its response'] satisfies Fate[]) {
  test(`the move is complete and happens once even if a request ${fate}${fate === 'never arrives' ? ' @long' : ''}`, async ({
    page,
    context,
    browser,
    consoleGuard,
    secrets,
  }) => {
    test.setTimeout(240_000);
    consoleGuard.allow(/ERR_CONNECTION_RESET|Error fetching|Error validating|status of 4\d\d|WebSocket/);
    await enterAsGuest(page, 'Grace');
    await createData(page);
    const state = await context.storageState({ indexedDB: true });
    const watch = (other: BrowserContext) => {
      consoleGuard.watch(other);
      secrets.watch(other);
    };
    const undisturbed = await move(browser, state, -1, fate, watch);
    expect(undisturbed).toBeGreaterThan(4);
    // Two at once, because the app waits before it sends a failed request again.
    for (let cut = 0; cut < undisturbed; cut += 2) {
      const cuts = [cut, cut + 1].filter((number) => number < undisturbed);
      await Promise.all(cuts.map((number) => move(browser, state, number, fate, watch)));
    }
  });
}
