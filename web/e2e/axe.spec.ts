/**
 * Checks every page and dialog with axe, in both themes, with high contrast and with the largest text, and at desktop, tablet
 * and phone width: there must be no violations and no horizontal overflow. The long run saves a screenshot of each in
 * `web/test-results`.
 */
import type { Page } from '@playwright/test';
import { setPreferences } from './support/api';
import { seedBoard } from './support/api-board';
import { type Block, seedNote } from './support/api-notes';
import { idsOnBoard, seedSessions } from './support/api-sessions';
import { violationsOf } from './support/axe';
import { cardTitled, minutesFromNow, chooseMenuItem, titleOf } from './support/board';
import { enterAsGuest } from './support/guest';
import { noteText } from './support/notes';
import { expectPrecached } from './support/ready';
import { fillLogIn, storedTokens } from './support/users';
import { expect, OFFLINE_ERRORS, test } from './support/test';
import { isLong } from './support/long';

interface Variant {
  theme: 'dark' | 'light';
  width: number;
  /** Whether the device asks for high contrast, which the app follows by default. */
  hasHighContrast?: true;
  /** Whether the largest text is chosen. */
  hasLargerText?: true;
}

/** Returns the page's violations as lines with their location. */
async function findings(page: Page, where: string, disabledRules: string[]): Promise<string[]> {
  const violations = await violationsOf(page, disabledRules);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${where}: ${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)}`));
}

/** Collects the findings of several checks, so that one run reports them all. */
class Inspection {
  readonly found: string[] = [];

  constructor(
    private readonly page: Page,
    readonly variant: Variant,
  ) {}

  async look(where: string, disabledRules: string[] = []): Promise<void> {
    const root = this.page.locator('html');
    await expect(root).toHaveClass(this.variant.theme === 'dark' ? /\bdark\b/ : /^(?!.*\bdark\b)/);
    if (this.variant.hasHighContrast) await expect(root).toHaveAttribute('data-contrast', 'high');
    if (this.variant.hasLargerText) {
      // Visitors without an account cannot choose a text size, but may have chosen one in the browser. It is kept while the app loads
      // the preferences.
      await root.evaluate((element) => {
        const apply = () => element.getAttribute('data-text-size') === 'larger' || element.setAttribute('data-text-size', 'larger');
        apply();
        new MutationObserver(apply).observe(element, { attributeFilter: ['data-text-size'] });
      });
      await expect(root).toHaveCSS('font-size', '20px');
    }
    this.found.push(...(await findings(this.page, where, disabledRules)));
    const beyond = await this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (beyond > 0) this.found.push(`${where}: it is ${beyond} pixels wider than the window`);
    if (isLong) await this.page.screenshot({ path: test.info().outputPath(`${where.replace(/[^a-z0-9]+/gi, '-')}.png`) });
  }

  /** An open menu is rendered at the end of the page, outside of every landmark. */
  async lookAtMenu(where: string): Promise<void> {
    await this.look(where, ['region']);
  }

  expectNothing(): void {
    expect(this.found).toEqual([]);
  }
}

/** Creates a board whose cards show every kind of detail, and opens it. */
async function openDetailedBoard(page: Page): Promise<void> {
  const { day: today } = await minutesFromNow(page, 0);
  const address = await seedBoard(page, 'Launch', {
    'To do': [
      {
        title: 'Book the room',
        priority: 'high',
        description: 'For **twelve** people:\n\n- [projector](https://example.com)\n- coffee',
        due_date: today,
        labels: ['venue', 'urgent'],
        subtasks: ['Ask for prices', 'Pay'],
        comments: ['They are closed on Mondays.'],
        // Long enough ago that the reminder does not fire during the test, because its toast would cover the buttons.
        reminders: [24 * 60],
      },
      { title: 'Send the invitations', due_date: '2026-01-05', priority: 'medium' },
      { title: 'Choose a date', priority: 'completed' },
    ],
    Done: [],
  });
  await page.goto(address);
  await expect(cardTitled(page, 'Book the room')).toBeVisible();
}

const WAITING_MAILS = {
  mails: [
    {
      id: '0190000b-0000-7000-8000-000000000001',
      kind: 'reset_password',
      recipient: `${'a.long.name.'.repeat(5)}@example.com`,
      created_at: '2026-03-03T08:00:00Z',
      next_try_at: '2026-03-03T08:30:00Z',
      tries: 3,
    },
  ],
  has_more: false,
};

const text = (words: string, ...marks: object[]): object => ({ type: 'text', text: words, marks });

/** A note with every kind of text. */
const NOTE: readonly Block[] = [
  { type: 'heading', attrs: { level: 1 }, content: [text('Bread')] },
  {
    type: 'taskList',
    content: [{ type: 'taskItem', attrs: { checked: false }, content: [{ type: 'paragraph', content: [text('knead')] }] }],
  },
  { type: 'blockquote', content: [{ type: 'paragraph', content: [text('warm')] }] },
  {
    type: 'paragraph',
    content: [
      text('230', { type: 'code' }),
      text(' '),
      text('hot', { type: 'bold' }),
      text(' '),
      text('https://example.com', { type: 'link', attrs: { href: 'https://example.com' } }),
      text(' there'),
    ],
  },
];

/** Sets the theme and the text size of the pages that are opened next, also in the account of a logged-in user. */
async function applyTheme(page: Page, { theme, hasLargerText }: Variant): Promise<void> {
  const { access } = await storedTokens(page);
  if (access) await setPreferences(page, { theme, ...(hasLargerText ? { appearance: '{"text_size":"larger"}' } : {}) });
  await page.evaluate((name) => localStorage.setItem('theme', name), theme);
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

// By default each page is checked in one combination of theme and width, alternating, and some pages with high contrast;
// `cargo xtask test --long` checks every page in every combination.
const variants: Variant[] = [
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 390 },
  ...(isLong
    ? ([
        { theme: 'light', width: 1440 },
        { theme: 'dark', width: 390 },
        { theme: 'dark', width: 768 },
        { theme: 'light', width: 768 },
        { theme: 'dark', width: 1440, hasHighContrast: true },
        { theme: 'light', width: 390, hasHighContrast: true },
        { theme: 'light', width: 1440, hasHighContrast: true, hasLargerText: true },
        { theme: 'dark', width: 390, hasHighContrast: true, hasLargerText: true },
        { theme: 'dark', width: 360, hasLargerText: true },
      ] satisfies Variant[])
    : []),
];

type Inspecting = Parameters<typeof test>[2];

for (const [index, variant] of variants.entries()) {
  const isPhone = variant.width < 500;
  let pageCount = 0;
  const inspect = (title: string, body: Inspecting): void => {
    pageCount += 1;
    if (isLong || pageCount % 2 === index) test(title, body);
  };
  const suffix = `${variant.hasHighContrast ? ' with high contrast' : ''}${variant.hasLargerText ? ' with the largest text' : ''}`;
  test.describe(`in the ${variant.theme} theme at ${variant.width} pixels${suffix}`, () => {
    test.use({ viewport: { width: variant.width, height: 900 }, isMobile: isPhone, hasTouch: isPhone });
    if (variant.hasHighContrast) test.use({ contextOptions: { contrast: 'more' } });
    // Axe visits every element of every page.
    test.beforeEach(() => test.slow());

    inspect('the pages before signing in', async ({ page }) => {
      const inspection = new Inspection(page, variant);
      await page.goto('/api/health/');
      await applyTheme(page, variant);
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await inspection.look('landing');
      inspection.expectNothing();
    });

    inspect('the login pages', async ({ page, consoleGuard }) => {
      consoleGuard.allow(/status of 4\d\d.*\/api\/auth\/(login|confirm-email)\//);
      const inspection = new Inspection(page, variant);
      // A server with every optional feature, but without a mail server.
      await page.route('**/api/features/', (route) => route.fulfill({ json: { google: true, mail: false, invitation_only: true } }));
      await page.goto('/api/health/');
      await applyTheme(page, variant);
      // Drawn once the server's features are known.
      const google = page.getByRole('button', { name: 'Continue with Google' });
      const invitationNeeded = page.getByText('You need an invitation to sign up.');
      for (const [address, heading] of [
        ['type=login', 'Welcome Back'],
        ['type=signup', 'Create Account'],
        ['type=forgot', 'Forgot password'],
        ['type=reset#token=one', 'New password'],
        ['type=reset', 'This link doesn’t work'],
        ['type=confirm#token=one', 'Confirm your email'],
      ] as const) {
        // A URL that differs only in its fragment would not load the page again.
        await page.goto('about:blank');
        await page.goto(`/auth?${address}`);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        if (address === 'type=login') await expect(google).toBeVisible();
        if (address === 'type=signup') await expect(invitationNeeded).toBeVisible();
        await inspection.look(`auth ${address}`);
      }
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible();
      await inspection.look('auth rejected confirmation');
      await page.goto('/auth?type=signup');
      await page.getByLabel('Password', { exact: true }).fill('password');
      await expect(page.getByText('Weak')).toBeVisible();
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expect(page.getByText('Enter your first name.')).toBeVisible();
      await expect(invitationNeeded).toBeVisible();
      await inspection.look('auth rejected signup');
      await page.goto('/auth?type=login');
      await fillLogIn(page, { email: 'nobody@example.com', password: 'not the one' });
      await page.getByRole('button', { name: 'Log In' }).click();
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await expect(google).toBeVisible();
      await inspection.look('auth rejected login');
      inspection.expectNothing();
    });

    inspect('the pages about boards', async ({ accountPage: page, consoleGuard }) => {
      consoleGuard.allow(/status of 404.*\/api\/boards\/nowhere|Error fetching boards/);
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      await page.goto('/app/b');
      await expect(page.getByRole('heading', { name: 'No Boards Found' })).toBeVisible();
      await inspection.look('no boards');
      await openDetailedBoard(page);
      await page.getByRole('button', { name: 'Options for Choose a date' }).click();
      await inspection.lookAtMenu('menu of a card');
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(cardTitled(page, 'Choose a date')).toBeHidden();
      await inspection.look('board');
      await page.goto('/app/trash');
      await expect(page.getByText('Choose a date')).toBeVisible();
      await inspection.look('trash');
      await page.goto('/app/tasks');
      await expect(page.getByText('Book the room')).toBeVisible();
      await inspection.look('tasks');
      await page.goto('/app/b');
      await expect(page.getByRole('main').getByRole('link', { name: 'Launch' })).toBeVisible();
      await inspection.look('boards');
      await page.goto('/app/b/nowhere');
      await expect(page.getByRole('heading', { name: 'Board not found' })).toBeVisible();
      await inspection.look('no board');
      inspection.expectNothing();
    });

    inspect('the other pages', async ({ accountPage: page, consoleGuard }) => {
      consoleGuard.allow(/status of 404.*\/nowhere/);
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      for (const [path, heading] of [
        ['/app', 'Home'],
        ['/app?view=timer', 'Home'],
        ['/app/calendar', 'Calendar'],
        ['/app/search?q=bread', 'Search'],
        ['/app/stats', 'My Stats'],
        ['/app/settings', 'Settings'],
        ['/app/admin', 'Page not found'],
        ['/nowhere', '404'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
        await inspection.look(path);
      }
      inspection.expectNothing();
    });

    inspect('the pages for administrators', async ({ accountPage: page, account, server }) => {
      const inspection = new Inspection(page, variant);
      server.administer('make-admin', account.email);
      await page.request.post('/api/add-to-waitlist/', { data: { name: 'Alan', email: 'alan@example.com' } });
      await page.route('**/api/admin/mails/**', (route) => route.fulfill({ json: WAITING_MAILS }));
      await applyTheme(page, variant);
      for (const [section, text] of [
        ['waitlist', 'alan@example.com'],
        ['mails', '3 attempts'],
        ['storage', 'Working'],
        ['audit', /an administrator/],
        ['people', account.email],
      ] as const) {
        await page.goto(`/app/admin?section=${section}`);
        await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
        await inspection.look(`admin ${section}`);
      }
      await page.getByRole('button', { name: `Options for ${account.email}` }).press('Enter');
      await inspection.lookAtMenu('menu of a person');
      await page.getByRole('menuitem', { name: 'Log out everywhere' }).click();
      await expect(page.getByRole('dialog').getByLabel('Your password', { exact: true })).toBeVisible();
      await inspection.look('confirm a change of an account');
      inspection.expectNothing();
    });

    inspect('a guest', async ({ page }) => {
      const inspection = new Inspection(page, variant);
      await page.goto('/api/health/');
      await applyTheme(page, variant);
      await enterAsGuest(page, 'Grace');
      await expect(page.getByText(/Your data is only in this browser/)).toBeVisible();
      await inspection.look('Home of a guest');
      await page.goto('/app/settings?section=profile');
      await page.getByRole('button', { name: 'Delete guest data' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await inspection.look('profile of a guest');
      inspection.expectNothing();
    });

    inspect('the inbox', async ({ accountPage: page }) => {
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      await page.goto('/app/inbox');
      await expect(page.getByRole('heading', { name: 'You’re all caught up.' })).toBeVisible();
      await inspection.look('empty inbox');
      const entry = (number: number, fields: object) => ({
        id: `0190000a-0000-7000-8000-00000000000${number}`,
        kind: 'mention',
        at: new Date().toISOString(),
        is_read: false,
        who: 'Grace Hopper',
        board_id: '01900001-0000-7000-8000-000000000001',
        board_name: 'Launch',
        board_slug: 'launch-7f3k',
        card_id: '01900003-0000-7000-8000-000000000000',
        card_title: 'Bread'.repeat(30),
        text: '@Ada Byron, please look at this.',
        role: null,
        ...fields,
      });
      const invitation = { kind: 'invitation', board_slug: null, card_id: null, card_title: null, text: null, role: 'editor' };
      const entries = [entry(3, {}), entry(2, invitation), entry(1, { is_read: true })];
      await page.route('**/api/inbox/', (route) => route.fulfill({ json: { unread_count: 2, entries, has_more: true } }));
      await page.reload();
      await expect(page.getByRole('button', { name: 'Accept the invitation to Launch' })).toBeVisible();
      await inspection.look('inbox');
      inspection.expectNothing();
    });

    inspect('the notes', async ({ accountPage: page }) => {
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      await page.goto('/app/notes');
      await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible();
      await inspection.look('no notes');
      await page.goto(await seedNote(page, NOTE));
      await expect(noteText(page).locator('h1')).toHaveText('Bread');
      await inspection.look('note');
      if (isPhone) await noteText(page).locator('h1').tap();
      else await page.getByRole('button', { name: 'Formatting toolbar' }).click();
      await page.getByRole('button', { name: 'Link' }).click();
      await expect(page.getByRole('textbox', { name: 'Address' })).toBeVisible();
      await inspection.lookAtMenu('link in a note');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Version history' }).click();
      await expect(page.getByRole('dialog', { name: 'Version history' })).toBeVisible();
      await inspection.look('versions of a note');
      await page.keyboard.press('Escape');
      await page.goto('/app/notes');
      await page.getByRole('button', { name: 'Options for Bread' }).click();
      await inspection.lookAtMenu('menu of a note');
      await page.getByRole('menuitem', { name: 'Move to trash' }).click();
      await page.goto('/app/notes?view=trash');
      await page.getByRole('link', { name: /^Bread/ }).click();
      await expect(page.getByText(/^In the trash\./)).toBeVisible();
      await inspection.look('note in the trash');
      inspection.expectNothing();
    });

    test.describe('without a connection', () => {
      // The page is reloaded while the server is down.
      test.use({ serviceWorkers: 'allow' });

      inspect('My Stats with sessions, and without a connection', async ({ accountPage: page, server, consoleGuard }) => {
        consoleGuard.allow(OFFLINE_ERRORS);
        const inspection = new Inspection(page, variant);
        await applyTheme(page, variant);
        const address = await seedBoard(page, 'Launch', { 'To do': [{ title: 'Book the room', labels: ['venue'] }] });
        const { board, cards } = await idsOnBoard(page, address);
        const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10);
        await seedSessions(page, [
          { start: `${yesterday}T09:00`, minutes: 50, board_id: board, card_id: cards['Book the room'] ?? '' },
          { start: `${yesterday}T10:00`, minutes: 25, outcome: 'finished_early' },
        ]);
        await page.goto('/app/stats');
        await expect(page.getByRole('table', { name: 'Focus time by day: This week' })).toBeAttached();
        await page.getByRole('combobox', { name: 'Period' }).selectOption('All time');
        await expect(page.getByRole('table', { name: 'Focus time by label' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Book the room · Launch' })).toBeVisible();
        await inspection.look('stats');
        await page.getByRole('group', { name: /^Focus time in/ }).press('ArrowLeft');
        await inspection.look('a day of the heatmap');
        await page.getByRole('button', { name: 'Export' }).click();
        await inspection.lookAtMenu('menu of the export');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Add session' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add session' });
        await dialog.getByLabel('Time', { exact: true }).fill('');
        await dialog.getByRole('spinbutton').fill('');
        await dialog.getByRole('button', { name: 'Add session' }).click();
        await expect(dialog.getByRole('alert')).toHaveCount(2);
        await inspection.look('add a session');
        await closeDialog(page);
        await expectPrecached(page);
        await server.kill();
        await page.reload();
        await expect(page.getByRole('alert')).toHaveCount(2, { timeout: 30_000 });
        await inspection.look('stats without a connection');
        await server.start();
        inspection.expectNothing();
      });
    });

    inspect('the profile, and an account scheduled for deletion', async ({ page, account: user, consoleGuard }) => {
      consoleGuard.allow(/status of 403/);
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      await page.goto('/app/settings?section=profile');
      const remove = page.getByRole('button', { name: 'Delete account' });
      await expect(remove).toBeVisible();
      await inspection.look('profile');
      for (const [name, label] of [
        ['Change email', 'Your password'],
        ['Change password', 'Current password'],
      ] as const) {
        await page.getByRole('button', { name }).click();
        await page.getByRole('dialog').getByLabel(label, { exact: true }).fill('not the one');
        await inspection.look(name);
        await closeDialog(page);
      }
      await remove.click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await dialog.getByLabel('Your password', { exact: true }).fill('not the one');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toBeVisible();
      await inspection.look('a rejected password');
      await dialog.getByLabel('Your password', { exact: true }).fill(user.password);
      await page.keyboard.press('Enter');
      const bar = page.getByRole('complementary', { name: 'Account deletion' });
      await expect(bar).toBeVisible();
      await inspection.look('the profile of an account that is to go');
      await page.goto('/app');
      await expect(bar).toBeVisible();
      await inspection.look('the bar above Home');
      inspection.expectNothing();
    });

    inspect('the settings', async ({ accountPage: page }) => {
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      await page.goto('/app/settings');
      await page.getByRole('spinbutton', { name: 'Rounds' }).fill('');
      await page.getByRole('button', { name: 'Save Focus Time' }).click();
      await page.getByRole('switch', { name: 'Auto-start breaks' }).click();
      await expect(page.getByRole('switch', { name: 'Auto-start breaks' })).toBeChecked();
      await inspection.look('general');
      for (const section of ['Profile', 'Subscription', 'Import and export', 'Keyboard shortcuts', 'Preference']) {
        await page.getByRole('link', { name: section }).click();
        await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();
        await inspection.look(section);
      }
      await page.getByRole('combobox', { name: 'Search settings' }).fill('sound');
      await expect(page.getByRole('option', { name: /Choose Sound/ })).toBeVisible();
      await inspection.look('the search of settings');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Integrations' }).click();
      await expect(page.getByRole('button', { name: 'Create address' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Create token' })).toBeVisible();
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await inspection.look('a new webhook');
      await closeDialog(page);
      await inspection.look('Integrations');
      await page.getByRole('link', { name: 'Preference' }).click();
      await page.getByRole('button', { name: /^Theme: / }).click();
      await expect(page.getByRole('dialog', { name: 'Choose Theme' })).toBeVisible();
      await inspection.lookAtMenu('themes');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Change Sound' }).click();
      await expect(page.getByRole('dialog', { name: 'Choose Sound' })).toBeVisible();
      await inspection.look('sounds');
      await closeDialog(page);
      await page.getByRole('button', { name: 'Change Wallpaper' }).click();
      const wallpapers = page.getByRole('dialog', { name: 'Change Wallpaper' });
      await expect(wallpapers.getByRole('radio', { name: 'Northern lights' })).toBeAttached();
      await inspection.look('wallpapers');
      inspection.expectNothing();
    });

    inspect('the dialogs that copy', async ({ accountPage: page }) => {
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      await openDetailedBoard(page);

      await page.getByRole('button', { name: 'Options for Book the room' }).click();
      await page.getByRole('menuitem', { name: 'Copy…' }).click();
      await expect(page.getByRole('dialog', { name: 'Copy card' }).getByRole('combobox', { name: 'List' })).toBeVisible();
      await inspection.look('copy');
      await closeDialog(page);
      await page.goto('/app/b');
      await page.locator('[data-board-id]').getByRole('button', { name: /^Options for/ }).first().click();
      await page.getByRole('menuitem', { name: 'Save as template' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save as template' });
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
      await inspection.look('save as template');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: 'Templates', exact: true }).click();
      await inspection.look('templates');
      await page.getByRole('button', { name: 'Add Board' }).click();
      await expect(page.getByRole('heading', { name: 'Your templates' })).toBeVisible();
      await inspection.look('own templates');
      inspection.expectNothing();
    });

    inspect('the dialog of a card', async ({ accountPage: page }) => {
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      await openDetailedBoard(page);

      await titleOf(page, 'Book the room').click();
      const dialog = page.getByRole('dialog', { name: 'Book the room' });
      await expect(dialog.locator('strong')).toBeVisible();
      await dialog.getByRole('button', { name: 'Activity' }).click();
      await expect(dialog.getByRole('list', { name: 'Activity' })).toBeVisible();
      await inspection.look('card');
      await dialog.getByRole('button', { name: 'Move to…' }).click();
      await expect(page.getByRole('dialog', { name: 'Move card' })).toBeVisible();
      await inspection.look('move');
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'Edit Details' }).click();
      await dialog.getByRole('button', { name: 'Title: Book the room, change' }).click();
      await dialog.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(501));
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toBeVisible();
      await inspection.look('card that is edited');
      await dialog.getByRole('textbox', { name: 'Title' }).fill('');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toHaveText('Enter a title.');
      await inspection.look('title that was restored');
      for (const name of ['Labels', 'Due date', 'Priority']) {
        const button = dialog.getByRole('button', { name: new RegExp(`^${name}: .*, change$`) });
        await button.click();
        await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
        await inspection.look(`picker of ${name}`);
        await page.keyboard.press('Escape');
        await expect(button).toBeFocused();
      }
      await dialog.getByRole('button', { name: 'Change color of venue' }).click();
      await expect(page.getByRole('radiogroup', { name: 'Color of venue' })).toBeVisible();
      await inspection.look('color of a label');
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await closeDialog(page);
      inspection.expectNothing();
    });

    inspect('the side panel, the filter, the keyboard shortcuts and the palette', async ({ accountPage: page }) => {
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      await openDetailedBoard(page);
      await page.getByRole('button', { name: 'Board settings' }).click();
      await inspection.look('panel');
      for (const view of ['Edit Board', 'Edit Background']) {
        await page.getByRole('button', { name: view }).click();
        await expect(page.getByRole('dialog', { name: view })).toBeVisible();
        await inspection.look(view);
        await page.getByRole('button', { name: 'Back' }).click();
      }
      await closeDialog(page);

      await page.getByRole('button', { name: 'Filter cards' }).click();
      await page.getByRole('textbox', { name: 'Filter by text' }).fill('room');
      await expect(cardTitled(page, 'Send the invitations')).toBeHidden();
      await inspection.look('filter');
      await page.getByRole('button', { name: 'Labels' }).click();
      await inspection.lookAtMenu('menu of the filter');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Clear' }).click();

      if (!isPhone) {
        await page.getByRole('heading', { level: 1 }).click();
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
        await inspection.look('keys');
        await closeDialog(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Search or run a command' }).fill('card');
        await inspection.look('command palette');
        await page.keyboard.press('Escape');
      }

      inspection.expectNothing();
    });

    inspect('rejected and unsent changes', async ({ accountPage: page, server, consoleGuard }) => {
      consoleGuard.allow(/Error fetching/);
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      await openDetailedBoard(page);
      await page.route('**/api/boards/*/ops/', async (route) => {
        const { ops } = route.request().postDataJSON() as { ops: { id: string }[] };
        await route.fulfill({ json: { version: 2, results: ops.map(({ id }) => ({ id, status: 'refused', code: 'unknown_card' })) } });
      });
      await page.getByRole('button', { name: 'Add card' }).first().click();
      await page.getByRole('textbox', { name: 'Card title' }).fill('Refused');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /A change couldn’t be saved/ }).click();
      await expect(page.getByRole('dialog', { name: 'Sync status' })).toBeVisible();
      await inspection.look('unsent changes');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await expect(page.getByRole('dialog', { name: 'A change couldn’t be saved' })).toBeVisible();
      await inspection.look('rejected changes');
      await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click();
      await page.unroute('**/api/boards/*/ops/');
      await server.kill();
      await chooseMenuItem(page, page.getByRole('button', { name: 'Options for Send the invitations' }), 'Mark as done');
      await page.getByRole('button', { name: /You’re offline/ }).click();
      await expect(page.getByRole('dialog', { name: 'Sync status' })).toBeVisible();
      await inspection.look('offline');
      await server.start();
      inspection.expectNothing();
    });

    inspect('the dialogs of My Boards', async ({ accountPage: page }) => {
      const inspection = new Inspection(page, variant);
      await applyTheme(page, variant);
      await openDetailedBoard(page);
      await page.goto('/app/b');
      await page.getByRole('button', { name: 'Add Board' }).click();
      await expect(page.getByRole('dialog', { name: 'Add New Board' })).toBeVisible();
      await inspection.look('add a board');
      await closeDialog(page);
      await page.getByRole('main').getByRole('button', { name: 'Options for Launch' }).click();
      await inspection.lookAtMenu('menu of a board');
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(page.getByRole('dialog', { name: 'Edit Board' })).toBeVisible();
      await inspection.look('edit a board');
      inspection.expectNothing();
    });
  });
}

// The long run checks every page with high contrast.
if (!isLong) {
  test.describe('with high contrast', () => {
    test.use({ contextOptions: { contrast: 'more' } });

    test('Home, a board with a card, and the settings', async ({ accountPage: page }) => {
      test.slow();
      await openDetailedBoard(page);
      const board = page.url();
      for (const theme of ['dark', 'light'] as const) {
        const inspection = new Inspection(page, { theme, width: 1440, hasHighContrast: true });
        await applyTheme(page, inspection.variant);
        await page.goto('/app');
        await expect(page.getByRole('button', { name: 'Switch to timer' })).toBeVisible();
        await inspection.look(`Home, ${theme}`);
        await page.goto(board);
        await titleOf(page, 'Book the room').click();
        await expect(page.getByRole('dialog', { name: 'Book the room' })).toBeVisible();
        await inspection.look(`card, ${theme}`);
        await closeDialog(page);
        await inspection.look(`board, ${theme}`);
        await page.goto('/app/settings?section=preference');
        await expect(page.getByRole('radio', { name: 'Green' })).toBeChecked();
        await inspection.look(`settings, ${theme}`);
        inspection.expectNothing();
      }
    });
  });
}
