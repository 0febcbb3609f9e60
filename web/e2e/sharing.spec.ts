/** Three people on one board, each in their own browser. */
import type { Page } from '@playwright/test';
import { cardTitled, expectLayout, expectSent, expectTools, listNamed, openSeededBoard, titleOf } from './support/board';
import { callApi, setPreferences } from './support/api';
import { INBOX_MAIL_LIMIT } from './support/mail-server';
import { mailTest } from './support/mail-test';
import { expect, test } from './support/test';
import { chooseRole, createInvitation, joinBoard, openShareDialog } from './support/sharing';
import { fillSignUp, newUser, signUpViaApi, type User } from './support/users';

const GRACE = { first_name: 'Grace', last_name: 'Hopper' };
const EVE = { first_name: 'Eve', last_name: 'Online' };

let address: string;

test.beforeEach(async ({ accountPage: page }) => {
  address = await openSeededBoard(page, 'Launch', { Today: ['Bread', 'Milk'], Done: [] });
});

async function addCard(page: Page, list: string, title: string): Promise<void> {
  const column = listNamed(page, list);
  await column.getByRole('button', { name: 'Add card' }).click();
  const field = column.getByRole('textbox', { name: 'Card title' });
  await field.fill(title);
  await field.press('Enter');
  await expect(cardTitled(page, title)).toBeVisible();
}

