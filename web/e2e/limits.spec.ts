/** Rate limits as users see them: a message with the time to wait, which is also enough. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { fillLogIn, newUser, type User } from './support/users';

test.use({ serverEnvironment: { RATE_LIMITS: 'on' } });

/** A wait that is long enough to be shown on the page, in seconds. */
const NOTICEABLE = 4;

/** Tries wrong passwords until the server demands a noticeable wait. Returns how many were checked. */
async function tryUntilRejected(page: Page, { email }: User): Promise<number> {
  const statuses: number[] = [];
  const retryAfter = async () => {
    const answer = await page.request.post('/api/auth/login/', { data: { email, password: 'not the one' } });
    statuses.push(answer.status());
    return Number(answer.headers()['retry-after'] ?? 0);
  };
  await expect.poll(retryAfter, { intervals: [100], timeout: 60_000 }).toBeGreaterThanOrEqual(NOTICEABLE);
  const tries = statuses.filter((status) => status === 401).length;
  expect(tries).toBeLessThan(20);
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  return tries;
}

test('too many password attempts show a wait time and login works afterwards', async ({ page, consoleGuard }) => {
  const user = newUser();
  expect((await page.request.post('/api/auth/signup/', { data: user })).ok()).toBe(true);
  await page.goto('/auth?type=login');
  await fillLogIn(page, user);
  consoleGuard.allow(/status of 429.*\/api\/auth\/login\//);

  expect(await tryUntilRejected(page, user)).toBeGreaterThanOrEqual(10);
  await page.getByRole('button', { name: 'Log In' }).click();
  const rejection = page.getByRole('main').getByRole('alert');
  await expect(rejection).toHaveText(/^Too many requests\. Try again in \d+ seconds?\.$/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(user.email);

  const [seconds] = /\d+/.exec(await rejection.innerText()) ?? [];
  // Logging in works after that time: an earlier attempt is rejected without a penalty.
  const logIn = async () => {
    const [response] = await Promise.all([
      page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/auth/login/', { timeout: 10_000 }),
      page.getByRole('button', { name: 'Log In' }).click(),
    ]);
    expect(response.status()).toBe(200);
  };
  await expect(logIn).toPass({ intervals: [1_000], timeout: (Number(seconds) + 20) * 1000 });
  await expect(page.getByText('Successfully logged in!')).toBeVisible();
});

test('too many email requests show a wait time', async ({ page, consoleGuard }) => {
  const data = { email: 'ada@example.com' };
  for (let mail = 0; mail < 3; mail += 1) {
    const answer = await page.request.post('/api/auth/forgot-password/', { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  consoleGuard.allow(/status of 429.*\/api\/auth\/forgot-password\//);
  await page.goto('/auth?type=forgot');
  await page.getByRole('textbox', { name: 'Email' }).fill(data.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Too many requests\. Try again in \d+ minutes\.$/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(data.email);
});
