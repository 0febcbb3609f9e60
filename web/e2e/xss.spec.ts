/** A hundred XSS payloads in every text field: none runs, and the content security policy has nothing to block. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { authorization, callApi, setPreferences } from './support/api';
import { fetchBoard, seedBoard, sendChanges } from './support/api-board';
import { seedNote } from './support/api-notes';
import { listNamed } from './support/board';
import { isLong } from './support/long';
import { INBOX_MAIL_LIMIT } from './support/mail-server';
import { mailTest } from './support/mail-test';
import { noteLink, noteText, paste } from './support/notes';
import { createInvitation, openShareDialog } from './support/sharing';
import { expect, test } from './support/test';
import { newUser, signUpViaApi, storedTokens } from './support/users';
import { XSS_PAYLOADS } from './support/xss-payloads';

/** Records payloads that ran and violations of the content security policy, in every page of a browser. */
class Watch {
  readonly seen: string[] = [];

  static async over(context: BrowserContext): Promise<Watch> {
    const watch = new Watch();
    await context.exposeFunction('ran', (number: unknown) => watch.seen.push(`payload ${String(number)} ran`));
    await context.exposeFunction('stopped', (what: string) => watch.seen.push(`the policy stopped ${what}`));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { stopped } = window as unknown as { stopped: (what: string) => void };
        stopped(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
    context.on('page', (page) => page.on('dialog', (dialog) => (watch.seen.push(`a dialog: ${dialog.message()}`), dialog.dismiss())));
    return watch;
  }

  expectNothing(): void {
    expect(this.seen).toEqual([]);
  }
}

/** Splits a list into groups of this size. */
function groups<T>(of: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(of.length / size) }, (_, index) => of.slice(index * size, (index + 1) * size));
}

/** Joins payloads to as few texts as possible, each with at most this many characters. */
function packed(limit: number): string[] {
  const texts: string[] = [];
  for (const payload of XSS_PAYLOADS) {
    const longer = `${texts.at(-1)} ${payload}`;
    if (texts.length > 0 && longer.length <= limit) texts[texts.length - 1] = longer;
    else texts.push(payload);
  }
  return texts;
}

/** Checks that no link in an element leads to a script. */
async function expectSafeLinks(element: Locator): Promise<void> {
  const links = await element.locator('a[href]').evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).protocol));
  expect(links.filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))).toEqual([]);
}

/** Returns the first word of a text, which a page shows unchanged: spaces and control characters may differ. */
function beginningOf(text: string): string {
  const word = /[\x21-\x7e]+/.exec(text)?.[0];
  if (word === undefined) throw new Error(`no word in ${JSON.stringify(text)}`);
  return word;
}

/** A label has at most 50 characters. */
const LABELS = XSS_PAYLOADS.filter((payload) => payload.length <= 50);

test('the hundred payloads run when inserted as markup', async ({ page }) => {
  expect(new Set(XSS_PAYLOADS).size).toBe(100);
  // Checks that the recorder works, on a page without a policy that renders a payload as markup.
  const watch = await Watch.over(page.context());
  await page.setContent(`<p>${XSS_PAYLOADS[25]}</p>`);
  await expect.poll(() => watch.seen).toEqual(['payload 26 ran']);
});

