/**
 * No password or token may appear in the server's log or in a URL. Every test checks this (support/test.ts); this file
 * tests the check.
 */
import { seedBoard } from './support/api-board';
import { fillLogIn, storedTokens } from './support/users';
import { Secrets } from './support/secrets';
import { expect, test } from './support/test';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const PASSWORD = 'correct horse';

/** Returns a log with a harmless line before and after the given one. */
const logWith = (line: string) =>
  [
    '\u001B[2m2026-11-22T04:10:43.000001Z\u001B[0m \u001B[32m INFO\u001B[0m \u001B[2msecurity\u001B[0m\u001B[2m:\u001B[0m a login succeeded',
    line,
    '2026-11-22T04:10:44.000001Z DEBUG twentyfour_server: the password was changed',
    '',
  ].join('\n');

test.describe('the search for secrets', () => {
  test('finds secrets in every encoding', async () => {
    const secrets = new Secrets();
    secrets.note({ user: [{ email: 'ada@example.com' }], access_token: TOKEN, form: { password: PASSWORD } });
    expect(secrets.count).toBe(2);
    expect(await secrets.leaksIn(logWith('2026-11-22T04:10:43.5Z  INFO security: quiet'))).toEqual([]);
    for (const [text, secret] of [
      [`Authorization: Bearer ${TOKEN}`, TOKEN],
      [`{"password":"${PASSWORD}"}`, PASSWORD],
      ['GET /?password=correct%20horse', PASSWORD],
      ['password=correct+horse&email=ada', PASSWORD],
      [`body ${Buffer.from(PASSWORD).toString('base64')}`, PASSWORD],
    ] as const) {
      const found = await secrets.leaksIn(logWith(`2026-11-22T04:10:43.5Z DEBUG twentyfour_server: ${text}`));
      expect(found, text).toHaveLength(1);
      expect(found[0]).toContain(`secret found in the log: ${secret}, in: 2026-11-22T04:10:43.5Z DEBUG`);
    }
  });

  test('finds secrets in multi-line entries', async () => {
    const secrets = new Secrets();
    secrets.note({ refresh_token: TOKEN });
    expect(await secrets.leaksIn(logWith(`2026-11-22T04:10:43.5Z DEBUG twentyfour_server: headers:\n  x: ${TOKEN}`))).toHaveLength(1);
  });

  test('allows the link of a logged email and nothing else', async () => {
    const secrets = new Secrets();
    secrets.note({ token: 'a-mailed-token-1', password: PASSWORD });
    const mail = (text: string) => logWith(`2026-11-22T04:10:43.5Z  WARN mail: SMTP_URL is not set, mail not sent:\nDear Ada,\n${text}`);
    expect(await secrets.leaksIn(mail('http://127.0.0.1/auth?type=reset#token=a-mailed-token-1'))).toEqual([]);
    expect(await secrets.leaksIn(mail(`Your password is ${PASSWORD}.`))).toHaveLength(1);
    expect(await secrets.leaksIn(logWith('2026-11-22T04:10:43.5Z DEBUG twentyfour_server: token a-mailed-token-1'))).toHaveLength(1);
  });

  test('finds secrets in URLs except in the hash', async () => {
    const secrets = new Secrets();
    secrets.note({ token: 'a-mailed-token-1' });
    secrets.noteUrl('http://127.0.0.1/auth?type=reset#token=a-mailed-token-1');
    expect(await secrets.leaksIn('')).toEqual([]);
    secrets.noteUrl('http://127.0.0.1/auth?type=reset&token=a-mailed-token-1');
    expect(await secrets.leaksIn('')).toEqual([
      'secret found in a URL: a-mailed-token-1, in: http://127.0.0.1/auth?type=reset&token=a-mailed-token-1',
    ]);
  });
});

/** Returns whether a text would be found in the log. */
const isKnown = async (secrets: Secrets, text: string | null) => (await secrets.leaksIn(text ?? '')).length > 0;

test.describe('the search for secrets', () => {
  test('finds the secrets that tests send and receive in the browser\'s own requests', async ({ page, user, secrets }) => {
    const { access, refresh } = await storedTokens(page);
    for (const text of [user.password, access, refresh]) expect(await isKnown(secrets, text), String(text)).toBe(true);
    expect(await isKnown(secrets, user.email)).toBe(false);
    const answer = await page.request.post('/api/auth/refresh/', { data: { refresh_token: refresh } });
    const renewed = await answer.json();
    expect(await isKnown(secrets, renewed.refresh_token)).toBe(true);
  });

  test('finds the secrets that forms send and receive, in other browsers too', async ({ account: user, secrets, anotherBrowser, consoleGuard }) => {
    consoleGuard.allow(/status of 401.*\/api\/auth\/login\//);
    const other = await anotherBrowser();
    await other.goto('/auth?type=login');
    await fillLogIn(other, { email: user.email, password: 'a wrong guess' });
    await other.getByRole('button', { name: 'Log In' }).click();
    await expect(other.getByRole('alert').first()).toBeVisible();
    expect(await isKnown(secrets, 'a wrong guess')).toBe(true);
    await fillLogIn(other, user);
    await other.getByRole('button', { name: 'Log In' }).click();
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other).toHaveURL(/\/app$/);
    const { access, refresh } = await storedTokens(other);
    for (const text of [access, refresh]) expect(await isKnown(secrets, text), String(text)).toBe(true);
  });

  test('finds no secrets in a verbose log', async ({ signedInPage: page, server, secrets }) => {
    await seedBoard(page, 'Diary', {});
    expect(server.log).toMatch(/ INFO .*security.*: /);
    expect(secrets.count).toBeGreaterThanOrEqual(3);
    expect(await secrets.leaksIn(server.log)).toEqual([]);
  });
});
