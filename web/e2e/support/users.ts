/** Users with accounts, and helpers to log them in. */
import { type Page, expect } from '@playwright/test';
import type { Server } from './server';

export interface User {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
}

let userCount = 0;

/** Returns a user who has no account yet. */
export function newUser(): User {
  userCount += 1;
  return { first_name: 'Ada', last_name: 'Byron', email: `ada.${userCount}@example.com`, password: 'correct horse' };
}

/** Signs a user up and stores the tokens in the page, without the five seconds that the form takes. */
export async function signUpViaApi(page: Page, server: Pick<Server, 'url'>, user: User): Promise<void> {
  await authenticate(page, server.url, 'signup', user);
}

/** Logs a user in to the test's server and stores the tokens in the page, which shows no page of the app yet. */
export async function logInViaApi(page: Page, { email, password }: User): Promise<void> {
  await authenticate(page, '', 'login', { email, password });
}

async function authenticate(page: Page, url: string, action: 'login' | 'signup', data: object): Promise<void> {
  const response = await page.request.post(`${url}/api/auth/${action}/`, { data });
  expect(response.ok(), await response.text()).toBe(true);
  const { access_token, refresh_token } = await response.json();
  // Storage belongs to an origin. This response is small, and nothing in it reacts to the tokens.
  await page.goto(`${url}/api/health/`);
  await storeTokens(page, access_token, refresh_token);
}

/** Stores tokens under the keys given by the specification. */
export async function storeTokens(page: Page, access_token: string, refresh_token: string): Promise<void> {
  await page.evaluate(
    ([access, refresh]) => {
      localStorage.setItem('access_token', access ?? '');
      localStorage.setItem('refresh_token', refresh ?? '');
    },
    [access_token, refresh_token],
  );
}

/** Returns the tokens stored under the specified keys. */
export async function storedTokens(page: Page): Promise<{ access: string | null; refresh: string | null }> {
  return page.evaluate(() => ({
    access: localStorage.getItem('access_token'),
    refresh: localStorage.getItem('refresh_token'),
  }));
}

/** Fills in the signup form on /auth and submits it. */
export async function fillSignUp(page: Page, user: User): Promise<void> {
  await page.getByRole('textbox', { name: 'First name' }).fill(user.first_name);
  await page.getByRole('textbox', { name: 'Last name' }).fill(user.last_name);
  await fillLogIn(page, user);
}

/** Fills in the fields that both forms share. */
export async function fillLogIn(page: Page, user: Pick<User, 'email' | 'password'>): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
}

/** Logs in with the form, and continues to Home immediately. */
export async function logIn(page: Page, user: User): Promise<void> {
  await page.goto('/auth?type=login');
  await fillLogIn(page, user);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/app$/);
}
