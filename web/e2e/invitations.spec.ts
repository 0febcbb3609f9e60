/** A server on which signing up needs an invitation. */
import { type Page } from '@playwright/test';
import { expect, test } from './support/test';
import { fillSignUp, newUser, type User } from './support/users';

test.use({ serverEnvironment: { WAITLIST_ONLY: '1' } });

const NEEDED = 'You need an invitation to sign up.';

async function signUp(page: Page, user: User): Promise<void> {
  await fillSignUp(page, user);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

test('sign-up without an invitation is rejected', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/status of 4\d\d.*\/api\/auth\/signup\//);
  await page.goto('/auth?type=signup');
  await expect(page.getByText(NEEDED)).toBeVisible();
  await signUp(page, newUser());
  await expect(page.getByText('You need an invitation to sign up. Join the waitlist to get one.')).toBeVisible();
  await page.getByRole('link', { name: 'join the waitlist', exact: true }).click();
  await expect(page).toHaveURL(/\/waitlist$/);
});

test('an invitation link creates one account only', async ({ page, server, anotherBrowser, consoleGuard }) => {
  consoleGuard.allow(/status of 4\d\d.*\/api\/auth\/signup\//);
  const link = server.administer('invite', 'create').trim();
  const features = page.waitForResponse((answer) => answer.url().endsWith('/api/features/'));
  await page.goto(link);
  expect(await (await features).json()).toMatchObject({ invitation_only: true });
  await expect(page.getByText(NEEDED)).toHaveCount(0);
  await signUp(page, newUser());
  await expect(page.getByText('Account created successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  const other = await anotherBrowser();
  await other.goto(link);
  await signUp(other, newUser());
  await expect(other.getByText('This invitation was already used or doesn’t exist. Ask for a new one.')).toBeVisible();
  await expect(other).toHaveURL(/\/auth\?type=signup/);
});
