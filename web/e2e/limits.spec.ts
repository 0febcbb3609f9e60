/** Limits, as those meet them who ask too often: in words, with how long to wait, and not for longer than that. */
import type { Page } from '@playwright/test';
import { fillLogIn, newPerson, type Person } from './support/people';
import { expect, test } from './support/test';

test.use({ serverEnvironment: { RATE_LIMITS: 'on' } });

/** A wait that is long enough to be met on the page, in seconds. */
const NOTICEABLE = 4;

/** Tries wrong passwords, as often as the server lets it, until it has to wait for long. Gives how many were tried. */
async function tryUntilRefused(page: Page, { email }: Person): Promise<number> {
  for (let tries = 0; tries < 20; ) {
    const answer = await page.request.post('/api/auth/login/', { data: { email, password: 'not the one' } });
    expect([401, 429]).toContain(answer.status());
    const seconds = Number(answer.headers()['retry-after'] ?? 0);
    if (seconds >= NOTICEABLE) return tries;
    if (answer.status() === 401) tries += 1;
    else await page.waitForTimeout(seconds * 1000);
  }
  throw new Error('nothing was refused');
}

test('who tries a password too often is told how long to wait, and can log in after that', async ({ page, quietConsole }) => {
  const person = newPerson();
  expect((await page.request.post('/api/auth/signup/', { data: person })).ok()).toBe(true);
  await page.goto('/auth?type=login');
  await fillLogIn(page, person);
  quietConsole.allow(/status of 429.*\/api\/auth\/login\//);

  expect(await tryUntilRefused(page, person)).toBeGreaterThanOrEqual(10);
  await page.getByRole('button', { name: 'Log In' }).click();
  const refusal = page.getByRole('main').getByRole('alert');
  await expect(refusal).toHaveText(/^That was too often\. Try again in \d+ seconds?\.$/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);

  const [seconds] = /\d+/.exec(await refusal.innerText()) ?? [];
  await page.waitForTimeout(Number(seconds) * 1000);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('Successfully logged in!')).toBeVisible();
});

test('who asks for too many mails is told how long to wait', async ({ page, quietConsole }) => {
  const data = { email: 'ada@example.com' };
  for (let mail = 0; mail < 3; mail += 1) {
    const answer = await page.request.post('/api/auth/forgot-password/', { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  quietConsole.allow(/status of 429.*\/api\/auth\/forgot-password\//);
  await page.goto('/auth?type=forgot');
  await page.getByRole('textbox', { name: 'Email' }).fill(data.email);
  await page.getByRole('button', { name: 'Send the Link' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^That was too often\. Try again in \d+ minutes\.$/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(data.email);
});
