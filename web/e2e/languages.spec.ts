/** Languages: chosen in the settings, kept offline, and complete, from the server's errors to the width of a phone. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { callApi, setPreferences } from './support/api';
import { seedBoard } from './support/api-board';
import { violationsOf } from './support/axe';
import { enterAsGuest } from './support/guest';
import { expectPrecached } from './support/ready';
import { fillLogIn, newUser } from './support/users';
import { expect, OFFLINE_ERRORS, test } from './support/test';

type Language = 'en' | 'de' | 'es';

const NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español' };

/** Returns a text of the catalog without markup, with its parameters filled in. */
function text(language: Language, area: string, id: string, parameters: Record<string, string> = {}): string {
  const texts = JSON.parse(readFileSync(new URL(`../../messages/${language}/${area}.json`, import.meta.url), 'utf8')) as Record<string, string>;
  const found = texts[id];
  if (found === undefined) throw new Error(`${area}.json has no text ${id}.`);
  return found.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '').replaceAll(/<\/?\w+>/g, '');
}

const html = (page: Page) => page.locator('html');

/** Chooses a language in the settings, and waits for the page in it. */
async function choose(page: Page, from: Language, to: Language): Promise<void> {
  await page.goto('/app/settings?section=preference');
  await page.getByRole('button', { name: text(from, 'settings', 'language_button', { name: NAMES[from] }) }).click();
  await page.getByRole('option', { name: NAMES[to] }).click();
  await expect(html(page)).toHaveAttribute('lang', to);
  await expect(page.getByRole('heading', { level: 1, name: text(to, 'common', 'settings') })).toBeVisible();
}

test('the account’s language is chosen in the settings and applies to dates, numbers and other devices', async ({ accountPage: page, account: user, anotherBrowser }) => {
  await expect(html(page)).not.toHaveAttribute('lang', 'de');
  await choose(page, 'en', 'de');
  expect(await page.title()).toContain(text('de', 'common', 'settings'));
  await page.goto('/app/calendar');
  await expect(page.getByRole('heading', { level: 1, name: text('de', 'common', 'calendar') })).toBeAttached();
  const month = await page.evaluate(() => new Intl.DateTimeFormat('de', { month: 'long', year: 'numeric' }).format());
  await expect(page.getByText(month, { exact: true }).first()).toBeVisible();
  await expect.poll(async () => (await callApi(page, 'GET', '/preferences/')).language).toBe('de');

  // Another device starts in English, and changes to German after the log-in.
  const other = await anotherBrowser();
  await other.goto('/auth?type=login');
  await fillLogIn(other, user);
  await other.getByRole('button', { name: 'Log In' }).click();
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(html(other)).toHaveAttribute('lang', 'de');
  await expect(other.getByRole('navigation', { name: text('de', 'layout', 'main_navigation') })).toBeVisible();

  // A later choice is offered there.
  await choose(page, 'de', 'es');
  await other.getByText(text('de', 'layout', 'language_differs', { language: NAMES.es })).waitFor();
  await other.getByRole('button', { name: text('de', 'common', 'reload') }).click();
  await expect(html(other)).toHaveAttribute('lang', 'es');
  await page.goto('/app/b');
  await expect(page.getByRole('heading', { level: 1, name: text('es', 'boards', 'page_title') })).toBeVisible();
  await choose(page, 'es', 'en');
  await page.goto('/app/b');
  await expect(page.getByRole('heading', { level: 1, name: 'My Boards' })).toBeVisible();
});

test('a guest’s language applies to the log-in form and to errors of the server', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/Failed to load resource: the server responded with a status of 40[01]/);
  await enterAsGuest(page, 'Ada', '/app/settings?section=preference');
  await choose(page, 'en', 'de');
  await page.goto('/auth?type=login');
  await expect(page.getByRole('heading', { name: text('de', 'auth', 'login_heading') })).toBeVisible();
  const user = newUser();
  await page.getByRole('textbox').first().fill(user.email);
  await page.locator('input[type=password]').fill('wrong horse');
  await page.getByRole('button', { name: text('de', 'common', 'log_in'), exact: true }).click();
  await expect(page.getByText(text('de', 'errors', 'credentials_invalid'))).toBeVisible();
});

