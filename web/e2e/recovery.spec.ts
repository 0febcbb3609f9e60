/** Emailed links: confirming an email and resetting a password. The emails arrive by SMTP. */
import type { APIRequestContext, Page } from '@playwright/test';
import { findLink, MailServer } from './support/mail-server';
import { mailTest as test } from './support/mail-test';
import type { Server } from './support/server';
import { expect, test as base } from './support/test';
import { fillLogIn, fillSignUp, newUser, type User, storedTokens } from './support/users';

const CONFIRM = /Confirm your email/;
const RESET = /Choose a new password/;
const SENT = /If an account has this email, we sent a link to reset the password/;

/** Opens a link that confirms an email, and presses the button. */
async function confirmBy(page: Page, link: string) {
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
}

/** Creates an account without logging in. */
async function signUp(request: APIRequestContext, server: Server): Promise<User> {
  const user = newUser();
  const answer = await request.post(`${server.url}/api/auth/signup/`, { data: user });
  expect(answer.ok(), await answer.text()).toBe(true);
  return user;
}

/** Requests a reset link on the page, and waits for the notice that it was sent. */
async function forget(page: Page, email: string): Promise<void> {
  await page.goto('/auth?type=forgot');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('note').getByText(SENT)).toBeVisible();
}

/** Opens a reset link and sets a new password. */
async function choose(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
}

async function isVerified(page: Page): Promise<boolean> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').is_verified);
}

