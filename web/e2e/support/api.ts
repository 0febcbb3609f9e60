/** Requests to the HTTP API, sent with the token of a page's user, as another device of the user would. */
import { type Page, expect } from '@playwright/test';
import { storedTokens } from './users';

/** Returns the header that authenticates a request with an access token. */
export function authorization(access_token: string | null): { Authorization: string } {
  return { Authorization: `Bearer ${access_token}` };
}

/** Sends a request to a path below `/api` and returns the JSON of its response, which must be a success. */
export async function callApi(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, data?: unknown): Promise<any> {
  const { access } = await storedTokens(page);
  const response = await page.request.fetch(`/api${path}`, { method, headers: authorization(access), data });
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.json();
}

/** Changes preferences of the page's user. An open page that is not live needs a reload to show them. */
export async function setPreferences(page: Page, preferences: Record<string, unknown>): Promise<void> {
  await callApi(page, 'PUT', '/preferences/', preferences);
}
