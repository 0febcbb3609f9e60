/**
 * Compares each screen and its main states with a picture, in both themes, at desktop and phone width. In the long run, and with
 * `cargo xtask snapshots`, which shows what changed side by side. The pictures are made by Debian's Chromium of the version in
 * `browser.json`, because another one may draw letters otherwise.
 */
import { readFileSync, rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { setPreferences } from '../support/api';
import { seedBoard, sendChanges, titles } from '../support/api-board';
import { type Block, seedNote } from '../support/api-notes';
import { type SeededSession, idsOnBoard, seedSessions } from '../support/api-sessions';
import { cardTitled, chooseMenuItem, titleOf } from '../support/board';
import { noteText } from '../support/notes';
import { expectReady } from '../support/ready';
import { VARIANTS, browserOf, expectSnapshot, open, preparePage, stopMonotonicClock } from '../support/snapshots';
import { expect, test } from '../support/test';
import { LAUNCH, LONG_NAME } from './launch-board';

const INBOX = [
  { kind: 'mention', is_read: false, card_id: '01900003-0000-7000-8000-000000000000', card_title: LONG_NAME, text: '@Ada Byron, please look at this.', role: null },
  { kind: 'invitation', is_read: false, board_slug: null, card_id: null, card_title: null, text: null, role: 'editor' },
].map((entry, index) => ({
  id: `0190000a-0000-7000-8000-00000000000${index}`,
  at: `2026-03-0${3 - index}T07:20:00Z`,
  who: 'Grace Hopper',
  board_id: '01900001-0000-7000-8000-000000000001',
  board_name: 'Launch',
  board_slug: 'launch-7f3k',
  ...entry,
}));

const text = (words: string, ...marks: string[]): object => ({ type: 'text', text: words, marks: marks.map((type) => ({ type })) });
const paragraph = (...content: object[]): Block => ({ type: 'paragraph', content });

const NOTE: readonly Block[] = [
  { type: 'heading', attrs: { level: 1 }, content: [text('Bread for Sunday')] },
  paragraph(text('A loaf that needs patience more than work. Start on Saturday evening, so that the dough can rest for the night.')),
  { type: 'heading', attrs: { level: 2 }, content: [text('What you need')] },
  {
    type: 'bulletList',
    content: ['500 g of flour', '350 g of water'].map((item) => ({ type: 'listItem', content: [paragraph(text(item))] })),
  },
  {
    type: 'taskList',
    content: ['Feed the starter', 'Knead'].map((item, index) => ({
      type: 'taskItem',
      attrs: { checked: index === 0 },
      content: [paragraph(text(item))],
    })),
  },
  { type: 'blockquote', content: [paragraph(text('Bake at 230 degrees, with steam.'))] },
  paragraph(text('Use a '), text('hot', 'bold'), text(' stone and '), text('230', 'code'), text(' degrees.')),
];

/** Sessions of nine weeks, most of them on mornings. */
function sessionsOf(board_id: string, cards: readonly string[]): SeededSession[] {
  return Array.from({ length: 60 }, (_, index) => {
    const day = new Date(Date.UTC(2026, 2, 3 - ((index * 11) % 63)));
    const hour = ['08', '09', '09', '10', '15'][index % 5] ?? '08';
    return {
      start: `${day.toISOString().slice(0, 10)}T${hour}:${index % 2 === 0 ? '00' : '30'}`,
      minutes: [25, 25, 15, 20][index % 4] ?? 25,
      outcome: index % 4 === 2 ? 'stopped' : 'completed',
      board_id,
      card_id: cards[index % cards.length] ?? '',
    };
  }).filter(({ start }, index, all) => start < '2026-03-03T09' && all.findIndex((other) => other.start === start) === index);
}

test('the pictures were made by this version of Chromium @long', async ({ browser }) => {
  const { chromium } = JSON.parse(readFileSync(new URL('browser.json', import.meta.url), 'utf8')) as { chromium: string };
  expect(browser.version().split('.')[0], 'After an update of Chromium, write its version into browser.json, and run `cargo xtask snapshots --update`.').toBe(
    chromium,
  );
});

test('a hairline that moved by a pixel is noticed, and anti-aliasing is not @long', async ({ page }, info) => {
  const draw = async (top: number, left: number) => {
    await page.setContent(
      `<body style="margin: 0; background: #0b0f14">
        <div style="position: absolute; top: ${top}px; left: 20px; width: 400px; height: 1px; background: rgb(255 255 255 / 0.09)"></div>
        <div style="position: absolute; top: 100px; left: ${left}px; width: 120px; height: 120px; border-radius: 60px; background: #388e3c"></div>
      </body>`,
    );
  };
  const picture = info.snapshotPath('self-test.png', { kind: 'screenshot' });
  await draw(40, 20);
  await page.screenshot({ path: picture });
  try {
    await draw(40, 20.3);
    await expect(page).toHaveScreenshot('self-test.png');
    await page.screenshot({ path: picture });
    await draw(41, 20.3);
    await expect(page).not.toHaveScreenshot('self-test.png');
  } finally {
    rmSync(picture);
  }
});

for (const variant of VARIANTS) {
  const isPhone = variant.width === 390;
  const look = (page: Page, screen: string) => expectSnapshot(page, screen, variant);

  test.describe(`in the ${variant.theme} theme at ${variant.width} pixels @long`, () => {
    test.use(browserOf(variant));
    test.beforeEach(() => test.slow());

    test('the pages before logging in', async ({ page, consoleGuard }) => {
      consoleGuard.allow(/status of 404.*\/nowhere/);
      await page.route('**/api/features/', (route) => route.fulfill({ json: { google: true, mail: true, invitation_only: false } }));
      await preparePage(page, variant);
      for (const [screen, path] of [
        ['landing', '/'],
        ['login', '/auth?type=login'],
        ['signup', '/auth?type=signup'],
        ['forgot-password', '/auth?type=forgot'],
        ['about', '/about'],
        ['privacy', '/privacy'],
        ['not-found', '/nowhere'],
      ] as const) {
        await open(page, path);
        await look(page, screen);
      }
    });

    test('Home and the timer', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await stopMonotonicClock(page);
      await open(page, '/app');
      await expectReady(page);
      await look(page, 'home-first-day');
      await seedBoard(page, 'Launch the autumn site', LAUNCH);
      await page.reload();
      await page.getByRole('button', { name: /cards? today/ }).click();
      await expect(page.getByRole('dialog', { name: 'Today' }).getByText('Book the room')).toBeVisible();
      await look(page, 'home-today');
      await page.keyboard.press('Escape');
      await look(page, 'home');
      await page.getByRole('button', { name: 'Switch to timer' }).click();
      await look(page, 'timer');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Pause', exact: true }).first()).toBeVisible();
      await look(page, 'timer-running');
      await page.getByRole('button', { name: 'Pause', exact: true }).first().click();
      await look(page, 'timer-paused');
      await page.getByRole('button', { name: 'Timer settings' }).click();
      await look(page, 'timer-settings');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Skip', exact: true }).click();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await look(page, 'timer-break');
    });

    test('boards', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await open(page, '/app/b');
      await look(page, 'boards-none');
      const launch = await seedBoard(page, 'Launch the autumn site', LAUNCH);
      const reading = await seedBoard(page, 'Reading list', { Books: titles(40, 'Book'), Later: [] });
      await seedBoard(page, LONG_NAME, {});
      await sendChanges(page, reading, [
        { type: 'edit_board', edit: { field: 'favorite', value: true } },
        { type: 'edit_board', edit: { field: 'color', value: '#1f4e79' } },
      ]);
      await open(page, '/app/b');
      await look(page, 'boards');
      await page.getByRole('button', { name: 'Add Board' }).click();
      await expect(page.getByRole('dialog', { name: 'Add New Board' })).toBeVisible();
      await look(page, 'boards-add');
      await open(page, launch);
      await expect(cardTitled(page, 'Book the room')).toBeVisible();
      await look(page, 'board');
      await page.getByRole('button', { name: 'Board settings' }).click();
      await look(page, 'board-panel');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Filter cards' }).click();
      await page.getByRole('textbox', { name: 'Filter by text' }).fill('name tags');
      await expect(cardTitled(page, 'Book the room')).toBeHidden();
      await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible();
      await look(page, 'board-filter');
      await open(page, reading);
      await look(page, 'board-long-list');
      await open(page, '/app/tasks');
      await look(page, 'tasks');
      await open(page, '/app/calendar');
      await look(page, 'calendar');
      await open(page, '/app/search?q=bicycle');
      await look(page, 'search');
    });

    test('a card', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      const launch = await seedBoard(page, 'Launch the autumn site', LAUNCH);
      await open(page, launch);
      await titleOf(page, 'Book the room').click();
      await expect(page.getByRole('dialog', { name: 'Book the room' }).locator('strong')).toBeVisible();
      await page.waitForLoadState('networkidle');
      await look(page, 'card');
      await page.keyboard.press('Escape');
      await titleOf(page, 'Collect quotes').click();
      await expect(page.getByRole('dialog', { name: 'Collect quotes' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await look(page, 'card-empty');
      await page.keyboard.press('Escape');
      await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Collect quotes' }), 'Delete');
      await expect(cardTitled(page, 'Collect quotes')).toBeHidden();
      await open(page, '/app/trash');
      await look(page, 'trash');
    });

    test('notes', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await open(page, '/app/notes');
      await look(page, 'notes-none');
      await seedNote(page, 'Meeting with Grace\nShe will send the numbers by Friday.', '2026-03-01T09:00:00Z');
      const note = await seedNote(page, NOTE, '2026-03-02T18:00:00Z');
      await open(page, note);
      await look(page, 'note');
      if (!isPhone) {
        await noteText(page).getByText('Bake at 230 degrees').click();
        await page.keyboard.press('Home');
        await page.keyboard.press('Shift+End');
        await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
        await look(page, 'note-toolbar');
        await page.getByRole('button', { name: 'Focus mode' }).click();
        await expect(page.getByRole('navigation')).toHaveCount(0);
        await look(page, 'note-focus-mode');
      }
      await open(page, '/app/notes');
      await look(page, 'notes');
    });

    test('stats', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      await open(page, '/app/stats');
      await look(page, 'stats-none');
      const launch = await seedBoard(page, 'Launch the autumn site', LAUNCH);
      const { board, cards } = await idsOnBoard(page, launch);
      const titlesOfCards = Object.keys(cards).toSorted().slice(0, 4);
      await seedSessions(page, sessionsOf(board, titlesOfCards.map((title) => cards[title] ?? '')));
      await open(page, '/app/stats');
      await look(page, 'stats');
      await page.getByRole('heading', { name: 'Sessions' }).scrollIntoViewIfNeeded();
      await look(page, 'stats-sessions');
      await page.getByRole('button', { name: 'Add session' }).click();
      await look(page, 'stats-add-session');
    });

    test('settings and the inbox', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      // The server sets the times of logins.
      await page.route('**/api/account/', async (route) => {
        const response = await route.fetch();
        const text = (await response.text()).replaceAll(/"(created_at|last_seen)":"[^"]+"/g, `"$1":"2026-03-02T08:00:00Z"`);
        await route.fulfill({ response, body: text });
      });
      for (const section of ['general', 'profile', 'preference', 'shortcuts', 'integrations', 'data', 'subscription']) {
        await open(page, `/app/settings?section=${section}`);
        await look(page, `settings-${section}`);
      }
      await open(page, '/app/settings?section=preference');
      await page.getByRole('button', { name: 'Change Sound' }).click();
      await expect(page.getByRole('dialog', { name: 'Choose Sound' })).toBeVisible();
      await look(page, 'settings-sound');
      await open(page, '/app/settings?section=data&import');
      await expect(page.getByRole('dialog', { name: 'Import boards' })).toBeVisible();
      await look(page, 'import');
      await open(page, '/app/inbox');
      await look(page, 'inbox-none');
      await page.route('**/api/inbox/', (route) => route.fulfill({ json: { unread_count: 2, entries: INBOX, has_more: false } }));
      await open(page, '/app/inbox');
      await look(page, 'inbox');
    });

    test('high contrast and compact boards', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      const launch = await seedBoard(page, 'Launch the autumn site', LAUNCH);
      await setPreferences(page, { appearance: '{"contrast":"high"}' });
      await open(page, '/app');
      await expectReady(page);
      await look(page, 'high-contrast-home');
      await open(page, launch);
      await look(page, 'high-contrast-board');
      await titleOf(page, 'Book the room').click();
      await expect(page.getByRole('dialog', { name: 'Book the room' }).locator('strong')).toBeVisible();
      await look(page, 'high-contrast-card');
      await setPreferences(page, { appearance: '{"density":"compact","accent":"violet","text_size":"larger"}' });
      await open(page, launch);
      await look(page, 'compact-board');
    });

    test('a board that is not found', async ({ accountPage: page, consoleGuard }) => {
      consoleGuard.allow(/status of 404.*\/api\/boards\/nowhere|Error fetching boards/);
      await preparePage(page, variant);
      await open(page, '/app/b/nowhere');
      await expect(page.getByRole('heading', { name: 'Board not found' })).toBeVisible();
      await look(page, 'board-not-found');
    });

    test('what floats', async ({ accountPage: page }) => {
      await preparePage(page, variant);
      const launch = await seedBoard(page, 'Launch the autumn site', LAUNCH);
      await open(page, launch);
      await page.getByRole('button', { name: 'Options for Book the room' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await look(page, 'menu-card');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Share/ }).click();
      await expect(page.getByRole('dialog', { name: /^Share/ })).toBeVisible();
      await look(page, 'share');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: /^Share/ })).toBeHidden();
      await page.keyboard.press('q');
      await expect(page.getByRole('textbox', { name: 'Quick add' })).toBeVisible();
      await look(page, 'quick-add');
      await page.keyboard.press('Escape');
      if (!isPhone) {
        await page.getByRole('heading', { level: 1 }).click();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Search or run a command' }).fill('card');
        await look(page, 'palette');
        await page.keyboard.press('Escape');
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
        await look(page, 'shortcuts');
      }
    });
  });
}