/** Records the URLs that a page requests and sends as referrers, without fragments. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url().split('#')[0] ?? '', request.headers().referer ?? ''));
  return addresses;
}

test.describe('confirming an email', () => {
  test('confirms in the browser of the sign-up', async ({ page, mails }) => {
    const user = newUser();
    await page.goto('/auth');
    await fillSignUp(page, user);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(await isVerified(page)).toBe(false);

    const mail = await mails.mailTo(user.email, CONFIRM);
    expect(mail.from?.address).toBe('hello@twentyfour.example');
    const link = findLink(mail.text, 'confirm');
    expect(mail.html).toContain(link.replace('&', '&amp;'));
    const addresses = addressesOf(page);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await isVerified(page), 'the link alone, which a scanner of mails may open, does nothing').toBe(false);
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
    await expect(page).toHaveURL(/\/auth\?type=confirm$/);
    await expect.poll(() => isVerified(page)).toBe(true);
    const [, token = ''] = link.split('#token=');
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
    await page.getByRole('link', { name: 'Open Twentyfour' }).click();
    await expect(page).toHaveURL(/\/app$/);
    await page.goBack();
    await expect(page.getByText('The link is incomplete.')).toBeVisible();
  });

  test('works once in another browser', async ({ page, server, mails, anotherBrowser, consoleGuard }) => {
    const user = await signUp(page.request, server);
    const link = findLink((await mails.mailTo(user.email, CONFIRM)).text, 'confirm');
    const other = await anotherBrowser();
    await confirmBy(other, link);
    await expect(other.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
    await other.getByRole('main').getByRole('link', { name: 'Log In', exact: true }).click();
    await fillLogIn(other, user);
    await other.getByRole('button', { name: 'Log In' }).click();
    await expect(other.getByRole('button', { name: 'Continue' })).toBeVisible();
    expect(await isVerified(other)).toBe(true);

    consoleGuard.allow(/status of 422.*\/api\/auth\/confirm-email\//);
    await confirmBy(page, link);
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    await expect(page.getByRole('status')).toContainText('This link was already used or has expired.');
  });

  test('confirms with a new link after the first one is invalid', async ({ page, account: user, mails, consoleGuard }) => {
    const first = findLink((await mails.mailTo(user.email, CONFIRM)).text, 'confirm');
    consoleGuard.allow(/status of 422.*\/api\/auth\/confirm-email\//);
    await confirmBy(page, `${first}x`);
    await page.getByRole('button', { name: 'Send new link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    await confirmBy(page, findLink((await mails.mailTo(user.email, CONFIRM)).text, 'confirm'));
    await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  });
});

test.describe('a forgotten password', () => {
  test('is replaced, and logins with the old one end', async ({
    page,
    user,
    mails,
    anotherBrowser,
    consoleGuard,
  }) => {
    consoleGuard.allow(/status of 401/);
    consoleGuard.allow(/WebSocket|Error (fetching|validating|refreshing)/);
    const other = await anotherBrowser();
    await other.goto('/auth?type=login');
    await other.getByRole('textbox', { name: 'Email' }).fill(user.email);
    await other.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(other.getByRole('textbox', { name: 'Email' })).toHaveValue(user.email);
    await other.getByRole('button', { name: 'Send link' }).click();
    await expect(other.getByRole('note').getByText(SENT)).toBeVisible();

    const link = findLink((await mails.mailTo(user.email, RESET)).text, 'reset');
    const addresses = addressesOf(other);
    await choose(other, link, 'a new and better one');
    await expect(other).toHaveURL(/\/auth\?type=login$/);
    await expect(other.getByRole('note')).toContainText('Your password was changed. Log in with the new one.');
    const [, token = ''] = link.split('#token=');
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);

    await fillLogIn(other, user);
    await other.getByRole('button', { name: 'Log In' }).click();
    await expect(other.getByRole('alert').getByText('Wrong email or password.')).toBeVisible();
    await fillLogIn(other, { email: user.email, password: 'a new and better one' });
    await other.getByRole('button', { name: 'Log In' }).click();
    await expect(other.getByText('Successfully logged in!')).toBeVisible();

    await page.goto('/app');
    await expect(page).toHaveURL(/\/auth\?type=login$/);
    await expect.poll(() => storedTokens(page)).toEqual({ access: null, refresh: null });
    await mails.mailTo(user.email, /Your password was changed/);
  });

  test('can be replaced once per link', async ({ page, server, mails, consoleGuard }) => {
    const user = await signUp(page.request, server);
    await forget(page, user.email);
    const link = findLink((await mails.mailTo(user.email, RESET)).text, 'reset');
    await choose(page, link, 'a new and better one');
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();

    consoleGuard.allow(/status of 422.*\/api\/auth\/reset-password\//);
    await choose(page, link, 'yet another one');
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    await page.getByRole('link', { name: 'Send new link' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('rejects a weak password and keeps the link valid', async ({ page, server, mails, consoleGuard }) => {
    const user = await signUp(page.request, server);
    await forget(page, user.email);
    const link = findLink((await mails.mailTo(user.email, RESET)).text, 'reset');
    consoleGuard.allow(/status of 422.*\/api\/auth\/reset-password\//);
    const field = page.getByLabel('New password', { exact: true });
    for (const [password, sentence] of [
      ['short', 'Choose a password with at least 8 characters.'],
      ['password1', 'This password is too common'],
      ['AdaByron', 'Choose a password that isn’t your name or email.'],
    ] as const) {
      if ((await field.count()) === 0) await page.goto(link);
      await field.fill(password);
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByRole('alert').getByText(sentence)).toBeVisible();
      await expect(field).toBeFocused();
    }
    await field.fill('a new and better one');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('note')).toContainText('Your password was changed.');
  });

  test('gives the same response for an unknown address and sends nothing', async ({ page, server, mails }) => {
    const user = await signUp(page.request, server);
    await forget(page, 'nobody@example.com');
    await forget(page, user.email);
    await mails.mailTo(user.email, RESET);
    expect(mails.subjectsTo('nobody@example.com')).toEqual([]);
  });
});

const late = base.extend<{ mails: MailServer }>({
  mails: async ({}, use) => {
    const mails = await MailServer.withoutListening();
    await use(mails);
    await mails.close();
  },
  serverEnvironment: async ({ mails }, use) => use(mails.settings),
});

late('a mail waits for a mail server that is not there', { tag: '@long' }, async ({ page, server, mails }) => {
  const user = await signUp(page.request, server);
  await expect.poll(() => server.log).toContain('mail delivery failed, retrying');
  await mails.open();
  await confirmBy(page, findLink((await mails.mailTo(user.email, CONFIRM)).text, 'confirm'));
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
});

base('a server without email says so and logs the link', async ({ page, server }) => {
  const user = await signUp(page.request, server);
  await page.goto('/auth?type=forgot');
  await forget(page, user.email);
  await expect(page.getByText(/This server can’t send email until SMTP_URL and MAIL_FROM are set/)).toBeVisible();
  await expect.poll(() => server.log).toMatch(/type=reset#token=/);
  await choose(page, findLink(server.log, 'reset'), 'a new and better one');
  await expect(page.getByRole('note')).toContainText('Your password was changed.');
});
