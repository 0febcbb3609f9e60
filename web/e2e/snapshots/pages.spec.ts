/** Compares pages, menus and dialogs that `snapshots.spec.ts` does not visit with their pictures. */
import type { Page } from '@playwright/test';
import { setPreferences } from '../support/api';
import { fetchBoard, seedBoard } from '../support/api-board';
import { seedVersions } from '../support/api-notes';
import { seedSessions } from '../support/api-sessions';
import { SNAPSHOT_TIME, VARIANTS, browserOf, expectSnapshot, open, preparePage } from '../support/snapshots';
import { expect, test } from '../support/test';
import { fillLogIn } from '../support/users';
import { LAUNCH, LONG_EMAIL, LONG_NAME } from './launch-board';

const APPOINTMENTS = {
  'This week': [
    { title: 'Call the printer', due_date: '2026-03-02T09:30', priority: 'completed' },
    { title: 'Talk to Grace', due_date: '2026-03-03T11:00', labels: ['venue'] },
    { title: LONG_NAME, due_date: '2026-03-03T11:15', priority: 'high' },
    { title: 'Book the room', due_date: '2026-03-03', priority: 'high' },
    { title: 'Order name tags', due_date: '2026-03-04' },
    { title: 'Test the microphones', due_date: '2026-03-05T15:00', priority: 'medium' },
    { title: 'Send the invitations', due_date: '2026-03-08' },
  ],
};

const WAITLIST = [
  { name: 'Alan', email: 'alan@example.com', joined_at: '2026-02-20T08:00:00Z', invited_at: '2026-03-02T08:00:00Z' },
  { name: 'Maximiliane-Wilhelmina', email: LONG_EMAIL, joined_at: '2026-03-01T08:00:00Z', invited_at: null },
  { name: 'Grace', email: 'grace@example.com', joined_at: '2026-03-03T07:00:00Z', invited_at: null },
];

const MAILS = [
  { kind: 'confirm_email', recipient: 'alan@example.com', tries: 1 },
  { kind: 'reset_password', recipient: LONG_EMAIL, tries: 3 },
  { kind: 'invitation', recipient: 'grace@example.com', tries: 0 },
].map((fields, index) => ({
  id: `0190000b-0000-7000-8000-00000000000${index}`,
  created_at: '2026-03-03T08:00:00Z',
  next_try_at: `2026-03-03T10:${index}0:00Z`,
  ...fields,
}));

const AUDIT = [
  { action: 'set_plan', target: 'grace@example.com', detail: 'pro' },
  { action: 'delete_account', target: LONG_EMAIL },
  { action: 'create_api_token', admin: 'grace@example.com', target: 'grace@example.com', detail: 'x7f2' },
  { action: 'invite', target: 'alan@example.com' },
  { action: 'end_logins', target: '' },
  { action: 'make_admin', admin: null, target: 'ada@example.com' },
].map((fields, index) => ({
  id: `0190000e-0000-7000-8000-00000000000${index}`,
  at: `2026-03-0${3 - Math.floor(index / 2)}T08:${5 - index}0:00Z`,
  admin: 'ada@example.com',
  detail: '',
  ...fields,
}));