test('none runs on a board, in its cards, or in the list of boards', async ({ accountPage: page }) => {
  test.slow();
  const watch = await Watch.over(page.context());
  const cards = groups(XSS_PAYLOADS, 20).map((payloads, index) => ({
    title: payloads[0] ?? '',
    description: payloads.join('\n\n'),
    labels: groups(LABELS, 20)[index % 2],
    subtasks: payloads,
    comments: payloads,
    due_date: '2026-03-03',
  }));
  const address = await seedBoard(page, XSS_PAYLOADS[0] ?? '', {
    ...Object.fromEntries(groups(XSS_PAYLOADS, 10).map((payloads) => [payloads[0], payloads.slice(0, 4)])),
    Cards: cards,
    Titles: XSS_PAYLOADS,
  });
  for (const group of groups(XSS_PAYLOADS, 1)) await seedBoard(page, group[0] ?? '', {});

  await page.goto('/app/b');
  await expect(page.getByRole('link', { name: '<svg onload=ran(34)>' })).toBeVisible();
  await page.goto('/app/tasks');
  await expect(page.getByText(cards[0]?.title ?? '').filter({ visible: true }).first()).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(XSS_PAYLOADS[0] ?? '');
  const list = listNamed(page, 'Cards');
  // Lists out of view show no cards.
  await list.scrollIntoViewIfNeeded();
  for (const index of cards.keys()) {
    // A click could meet a label, which opens its picker.
    await list.locator('[data-card-id]').nth(index).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('.markdown')).toHaveCount(21);
    await expectSafeLinks(dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  watch.expectNothing();
});

test('none runs in a note, in its title, or after a reload', async ({ accountPage: page }) => {
  test.slow();
  const watch = await Watch.over(page.context());
  const notes = groups(XSS_PAYLOADS, 25).map((payloads) => ({ payloads, title: (payloads[0] ?? '').replaceAll(/\s+/g, ' ') }));
  // Each note has an empty second line, into which the payloads are pasted.
  for (const { title } of notes) await seedNote(page, `${title}\n`);
  await page.goto('/app/notes');
  for (const [index, { payloads, title }] of notes.entries()) {
    await noteLink(page, title).first().click();
    await expect(noteText(page)).toHaveText(title);
    await noteText(page).locator('p').last().click();
    // As plain text, and as Markdown, where it is also used as the URL of a link.
    await paste(page, { 'text/plain': payloads.join('\n\n') });
    await paste(page, { 'text/plain': payloads.map((payload) => `- **${index}** ${payload} [a](${payload}) ![a](<${payload}>)`).join('\n') });
    await expect(noteText(page).getByRole('listitem').first()).toBeVisible();
    await noteText(page).blur();
    await page.reload();
    await expect(noteText(page)).toContainText(title);
    await expect(noteLink(page, title).first()).toBeVisible();
    await expectSafeLinks(noteText(page));
  }
  watch.expectNothing();
});

test('none runs in a name, wherever it is shown', async ({ accountPage: page }) => {
  test.slow();
  const watch = await Watch.over(page.context());
  // A name has at most 200 characters, so one field holds several payloads. The default run uses a tenth of the names.
  const names = groups(XSS_PAYLOADS, 2).filter((_, index) => isLong || index % 10 === 0);
  for (const [first_name = '', last_name = ''] of names) {
    await callApi(page, 'PUT', '/user/', { first_name, last_name });
    await page.goto('/app/settings?section=profile');
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue(first_name.trim().replaceAll(/[\n\t]/g, ''));
    await page.goto('/app');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  }
  watch.expectNothing();
});

test('none runs on a shared board, whose members have the payloads as names', async ({ accountPage: page, server, anotherBrowser, consoleGuard }) => {
  test.slow();
  // The face of a member without a picture may be requested, and the public link is turned off at the end.
  consoleGuard.allow(/status of 404/);
  const watch = await Watch.over(page.context());
  const title = XSS_PAYLOADS[25] ?? '';
  const address = await seedBoard(page, title, { [title]: [title], Cards: XSS_PAYLOADS });
  const { board, lists, cards } = await fetchBoard(page, address);
  const list_id = lists.find((list) => list.name === title)?.id;
  const card_id = cards.find((card) => card.list_id === list_id)?.id ?? '';
  const me = (await callApi(page, 'GET', '/user/')).user[0];

  // Each person mentions and assigns the owner, and reacts to a comment. The last one stays on the board.
  const other = await anotherBrowser();
  const others = await Watch.over(other.context());
  const people = groups(packed(200), 2).map(([first_name = '', last_name = '']) => ({ ...newUser(), first_name, last_name }));
  const comments: string[] = [];
  for (const person of people) {
    const link = await createInvitation(page, address, 'editor');
    await signUpViaApi(other, server, person);
    await callApi(other, 'POST', `/invitations/${link.split('/').pop()}/accept/`);
    comments.push(crypto.randomUUID());
    await sendChanges(other, address, [
      { type: 'add_comment', item_id: comments.at(-1), card_id, text: `@${me.first_name} ${me.last_name} ${person.first_name}\n\n${person.last_name}` },
      { type: 'set_reaction', item_id: comments[0], emoji: '👍', is_set: true },
      { type: 'edit_card', card_id, edit: { field: 'unassign', value: me.id } },
      { type: 'edit_card', card_id, edit: { field: 'assign', value: me.id } },
    ]);
  }
  const last = people.at(-1);
  await other.goto(address);
  await other.locator(`[data-card-id="${card_id}"]`).click();
  await other.getByRole('textbox', { name: 'New comment' }).focus();

  await page.goto(address);
  // The face of who is here, and the ring of the card that they edit.
  await expect(page.getByRole('button', { name: /^Share/ })).toHaveAccessibleDescription(/^Here now: /);
  await expect(page.locator('[data-editing]')).toBeVisible();
  const share = await openShareDialog(page);
  for (const { first_name } of people) await expect(share.getByText(beginningOf(first_name)).first()).toBeAttached();
  await page.keyboard.press('Escape');

  await page.locator(`[data-card-id="${card_id}"]`).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.locator('mark')).toHaveCount(people.length);
  await expect(dialog.getByRole('button', { name: /^👍 / })).toBeVisible();
  await expect(dialog.getByText(/ is editing$/).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Activity' }).click();
  await expect(dialog.getByRole('list', { name: 'Activity' })).toContainText(beginningOf(last?.first_name ?? ''));
  await dialog.getByRole('button', { name: /^Assigned to: / }).click();
  const assignees = page.getByRole('listbox', { name: 'Assign' });
  await expect(assignees.getByRole('option')).toHaveCount(people.length + 1);
  await page.keyboard.press('Escape');
  await expect(assignees).toBeHidden();
  const comment = dialog.getByRole('textbox', { name: 'New comment' });
  await comment.pressSequentially('@');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await expectSafeLinks(dialog);
  await comment.fill('');
  await page.goto(address);
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('dialog', { name: 'Activity' }).getByRole('list')).toContainText(beginningOf(last?.first_name ?? ''));

  await page.goto('/app/inbox');
  const entry = page.getByRole('listitem').filter({ hasText: `mentioned you on “${title}”` });
  await expect(entry).toHaveCount(people.length);
  await expectSafeLinks(page.getByRole('main'));

  const { link } = await callApi(page, 'POST', `/boards/${board.id}/public-link/`);
  const visitor = await anotherBrowser();
  const visits = await Watch.over(visitor.context());
  await visitor.goto(new URL(link).pathname);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(visitor.getByRole('heading', { level: 2 }).first()).toHaveText(title);
  await visitor.getByRole('button').filter({ hasText: title }).first().click();
  await expect(visitor.getByRole('dialog', { name: title })).toBeVisible();
  for (const one of [watch, others, visits]) one.expectNothing();
});

