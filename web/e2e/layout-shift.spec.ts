/** Nothing moves while a page loads: on every page, with an empty and a filled cache, for accounts and guests. */
import type { Page } from '@playwright/test';
import { callApi } from './support/api';
import { fetchBoard, seedBoard, titles } from './support/api-board';
import { seedNote } from './support/api-notes';
import { idsOnBoard, seedSessions } from './support/api-sessions';
import { addBoard, fillBoard, minutesFromNow } from './support/board';
import { enterAsGuest } from './support/guest';
import { layoutShifts, watchLayoutShifts } from './support/layout-shift';
import { writeNote } from './support/notes';
import { createInvitation } from './support/sharing';
import { expect, test } from './support/test';

/** What counts as no shift: a thousandth of a page moved by half of its height. */
const MAX_SHIFT = 0.0005;

const PAGES = ['/app', '/app?view=timer', '/app/b', '/app/notes', '/app/tasks', '/app/calendar', '/app/stats', '/app/trash', '/app/search?q=room'];
const ACCOUNT_PAGES = ['/app/inbox', ...['general', 'profile', 'preference', 'shortcuts', 'integrations', 'data', 'subscription'].map((section) => `/app/settings?section=${section}`)];
const SIGNED_OUT_PAGES = ['/', '/auth?type=login', '/auth?type=signup', '/auth?type=forgot', '/nowhere'];

/** Removes what the browser has stored except for who the user is, so that the next page is like a first visit. */
async function clearCaches(page: Page): Promise<void> {
  await page.goto('/api/health/');
  await page.evaluate(() => {
    const kept = new Set(['access_token', 'refresh_token', 'name']);
    for (const key of Object.keys(localStorage)) if (!kept.has(key)) localStorage.removeItem(key);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'indexeddb,cache_storage' });
  await session.detach();
}

/** Opens a page, waits until it has loaded everything, and returns its layout shifts as lines. */
async function shiftsOf(page: Page, path: string, visit: string): Promise<string[]> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.locator('#loading-overlay')).toBeHidden();
  await expect(page.locator('#content[aria-busy]')).toHaveCount(0);
  return shiftsSoFar(page, `${path}, ${visit}`);
}

/** Returns the layout shifts of the open page as lines below its name. */
async function shiftsSoFar(page: Page, name: string): Promise<string[]> {
  const shifts = await layoutShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  if (sum <= MAX_SHIFT) return [];
  return [`${name}: ${sum.toFixed(4)}`, ...shifts.flatMap(({ moved }) => moved.map((line) => `  ${line}`))];
}

/** Opens each page with an empty and with a filled cache, and expects that nothing moves. The layout shifts must be watched already. */
async function expectNoShifts(page: Page, paths: readonly string[]): Promise<void> {
  const found: string[] = [];
  for (const path of paths) {
    await clearCaches(page);
    found.push(...(await shiftsOf(page, path, 'first visit')), ...(await shiftsOf(page, path, 'second visit')));
  }
  expect(found.join('\n')).toBe('');
}

/** Creates boards, a note and focus sessions, and returns the paths of a board, a note, a card and a filtered board. */
async function seedAccount(page: Page): Promise<string[]> {
  const { day: today } = await minutesFromNow(page, 0);
  const board = await seedBoard(page, 'Launch', {
    'To do': [
      { title: 'Book the room', priority: 'high', due_date: today, labels: ['venue'], subtasks: ['Pay'], comments: ['Closed on Mondays.'] },
      ...titles(12),
    ],
    Doing: [],
    Done: [{ title: 'Choose a date', priority: 'completed' }],
  });
  const ids = await idsOnBoard(page, board);
  // Already over, because the server refuses sessions in the future.
  const { due_date: start } = await minutesFromNow(page, -30);
  await seedSessions(page, [
    { start, minutes: 25, board_id: ids.board, card_id: ids.cards['Book the room'] ?? '' },
    { start: '2026-03-03T09:00', minutes: 50 },
  ]);
  const note = await seedNote(page, 'Bread for Sunday\nA loaf that needs patience.');
  await callApi(page, 'PUT', '/preferences/', { theme: 'dark' });
  return [board, note, `${board}?card=${ids.cards['Book the room']}`, `${board}?priority=high`];
}

const VIEWPORTS = [{ width: 1440, height: 900 }, { width: 390, height: 844 }];

test('nothing moves on Home and on a board', async ({ accountPage: page }) => {
  const [board = ''] = await seedAccount(page);
  await watchLayoutShifts(page);
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    await expectNoShifts(page, ['/app', board]);
  }
});

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('nothing moves on any page of an account', { tag: '@long' }, async ({ accountPage: page }) => {
      test.slow();
      const seeded = await seedAccount(page);
      await watchLayoutShifts(page);
      await expectNoShifts(page, [...seeded, ...PAGES, ...ACCOUNT_PAGES]);
    });

    test('nothing moves on shared boards and on pages for administrators', { tag: '@long' }, async ({ accountPage: page, account, server }) => {
      test.slow();
      server.administer('make-admin', account.email);
      const [address = ''] = await seedAccount(page);
      const { board } = await fetchBoard(page, address);
      const { link } = await callApi(page, 'POST', `/boards/${board.id}/public-link/`);
      const shared = new URL(link).pathname;
      const invitation = await createInvitation(page, address, 'viewer');
      const sections = ['people', 'storage', 'mails', 'waitlist', 'audit'].map((section) => `/app/admin?section=${section}`);
      await watchLayoutShifts(page);
      await expectNoShifts(page, [shared, new URL(invitation).pathname, ...sections]);
    });

    test('nothing moves on any page of a guest', { tag: '@long' }, async ({ page }) => {
      test.slow();
      await enterAsGuest(page, 'Grace');
      await addBoard(page, 'Groceries');
      await fillBoard(page, { 'To do': ['Bread', 'Milk'], Done: [] });
      const board = new URL(page.url()).pathname;
      await writeNote(page, 'Buy a bag');
      const note = new URL(page.url()).pathname;
      // Their data is in the browser alone, so the caches stay.
      await watchLayoutShifts(page);
      const found: string[] = [];
      for (const path of [board, note, ...PAGES, '/app/settings']) found.push(...(await shiftsOf(page, path, 'guest')));
      expect(found.join('\n')).toBe('');
    });

    test('nothing moves on the login pages when the features of the server arrive late', { tag: '@long' }, async ({ page }) => {
      await watchLayoutShifts(page);
      for (const [type, features] of [
        ['login', { google: true, mail: true, invitation_only: false }],
        ['signup', { google: true, mail: true, invitation_only: true }],
      ] as const) {
        let respond: () => void = () => {};
        const isDue = new Promise<void>((resolve) => (respond = resolve));
        await page.route('**/api/features/', async (route) => {
          await isDue;
          await route.fulfill({ json: features });
        });
        await page.goto(`/auth?type=${type}`);
        const button = page.getByRole('button', { name: type === 'login' ? 'Log In' : 'Sign Up', exact: true });
        const before = await button.boundingBox();
        respond();
        await expect(features.invitation_only ? page.getByText('You need an invitation to sign up.') : page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
        expect(await button.boundingBox()).toEqual(before);
        expect(await shiftsSoFar(page, type)).toEqual([]);
        await page.unroute('**/api/features/');
      }
    });

    test('nothing moves on the public pages', { tag: '@long' }, async ({ page, consoleGuard }) => {
      consoleGuard.allow(/Failed to load resource.*404/);
      await watchLayoutShifts(page);
      await expectNoShifts(page, SIGNED_OUT_PAGES);
    });
  });
}