for (const variant of VARIANTS) {
  const isPhone = variant.width === 390;
  const look = (page: Page, screen: string) => expectSnapshot(page, screen, variant);

  test.describe(`in the ${variant.theme} theme at ${variant.width} pixels @long`, () => {
    test.use(browserOf(variant));
    test.beforeEach(() => test.slow());

    test('the week', async ({ accountPage: page }) => {
      const board = await seedBoard(page, 'Launch the autumn site', APPOINTMENTS);
      const { board: { id } } = await fetchBoard(page, board);
      await seedSessions(page, [
        { start: '2026-03-02T10:00', minutes: 50, board_id: id },
        { start: '2026-03-03T09:00', minutes: 25, board_id: id },
      ]);
      await preparePage(page, variant);
      await open(page, '/app/calendar?view=week');
      await expect(page.getByText('Talk to Grace').first()).toBeVisible();
      await look(page, 'calendar-week');
    });

    test('what the navigation opens', async ({ accountPage: page }) => {
      const launch = await seedBoard(page, 'Launch the autumn site', LAUNCH);
      await seedBoard(page, LONG_NAME, {});
      const { board } = await fetchBoard(page, launch);
      const views = [
        { id: '1', board_id: board.id, name: 'Due this week', query: 'due=week' },
        { id: '2', board_id: board.id, name: LONG_NAME, query: 'label=venue&priority=high' },
        { id: '3', board_id: null, name: 'Important', query: 'priority=high' },
      ];
      await setPreferences(page, { views: JSON.stringify(views) });
      await preparePage(page, variant);
      await open(page, `${launch}?label=mail`);
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByRole('textbox', { name: 'View name' }).fill('Mails');
      await look(page, 'view-save');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: isPhone ? 'More' : /^Account/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await look(page, 'account-menu');
      if (isPhone) {
        await page.getByRole('menuitem', { name: 'Views' }).click();
        await expect(page.getByRole('dialog', { name: 'Views' }).getByRole('link', { name: 'Important' })).toBeVisible();
        await look(page, 'views');
      } else {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Toggle sidebar' }).click();
        await expect(page.getByRole('list', { name: 'Views of Tasks' })).toBeVisible();
        await look(page, 'sidebar');
      }
      await page.getByRole('button', { name: 'Options for Due this week' }).press('Enter');
      await expect(page.getByRole('menu')).toBeVisible();
      await look(page, 'menu-view');
    });

    test('the wallpapers', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await open(page, '/app/settings?section=preference');
      await page.getByRole('button', { name: 'Change Wallpaper' }).click();
      await expect(page.getByRole('dialog', { name: 'Change Wallpaper' }).getByRole('radio', { name: 'Northern lights' })).toBeAttached();
      await look(page, 'wallpapers');
    });

    test('versions of a note', async ({ accountPage: page }) => {
      const note = await seedVersions(page, [
        ['Meeting with Grace\nShe will send the numbers.', '2026-02-27T15:10:00Z'],
        ['Meeting with Grace\nShe will send the numbers by Friday, and asks for a room that has enough daylight for twelve people.', '2026-03-02T18:00:00Z'],
        ['Meeting with Grace\nThe numbers are there.', '2026-03-03T08:20:00Z'],
        ['Meeting with Grace\nThe numbers are there, and look good.', '2026-03-03T09:20:00Z'],
      ]);
      await preparePage(page, variant);
      await open(page, note);
      await page.getByRole('button', { name: 'Version history' }).click();
      const panel = page.getByRole('dialog', { name: 'Version history' });
      await expect(panel.getByRole('button', { name: /by Friday/ })).toBeVisible();
      await look(page, 'note-versions');
      await panel.getByRole('button', { name: /by Friday/ }).click();
      await expect(page.getByText(/^Earlier version from/)).toBeVisible();
      await look(page, 'note-version');
    });

    test('links in mails, and the welcome', async ({ page, account, consoleGuard }) => {
      consoleGuard.allow(/status of 401/);
      await page.route('**/api/features/', (route) => route.fulfill({ json: { google: false, mail: true, invitation_only: false } }));
      await page.route('**/api/auth/confirm-email/', (route) => route.fulfill({ json: { message: 'Your email is confirmed.' } }));
      // The account has the theme, too, which the welcome shows.
      await preparePage(page, variant);
      await page.evaluate(() => localStorage.clear());
      await preparePage(page, variant);
      await open(page, '/auth?type=reset#token=one');
      await page.getByLabel('New password', { exact: true }).fill('correct horse');
      await expect(page.getByText('Good')).toBeVisible();
      await look(page, 'reset-password');
      await open(page, '/auth?type=reset');
      await look(page, 'link-incomplete');
      await open(page, '/auth?type=confirm#token=one');
      // Every server has another port.
      const host = new URL(page.url()).host;
      await page.getByRole('status').evaluate((status, text) => {
        for (const node of status.childNodes) node.textContent = node.textContent?.replace(text, 'twentyfour.example') ?? '';
      }, host);
      await look(page, 'confirm-email');
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
      await look(page, 'confirm-email-done');
      await open(page, '/auth?type=login');
      await fillLogIn(page, account);
      await page.getByRole('button', { name: 'Log In' }).click();
      await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
      // The app opens after five seconds.
      await page.clock.pauseAt(SNAPSHOT_TIME);
      await look(page, 'welcome');
    });

    test('the lists of administrators', async ({ accountPage: page, account, server }) => {
      server.administer('make-admin', account.email);
      await page.route('**/api/admin/waitlist/**', (route) => route.fulfill({ json: { entries: WAITLIST, has_more: false } }));
      await page.route('**/api/admin/mails/**', (route) => route.fulfill({ json: { mails: MAILS, has_more: false } }));
      await page.route('**/api/admin/audit/**', (route) => route.fulfill({ json: { entries: AUDIT, has_more: true } }));
      await preparePage(page, variant);
      for (const section of ['waitlist', 'mails', 'audit']) {
        await open(page, `/app/admin?section=${section}`);
        await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
        await look(page, `admin-${section}`);
      }
    });

    test('pages without content', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      for (const [screen, path, title] of [
        ['tasks-none', '/app/tasks', 'No tasks yet'],
        ['search-none', '/app/search?q=bicycle', 'No results for “bicycle”'],
        ['trash-none', '/app/trash', 'Trash is empty'],
      ] as const) {
        await open(page, path);
        await expect(page.getByRole('heading', { name: title })).toBeVisible();
        await look(page, screen);
      }
    });
  });
}