test('the language stays after a log-out, for the log-in page and the next log-in', async ({ accountPage: page, account: user }) => {
  await choose(page, 'en', 'de');
  await expect.poll(async () => (await callApi(page, 'GET', '/preferences/')).language).toBe('de');
  await page.getByRole('button', { name: text('de', 'layout', 'account'), exact: true }).click();
  await page.getByRole('menuitem', { name: text('de', 'common', 'log_out') }).click();
  await expect(page).toHaveURL(/\/auth/);
  await page.goto('/auth?type=login');
  await page.reload();
  await expect(html(page)).toHaveAttribute('lang', 'de');
  await page.getByRole('textbox').first().fill(user.email);
  await page.locator('input[type=password]').fill(user.password);
  await page.getByRole('button', { name: text('de', 'common', 'log_in'), exact: true }).click();
  await page.getByRole('button', { name: text('de', 'auth', 'welcome_continue') }).click();
  await expect(page.getByRole('navigation', { name: text('de', 'layout', 'main_navigation') })).toBeVisible();
  await expect(page.getByText(text('de', 'layout', 'language_differs', { language: NAMES.de }))).toBeHidden();
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page stays in its language', async ({ accountPage: page, context, consoleGuard }) => {
    consoleGuard.allow(OFFLINE_ERRORS);
    await page.goto('/app');
    await expectPrecached(page);
    const languages = () =>
      page.evaluate(async () => {
        const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        return files.flat().map(({ url }) => /\/language-(\w+)-/.exec(url)?.[1]).filter((name) => name !== undefined);
      });
    expect(await languages(), 'nothing is loaded for English').toEqual([]);
    await choose(page, 'en', 'de');
    await expect.poll(languages).toEqual(['de']);
    await context.setOffline(true);
    await page.goto('/app/b');
    await expect(html(page)).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { level: 1, name: text('de', 'boards', 'page_title') })).toBeVisible();
    // The Spanish texts have never been loaded.
    await page.evaluate(() => localStorage.setItem('preferences', JSON.stringify({ ...JSON.parse(localStorage.getItem('preferences') ?? '{}'), language: 'es' })));
    consoleGuard.allow(/Cannot load the texts of the chosen language/);
    await page.reload();
    await expect(html(page)).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { level: 1, name: 'My Boards' })).toBeVisible();
  });
});

for (const language of ['de', 'es'] as const) {
  test(`the pages are accessible and fit on the narrowest phone in ${NAMES[language]}`, async ({ accountPage: page }) => {
    // Sixteen pages.
    test.slow();
    await setPreferences(page, { language });
    const board = await seedBoard(page, 'Launch', { 'To do': [{ title: 'Book the room', labels: ['venue'], subtasks: ['Pay'] }], Done: [] });
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/app');
    // The preference is known to the page from the second load on.
    await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('preferences') ?? '{}').language)).toBe(language);
    const found: string[] = [];
    const settings = ['general', 'profile', 'preference', 'shortcuts', 'subscription'].map((section) => `/app/settings?section=${section}`);
    for (const path of ['/app', '/app/b', board, '/app/tasks', '/app/calendar', '/app/calendar?view=week', '/app/notes', '/app/inbox', '/app/stats', '/app/search', '/app/trash', ...settings]) {
      await page.goto(path);
      await expect(html(page)).toHaveAttribute('lang', language);
      await expect(page.getByRole('navigation', { name: text(language, 'layout', 'main_navigation') })).toBeVisible();
      await expect(page.locator('#content')).not.toHaveAttribute('aria-busy');
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (beyond > 0) found.push(`${path}: it is ${beyond} pixels wider than the window`);
      for (const { id, nodes } of await violationsOf(page)) found.push(...nodes.map((node) => `${path}: ${id}: ${node.target.join(' ')}`));
    }
    expect(found).toEqual([]);
  });
}
