/** A hundred XSS payloads in every text field: none runs, and the content security policy has nothing to block. */
import type { BrowserContext } from '@playwright/test';
import { callApi } from './support/api';
import { seedBoard } from './support/api-board';
import { seedNote } from './support/api-notes';
import { listNamed } from './support/board';
import { isLong } from './support/long';
import { noteLink, noteText, paste } from './support/notes';
import { expect, test } from './support/test';
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
    await list.locator('[data-card-id]').nth(index).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('.markdown')).toHaveCount(21);
    // No link in any of the texts leads to a script.
    const links = await dialog.locator('a[href]').evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).protocol));
    expect(links.filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))).toEqual([]);
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
    const links = await noteText(page).locator('a[href]').evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).protocol));
    expect(links.filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))).toEqual([]);
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
