/** Compares states that need more than an open page with their pictures: see `snapshots.spec.ts`. */
import type { Page } from '@playwright/test';
import { setPreferences } from '../support/api';
import { seedBoard } from '../support/api-board';
import { addBoard, cardTitled, chooseMenuItem } from '../support/board';
import { enterAsGuest } from '../support/guest';
import { expectReady } from '../support/ready';
import { createInvitation } from '../support/sharing';
import { VARIANTS, browserOf, expectSnapshot, open, preparePage } from '../support/snapshots';
import { OFFLINE_ERRORS, expect, test } from '../support/test';
import { trelloFile } from '../support/trello';
import { LONG_EMAIL } from './launch-board';

const BOARD = { 'To do': [{ title: 'Book the room', priority: 'high' }, 'Order name tags'], Done: ['Choose a date'] } as const;

const PEOPLE = [
  { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron', user_type: 'pro', is_admin: true },
  { email: LONG_EMAIL, first_name: 'Maximiliane-Wilhelmina', last_name: 'von Hohenzollern', is_verified: false },
  { email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper', delete_at: '2026-03-09T12:00:00Z' },
  { email: 'alan@example.com', first_name: 'Alan', last_name: 'Turing', last_login: null, logins: 0 },
].map((fields, index) => ({
  id: `0190000c-0000-7000-8000-00000000000${index}`,
  user_type: 'basic',
  date_joined: '2026-01-12T08:00:00Z',
  last_login: '2026-03-02T08:00:00Z',
  is_verified: true,
  is_admin: false,
  delete_at: null,
  logins: 2,
  boards: 3,
  cards: 1_214,
  stored_bytes: 4_500_000,
  ...fields,
}));

const STORAGE = {
  version: '1.0.0',
  database_bytes: 4_096_000,
  free_bytes: 52_000_000_000,
  people: 12,
  boards: 31,
  cards: 2_140,
  notes: 118,
  focus_sessions: 904,
  pictures: 6,
  change_bytes: 1_240_000,
  note_bytes: 640_000,
  picture_bytes: 0,
  is_database_ok: true,
  is_queue_ok: true,
  is_disk_ok: false,
  queued_writes: 0,
  live_connections: 3,
  jobs: [
    { name: 'backup', finished_at: '2026-03-03T06:00:00Z', next_run_at: '2026-03-03T12:00:00Z', last_error: 'No space left on device' },
    { name: 'purge_trash', finished_at: '2026-03-03T03:00:00Z', next_run_at: '2026-03-04T03:00:00Z', last_error: '' },
  ],
};

for (const variant of VARIANTS) {
  const look = (page: Page, screen: string) => expectSnapshot(page, screen, variant);

  test.describe(`in the ${variant.theme} theme at ${variant.width} pixels @long`, () => {
    test.use(browserOf(variant));
    test.beforeEach(() => test.slow());

    test('the pages for administrators', async ({ accountPage: page, account, server }) => {
      server.administer('make-admin', account.email);
      await page.route('**/api/admin/people/**', (route) => route.fulfill({ json: { people: PEOPLE, has_more: true } }));
      await page.route('**/api/admin/storage/**', (route) => route.fulfill({ json: STORAGE }));
      await preparePage(page, variant);
      await open(page, '/app/admin?section=storage');
      await look(page, 'admin-storage');
      await open(page, '/app/admin?section=people');
      await look(page, 'admin-people');
      await page.getByRole('button', { name: 'Options for alan@example.com' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete account' }).click();
      await expect(page.getByRole('dialog').getByLabel('Your password', { exact: true })).toBeVisible();
      await look(page, 'admin-confirm');
    });

    test('a guest', async ({ page }) => {
      await preparePage(page, variant);
      await enterAsGuest(page, 'Grace');
      await look(page, 'guest-home');
      await open(page, '/app/settings?section=profile');
      await page.getByRole('button', { name: 'Delete guest data' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, 'guest-delete');
      await page.keyboard.press('Escape');
      await addBoard(page, 'Groceries');
      await open(page, '/app/b');
      await page.getByRole('main').getByRole('button', { name: 'Options for Groceries' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Export' }).click();
      await expect(page.getByRole('button', { name: 'Markdown' })).toBeVisible();
      await look(page, 'export');
    });

    test('an invitation', async ({ accountPage: page, consoleGuard }) => {
      consoleGuard.allow(/status of 4\d\d.*\/api\/invitations\//);
      const link = await createInvitation(page, await seedBoard(page, 'Launch', BOARD), 'editor');
      await preparePage(page, variant);
      await open(page, '/join/an-old-code');
      await expect(page.getByRole('link', { name: 'Go to My Boards' })).toBeVisible();
      await look(page, 'join-failed');
      // Somebody without an account.
      await page.evaluate(() => localStorage.clear());
      await preparePage(page, variant);
      await open(page, new URL(link).pathname);
      await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
      await look(page, 'join-signup');
    });

    test('the end of the timer', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await open(page, '/app?view=timer');
      await expectReady(page);
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Pause', exact: true }).first()).toBeVisible();
      await page.clock.setFixedTime('2026-03-03T11:06:00+01:00');
      await expect(page.getByRole('button', { name: 'Start break' })).toBeVisible();
      await look(page, 'timer-end');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Boards', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Start break' })).toBeVisible();
      await look(page, 'timer-end-notice');
    });

    test('changes without a connection', async ({ accountPage: page, context, consoleGuard }) => {
      consoleGuard.allow(OFFLINE_ERRORS);
      await preparePage(page, variant);
      await open(page, await seedBoard(page, 'Launch', BOARD));
      await expect(cardTitled(page, 'Book the room')).toBeVisible();
      await context.setOffline(true);
      await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Order name tags' }), 'Mark as done');
      await page.getByRole('button', { name: /You’re offline/ }).click();
      await expect(page.getByRole('dialog', { name: 'Sync status' })).toBeVisible();
      await look(page, 'offline');
    });

    test('an import', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await open(page, '/app/settings?section=data&import');
      const dialog = page.getByRole('dialog', { name: 'Import boards' });
      await dialog.getByLabel('File to import').setInputFiles(trelloFile(['Pack books', 'Call the movers']));
      await expect(dialog.getByText('1 list, 2 cards')).toBeVisible();
      await look(page, 'import-preview');
    });

    test('the largest text', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await setPreferences(page, { appearance: '{"text_size":"larger"}' });
      const board = await seedBoard(page, 'Launch the autumn site', BOARD);
      await open(page, '/app');
      await expectReady(page);
      await look(page, 'larger-home');
      await open(page, board);
      await expect(cardTitled(page, 'Book the room')).toBeVisible();
      await look(page, 'larger-board');
    });
  });
}