/** Uploads a file to a card, and returns the headers with which the server returns it. */
async function headersOfFile(page: Page, board_id: string, card_id: string, name: string): Promise<{ name: string; value: string }[]> {
  const { access } = await storedTokens(page);
  const headers = authorization(access);
  const path = `/api/boards/${board_id}/cards/${card_id}/attachments/?name=${encodeURIComponent(name)}`;
  const uploaded = await page.request.post(path, { headers: { ...headers, 'Content-Type': 'text/html' }, data: '<script>ran(0)</script>' });
  expect(uploaded.status(), await uploaded.text()).toBe(200);
  const { item } = await uploaded.json();
  const { url } = await callApi(page, 'GET', `/attachments/${item.id}/`);
  return (await page.request.get(url)).headersArray();
}

test('none adds to the headers of a file, or runs in the name of one', async ({ accountPage: page }) => {
  test.slow();
  const watch = await Watch.over(page.context());
  const address = await seedBoard(page, 'Files', { Cards: ['Files'] });
  const { board, cards } = await fetchBoard(page, address);
  const card_id = cards[0]?.id ?? '';
  const expected = (await headersOfFile(page, board.id, card_id, 'a.html')).map(({ name }) => name);
  const names = [...packed(200), 'a"; filename=b.html', 'a\r\nSet-Cookie: a=b\r\n\r\n<script>ran(0)</script>'];
  for (const name of names) {
    const headers = await headersOfFile(page, board.id, card_id, name);
    expect(headers.map((header) => header.name)).toEqual(expected);
    const disposition = headers.find((header) => header.name.toLowerCase() === 'content-disposition')?.value ?? '';
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+$/);
  }
  await page.goto(`${address}?card=${card_id}`);
  const files = page.getByRole('dialog', { name: 'Files' }).getByRole('list', { name: 'Attachments' });
  // The first one was uploaded for its headers.
  await expect(files.getByRole('link')).toHaveCount(names.length + 1);
  await expectSafeLinks(files);
  watch.expectNothing();
});

