/** The page for administrators with the real server: people, the waitlist, storage and the audit log. */
import type { Page } from '@playwright/test';
import { violationsOf } from './support/axe';
import { expect, test } from './support/test';
import { newUser, signUpViaApi } from './support/users';

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

async function choose(page: Page, email: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Options for ${email}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Enters the password of the dialog and confirms. */
async function confirm(page: Page, password: string, submit: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: submit }).click();
}

test('an administrator changes an account, which the audit log shows', async ({ accountPage: page, account, server, anotherBrowser, consoleGuard }) => {
  consoleGuard.allow(/status of 403/);
  const grace = newUser();
  await signUpViaApi(await anotherBrowser(), server, grace);
  await page.goto('/app/admin');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  server.administer('make-admin', account.email);
  await page.reload();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await expect(page).toHaveURL(/\/app\/admin$/);
  await page.getByRole('searchbox', { name: 'Search people' }).fill(grace.email);
  // The search begins after a pause, and replaces the list.
  await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(1);
  await expect(row(page, grace.email)).toContainText('Basic');

  await choose(page, grace.email, 'Switch to Pro');
  await confirm(page, 'wrong horse', 'Switch to Pro');
  await expect(page.getByRole('alert')).toBeVisible();
  await confirm(page, account.password, 'Switch to Pro');
  await expect(page.getByText('Plan changed')).toBeVisible();
  await expect(row(page, grace.email)).toContainText('Pro');
  await choose(page, grace.email, 'Delete account');
  await confirm(page, account.password, 'Delete account');
  await expect(row(page, grace.email)).toContainText('Will be deleted on');
  await choose(page, grace.email, 'Keep account');
  await confirm(page, account.password, 'Keep account');
  await expect(row(page, grace.email)).not.toContainText('Will be deleted on');

  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(row(page, `Switched ${grace.email} to Pro`)).toContainText(`by ${account.email}`);
  await expect(row(page, `Made ${account.email} an administrator`)).toContainText('by the command line');
  await page.getByRole('link', { name: 'Storage and health' }).click();
  await expect(page.getByText('Working').first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

test('an administrator invites somebody from the waitlist', async ({ accountPage: page, account, server }) => {
  server.administer('make-admin', account.email);
  const { email } = newUser();
  await page.request.post('/api/add-to-waitlist/', { data: { name: 'Alan', email } });
  await page.goto('/app/admin?section=waitlist');
  await choose(page, email, 'Invite');
  await confirm(page, account.password, 'Invite');
  await expect(page.getByLabel(/^Invitation link/)).toHaveValue(/\/auth\?type=signup&invitation=/);
  await expect(row(page, email)).toContainText('invited');
  expect(await violationsOf(page)).toEqual([]);
  await choose(page, email, 'Remove');
  await confirm(page, account.password, 'Remove');
  await expect(row(page, email)).toHaveCount(0);
});