test('an invited person signs up, lands on the board, and both edit it live', { tag: '@both' }, async ({ page, anotherBrowser }) => {
  const dialog = await openShareDialog(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  await page.keyboard.press('Escape');

  const grace = await anotherBrowser();
  await grace.goto(new URL(link).pathname);
  await expect(grace).toHaveURL(/\/auth\?type=signup/);
  const user: User = { ...newUser(), ...GRACE };
  await fillSignUp(grace, user);
  await grace.getByRole('button', { name: 'Sign Up' }).click();
  await grace.getByRole('button', { name: 'Continue' }).click();
  await expect(grace.getByRole('heading', { level: 1, name: 'Launch' })).toBeVisible();
  await expectLayout(grace, [
    ['Today', ['Bread', 'Milk']],
    ['Done', []],
  ]);

  await addCard(grace, 'Today', 'Eggs');
  await expect(cardTitled(page, 'Eggs')).toBeVisible();
  await addCard(page, 'Done', 'Plan');
  await expect(cardTitled(grace, 'Plan')).toBeVisible();
  const members = await openShareDialog(page);
  await expect(members.getByText('Grace Hopper')).toBeVisible();
});

test('the form of the share dialog does not move while the invitations arrive and are added', async ({ page }) => {
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/boards/*/invitations', async (route) => {
    await isAnswered;
    await route.fallback();
  });
  const dialog = await openShareDialog(page);
  const create = dialog.getByRole('button', { name: 'Create link' });
  await create.hover(); // Waits for the end of the animation.
  const before = await create.boundingBox();
  answer();
  await expect(dialog.getByText('Public link')).toBeVisible();
  await create.click();
  await expect(dialog.getByRole('button', { name: 'Revoke' })).toBeVisible();
  expect(await create.boundingBox()).toEqual(before);
});

test('a new picture shows on the card of the other member, live', async ({ page, server, anotherBrowser }) => {
  const link = await createInvitation(page, address, 'editor');
  const grace = await anotherBrowser();
  await signUpViaApi(grace, server, { ...newUser(), ...GRACE });
  await joinBoard(grace, link, 'Launch');
  await titleOf(page, 'Bread').click();
  const card = page.getByRole('dialog', { name: 'Bread' });
  await card.getByRole('button', { name: 'Assign someone' }).click();
  await page.getByRole('option', { name: 'Grace Hopper' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const assignees = page.getByRole('img', { name: 'Assigned to Grace Hopper' });
  await expect(assignees).toBeVisible();
  const face = assignees.locator('img');
  await expect(face).toHaveCount(0);

  await grace.goto('/app/settings?section=profile');
  const settings = grace.getByRole('region', { name: 'Picture' });
  const file = await grace.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    canvas.getContext('2d')?.fillRect(0, 0, 640, 480);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  await grace.getByLabel('Choose your picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(file, 'base64') });
  await expect(settings.getByText('Picture saved')).toBeVisible();
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(256);

  // A picture that is still loading when it is removed is missing.
  await expect.poll(() => grace.evaluate(() => Array.from(document.images).every(({ complete }) => complete))).toBe(true);
  await settings.getByRole('button', { name: 'Remove your picture' }).click();
  await expect(settings.getByText('Picture removed')).toBeVisible();
  await expect(face).toHaveCount(0);
  await expect(assignees).toBeVisible();
});

test('a viewer sees changes live and cannot make any, until the role changes', async ({ page, server, anotherBrowser }) => {
  const link = await createInvitation(page, address, 'viewer');
  const eve = await anotherBrowser();
  await signUpViaApi(eve, server, { ...newUser(), ...EVE });
  await joinBoard(eve, link, 'Launch');
  await expect(cardTitled(eve, 'Milk')).toBeVisible();
  await expect(eve.getByText('View only')).toBeVisible();
  await expect(eve.getByRole('button', { name: 'Add card' })).toHaveCount(0);
  await expect(eve.getByRole('button', { name: 'New List' })).toHaveCount(0);
  await addCard(page, 'Today', 'Eggs');
  await expect(cardTitled(eve, 'Eggs')).toBeVisible();

  await openShareDialog(page);
  await chooseRole(page, 'Eve Online', 'Editor');
  await expect(eve.getByText('View only')).toHaveCount(0);
  await addCard(eve, 'Done', 'Plan');
  await expect(cardTitled(page, 'Plan')).toBeVisible();
});

test('changes made offline before a demotion are refused and shown', { tag: '@both' }, async ({
  page,
  server,
  anotherBrowser,
  consoleGuard,
}) => {
  consoleGuard.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource|Error fetching/);
  const link = await createInvitation(page, address, 'editor');
  const grace = await anotherBrowser();
  await signUpViaApi(grace, server, { ...newUser(), ...GRACE });
  await joinBoard(grace, link, 'Launch');
  await expect(cardTitled(grace, 'Milk')).toBeVisible();
  await expectSent(grace);
  await expectTools(grace);
  await grace.context().setOffline(true);
  await addCard(grace, 'Today', 'Offline card');
  await openShareDialog(page);
  await chooseRole(page, 'Grace Hopper', 'Viewer');
  await expect(page.getByRole('combobox', { name: 'Role of Grace Hopper' })).toHaveValue('viewer');
  await grace.context().setOffline(false);
  await expect(cardTitled(grace, 'Offline card')).toHaveCount(0);
  await expect(grace.getByText('Offline card').first()).toBeVisible();
  await expect(grace.getByText('View only')).toBeVisible();
});

test('a removed person loses the board at once, and sees the texts that were not sent', { tag: '@both' }, async ({
  page,
  server,
  anotherBrowser,
  consoleGuard,
}) => {
  consoleGuard.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource|Error fetching|status of 404/);
  const link = await createInvitation(page, address, 'editor');
  const [grace, eve] = [await anotherBrowser(), await anotherBrowser()];
  for (const [browser, name] of [
    [grace, GRACE],
    [eve, EVE],
  ] as const) {
    await signUpViaApi(browser, server, { ...newUser(), ...name });
    await joinBoard(browser, browser === grace ? link : await createInvitation(page, address, 'commenter'), 'Launch');
    await expect(cardTitled(browser, 'Milk')).toBeVisible();
    await expectSent(browser);
  }
  await expectTools(grace);
  await grace.context().setOffline(true);
  await addCard(grace, 'Today', 'Never sent');
  const dialog = await openShareDialog(page);
  for (const name of ['Grace Hopper', 'Eve Online']) {
    await dialog.getByRole('button', { name: `Options for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: `Remove ${name}?` }).getByRole('button', { name: 'Remove' }).click();
    await expect(dialog.getByText(name)).toHaveCount(0);
  }
  await expect(eve.getByText('You no longer have access to this board')).toBeVisible({ timeout: 10_000 });
  await expect(cardTitled(eve, 'Milk')).toHaveCount(0);

  await grace.context().setOffline(false);
  await expect(grace.getByText('You no longer have access to this board')).toBeVisible({ timeout: 20_000 });
  await expect(grace.getByText('Never sent').first()).toBeVisible();
  const stored = await grace.evaluate(async () => {
    const databases = await indexedDB.databases();
    const texts: string[] = [];
    for (const { name } of databases) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name ?? '');
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        texts.push(JSON.stringify(all));
      }
      database.close();
    }
    return texts.join();
  });
  expect(stored).not.toContain('Bread');
  await grace.goto('/app/b');
  await expect(grace.getByRole('link', { name: /Launch/ })).toHaveCount(0);
});

test('members see who has the board open, and within 300 ms which card somebody edits', { tag: '@both' }, async ({
  page,
  server,
  anotherBrowser,
}) => {
  const link = await createInvitation(page, address, 'editor');
  const grace = await anotherBrowser();
  await signUpViaApi(grace, server, { ...newUser(), ...GRACE });
  await joinBoard(grace, link, 'Launch');
  await expect(cardTitled(grace, 'Milk')).toBeVisible();
  const share = page.getByRole('button', { name: /^Share/ });
  await expect(share).toHaveAccessibleDescription('Here now: Grace Hopper');
  await expect(grace.getByRole('button', { name: /^Members/ })).toHaveAccessibleDescription(/^Here now: /);

  // Both clocks are this machine's, so the two times can be compared. The best of five, because a busy machine is slow
  // at times.
  await titleOf(grace, 'Milk').click();
  const comment = grace.getByRole('textbox', { name: 'New comment' });
  await expect(comment).toBeVisible();
  const ring = page.locator('[data-editing]');
  const delays: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const seen = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => document.querySelector('[data-editing]') !== null && resolve(Date.now());
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
          look();
        }),
    );
    const focused = await comment.evaluate((field: HTMLElement) => {
      const now = Date.now();
      field.focus();
      return now;
    });
    delays.push((await seen) - focused);
    await expect(page.getByText('Grace Hopper is editing')).toBeVisible();
    await comment.blur();
    await expect(ring).toHaveCount(0);
  }
  expect(Math.min(...delays), `milliseconds: ${delays.join(', ')}`).toBeLessThan(300);

  // The open card names who is editing which field.
  await comment.focus();
  await titleOf(page, 'Milk').click();
  const card = page.getByRole('dialog', { name: 'Milk' });
  await expect(card.getByRole('region', { name: 'Comments' }).getByText('Grace Hopper is editing')).toBeVisible();
  await page.keyboard.press('Escape');

  await grace.close();
  await expect(ring).toHaveCount(0);
  await expect(share).not.toHaveAccessibleDescription(/Here now/);
});

test('a mention reaches the inbox live, and leads to the card', { tag: '@both' }, async ({ page, server, anotherBrowser }) => {
  const link = await createInvitation(page, address, 'commenter');
  const grace = await anotherBrowser();
  await signUpViaApi(grace, server, { ...newUser(), ...GRACE });
  await joinBoard(grace, link, 'Launch');
  await titleOf(grace, 'Bread').click();
  const comment = grace.getByRole('textbox', { name: 'New comment' });
  await comment.pressSequentially('Look, @ad');
  await expect(grace.getByRole('option', { name: 'Ada Byron' })).toBeVisible();
  await comment.press('Enter');
  await comment.pressSequentially('please');
  await expect(comment).toHaveValue('Look, @Ada Byron please');
  await comment.press('Control+Enter');
  await expect(grace.locator('mark')).toHaveText('@Ada Byron');

  await page.getByRole('link', { name: 'Inbox, 1 unread' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Grace Hopper mentioned you on “Bread”' });
  await expect(entry).toContainText('Look, @Ada Byron please');
  await entry.getByRole('link').click();
  const card = page.getByRole('dialog', { name: 'Bread' });
  await expect(card.locator('mark')).toHaveText('@Ada Byron');
  // The dialog hides the rest of the page from screen readers.
  await expect(page.getByRole('link', { name: 'Inbox', exact: true, includeHidden: true })).toBeAttached();

  await card.getByText('Look,').hover();
  await card.getByRole('button', { name: 'Add reaction' }).click();
  await page.getByRole('button', { name: 'Thumbs up' }).click();
  await expect(grace.getByRole('button', { name: '👍 1: Ada Byron' })).toBeVisible();
  await grace.getByRole('button', { name: '👍 1: Ada Byron' }).click();
  await expect(card.getByRole('button', { name: /^👍 2: / })).toBeVisible();

  await page.goto('/app/inbox');
  await expect(page.getByRole('listitem').filter({ hasText: 'Grace Hopper' }).getByRole('button', { name: 'Mark as unread' })).toBeAttached();
});

test('comments on a watched card reach the inbox', async ({ page, server, anotherBrowser }) => {
  const link = await createInvitation(page, address, 'commenter');
  const grace = await anotherBrowser();
  await signUpViaApi(grace, server, { ...newUser(), ...GRACE });
  await joinBoard(grace, link, 'Launch');
  await titleOf(page, 'Milk').click();
  const card = page.getByRole('dialog', { name: 'Milk' });
  await card.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(card.getByRole('button', { name: 'Stop watching' })).toBeVisible();
  await expectSent(page);
  await page.goto('/app');

  for (const [title, text] of [
    ['Bread', 'Not watched'],
    ['Milk', 'Two liters'],
  ] as const) {
    await titleOf(grace, title).click();
    const comment = grace.getByRole('textbox', { name: 'New comment' });
    await comment.fill(text);
    await comment.press('Control+Enter');
    await expect(grace.getByRole('list', { name: 'Comments' })).toContainText(text);
    await grace.keyboard.press('Escape');
  }
  await page.getByRole('link', { name: 'Inbox, 1 unread' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Grace Hopper commented on “Milk”' })).toContainText('Two liters');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible();
});

test('a public link opens the board without a login, until it is turned off', async ({ page, anotherBrowser, consoleGuard }) => {
  consoleGuard.allow(/status of 404/);
  const dialog = await openShareDialog(page);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link to this board' }).inputValue();
  await page.keyboard.press('Escape');

  const visitor = await anotherBrowser();
  await visitor.goto(new URL(link).pathname);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Launch' })).toBeVisible();
  await expect(visitor.getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveText([/^Bread/, /^Milk/]);
  for (const name of ['Add card', 'New List', /^(Share|Members)/]) await expect(visitor.getByRole('button', { name })).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Milk' }).click();
  await expect(visitor.getByRole('dialog', { name: 'Milk' })).toBeVisible();
  await expect(visitor.getByRole('dialog').getByRole('textbox')).toHaveCount(0);
  // On a phone, the lists scroll and not the page.
  await visitor.setViewportSize({ width: 360, height: 640 });
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await openShareDialog(page);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog', { name: 'Turn off the public link?' }).getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await expect(visitor.getByText('Milk')).toHaveCount(0);
});

test('the activity of the board follows the changes of others while it is open', async ({ page, server, anotherBrowser, consoleGuard }) => {
  // Logged by the browser of the removed member.
  consoleGuard.allow(/status of 404/);
  const link = await createInvitation(page, address, 'editor');
  const grace = await anotherBrowser();
  await signUpViaApi(grace, server, { ...newUser(), ...GRACE });
  await joinBoard(grace, link, 'Launch');
  await addCard(grace, 'Today', 'Eggs');
  await page.getByRole('button', { name: 'Activity' }).click();
  const panel = page.getByRole('dialog', { name: 'Activity' });
  const entries = panel.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(entries.first()).toContainText('Grace Hopper added this card to “Today”');
  await addCard(grace, 'Done', 'Plan');
  await expect(entries.first()).toContainText('Grace Hopper added this card to “Done”');
  await expect(entries.nth(1)).toContainText('Grace Hopper added this card to “Today”');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);

  // A former member can still be chosen.
  await openShareDialog(page);
  await page.getByRole('button', { name: 'Options for Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove Grace Hopper?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('dialog').getByText('Grace Hopper')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Activity' }).click();
  await panel.getByRole('combobox', { name: 'Person' }).selectOption({ label: 'Grace Hopper (former member)' });
  await expect(entries).toHaveCount(2);
});

test.describe('by mail', () => {
  mailTest('an invitation arrives, and its link opens the board', async ({ page, server, mails, anotherBrowser }) => {
    const dialog = await openShareDialog(page);
    await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(dialog.getByText('Invitation sent to grace@example.com.')).toBeVisible();
    const mail = await mails.mailTo('grace@example.com', /You are invited to a board/);
    const link = /https?:\/\/\S+\/join\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';
    const grace = await anotherBrowser();
    await signUpViaApi(grace, server, { ...newUser(), ...GRACE, email: 'grace@example.com' });
    await joinBoard(grace, link, 'Launch');
    await expect(cardTitled(grace, 'Milk')).toBeVisible();
  });

  mailTest('an invited person with an account accepts in the inbox', async ({ page, server, mails, anotherBrowser }) => {
    const grace = await anotherBrowser();
    await signUpViaApi(grace, server, { ...newUser(), ...GRACE, email: 'grace@example.com' });
    // Only the inbox of a confirmed address gets invitations.
    const { text } = await mails.mailTo('grace@example.com', /Confirm your email/);
    await grace.goto('/app/inbox');
    await callApi(grace, 'POST', '/auth/confirm-email/', { token: /#token=([\w-]+)/.exec(text ?? '')?.[1] });
    await expect(grace.getByText('You’re all caught up.')).toBeVisible();
    const dialog = await openShareDialog(page);
    await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(grace.getByText('Ada Byron invited you to “Launch”')).toBeVisible();
    await grace.getByRole('button', { name: 'Accept the invitation to Launch' }).click();
    await expect(grace.getByRole('heading', { level: 1, name: 'Launch' })).toBeVisible();
    await expect(cardTitled(grace, 'Milk')).toBeVisible();
  });

  // Mentions are mailed minutes later at the earliest, so that several are mailed together.
  mailTest('a mention arrives, and a link in the mail ends such mails', { tag: '@long' }, async ({ page, server, mails, anotherBrowser }) => {
    test.setTimeout(2 * INBOX_MAIL_LIMIT);
    const link = await createInvitation(page, address, 'commenter');
    const grace = await anotherBrowser();
    const email = 'grace@example.com';
    await signUpViaApi(grace, server, { ...newUser(), ...GRACE, email });
    const { text: confirmation } = await mails.mailTo(email, /Confirm your email/);
    await callApi(grace, 'POST', '/auth/confirm-email/', { token: /#token=([\w-]+)/.exec(confirmation ?? '')?.[1] });
    await setPreferences(grace, { inbox_mails: 'instant' });
    await joinBoard(grace, link, 'Launch');
    await grace.goto('about:blank');
    await titleOf(page, 'Bread').click();
    await page.getByRole('textbox', { name: 'New comment' }).fill('Look, @Grace Hopper');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(page.locator('mark')).toHaveText('@Grace Hopper');

    const mail = await mails.mailTo(email, /New in your inbox/, INBOX_MAIL_LIMIT);
    expect(mail.text).toContain('Ada Byron mentioned you on "Bread" (Launch): Look, @Grace Hopper');
    const unsubscribe = /https?:\/\/\S+(\/unsubscribe\/[\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
    expect(header).toMatch(new RegExp(`^<https?://\\S+/api/inbox${unsubscribe}>$`));
    // The link works without a login.
    const visitor = await anotherBrowser();
    await visitor.goto(unsubscribe);
    await visitor.getByRole('button', { name: 'Turn off inbox emails' }).click();
    await expect(visitor.getByRole('heading', { name: 'You won’t get inbox emails anymore' })).toBeVisible();
    await grace.goto('/app/settings');
    expect((await callApi(grace, 'GET', '/preferences/')).inbox_mails).toBe('off');
  });
});