test.describe('mails', () => {
  mailTest('contain names and texts as text only', async ({ accountPage: page, account, server, mails, anotherBrowser }) => {
    if (isLong) test.setTimeout(INBOX_MAIL_LIMIT + 60_000);
    const { text: confirmation } = await mails.mailTo(account.email, /Confirm your email/);
    await callApi(page, 'POST', '/auth/confirm-email/', { token: /#token=([\w-]+)/.exec(confirmation ?? '')?.[1] });
    await setPreferences(page, { inbox_mails: 'instant' });
    const payload = XSS_PAYLOADS[25] ?? '';
    // A line break in a name must not start another header, or another paragraph of the mail.
    const break_in = `${payload}\r\nBcc: eve@example.com\r\n\r\nA paragraph`;
    const address = await seedBoard(page, break_in, { Cards: [break_in] });
    const { cards } = await fetchBoard(page, address);
    const me = (await callApi(page, 'GET', '/user/')).user[0];
    const link = await createInvitation(page, address, 'editor');
    const other = await anotherBrowser();
    await signUpViaApi(other, server, { ...newUser(), first_name: break_in, last_name: break_in });
    await callApi(other, 'POST', `/invitations/${link.split('/').pop()}/accept/`);
    const mention = { type: 'add_comment', item_id: crypto.randomUUID(), card_id: cards[0]?.id, text: `@${me.first_name} ${me.last_name} ${break_in}` };
    await sendChanges(other, address, [mention]);
    await callApi(page, 'PUT', `/boards/${(await fetchBoard(page, address)).board.id}/members/${(await callApi(other, 'GET', '/user/')).user[0].id}/`, { role: 'admin' });
    await callApi(other, 'POST', `/boards/${(await fetchBoard(page, address)).board.id}/invitations/`, { role: 'editor', email: 'grace@example.com' });
    const expected = [['grace@example.com', /You are invited to a board/]] as [string, RegExp][];
    // Sent minutes later.
    if (isLong) expected.push([account.email, /New in your inbox/]);
    for (const [to, subject] of expected) {
      const mail = await mails.mailTo(to, subject, INBOX_MAIL_LIMIT);
      expect(mail.to?.map((recipient) => recipient.address)).toEqual([to]);
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.text).toContain(payload);
      expect(mail.text).not.toMatch(/^(Bcc:|A paragraph)/m);
      expect(mail.html).toContain('&lt;img src=x onerror=ran(26)&gt;');
      expect(mail.html).not.toContain(payload);
    }
    expect(mails.subjectsTo('eve@example.com')).toEqual([]);
  });
});
