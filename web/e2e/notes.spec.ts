/** Notes: edited online and offline, in conflict on two devices, searched, deleted and restored. No input is lost. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { seedNote } from './support/api-notes';
import { violationsOf } from './support/axe';
import { expectSent } from './support/board';
import { expectPrecached } from './support/ready';
import { logInViaApi } from './support/users';
import { expectNoteSent, noteLink, noteText, paste, writeNote } from './support/notes';
import { expect, OFFLINE_ERRORS, test } from './support/test';

// Every test needs a user who is logged in on `page`; the fixture creates one.
test.beforeEach(({ accountPage: _ }) => {});

/** Waits until the open note has these lines. */
async function expectLines(page: Page, lines: string[]): Promise<void> {
  await expect.poll(() => noteText(page).evaluate((box) => [...box.children].map(({ textContent }) => textContent))).toEqual(lines);
}

/** Creates a note of plain text through the API and opens it. */
async function openSeededNote(page: Page, text: string): Promise<void> {
  await page.goto(await seedNote(page, text));
  await expectLines(page, text.split('\n'));
}

/** Types at the end of the open note. */
async function goOn(page: Page, text: string): Promise<void> {
  await noteText(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

test('typed text survives an immediate reload and every way to leave the page', async ({ page }) => {
  await openSeededNote(page, 'Rye bread\nFlour');
  await expect(page).toHaveTitle('Rye bread – Notes');
  await goOn(page, ' and water');
  await page.reload();
  await expectLines(page, ['Rye bread', 'Flour and water']);
  await goOn(page, ', salt');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Notes' }).click();
  await noteLink(page, 'Rye bread').click();
  await goOn(page, '.');
  const address = page.url();
  await page.goto('/app');
  await page.goto(address);
  await expectLines(page, ['Rye bread', 'Flour and water, salt.']);
});

test('text typed on one device appears live on another', { tag: '@long' }, async ({ page, anotherBrowser, account: user }) => {
  await openSeededNote(page, 'Rye bread\nFlour');
  const other = await anotherBrowser();
  await logInViaApi(other, user);
  await other.goto('/app/notes');
  await noteLink(other, 'Rye bread').click();
  await expectLines(other, ['Rye bread', 'Flour']);
  await goOn(other, ' and water');
  await expectLines(page, ['Rye bread', 'Flour and water']);
  await goOn(page, ', salt');
  await expectLines(other, ['Rye bread', 'Flour and water, salt']);
});

test.describe('without a network', () => {
  // The page is reloaded offline.
  test.use({ serviceWorkers: 'allow' });

  test('a note written offline survives a reload and syncs later', async ({ page, context, consoleGuard, anotherBrowser, account: user }) => {
    consoleGuard.allow(OFFLINE_ERRORS);
    await page.goto('/app/notes');
    await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible();
    await expectPrecached(page);
    await context.setOffline(true);
    await writeNote(page, 'On the train\nNo network');
    await page.reload();
    await expectLines(page, ['On the train', 'No network']);
    await goOn(page, ' at all');
    await page.reload();
    await expectLines(page, ['On the train', 'No network at all']);
    await context.setOffline(false);
    await expectSent(page);
    const other = await anotherBrowser();
    await logInViaApi(other, user);
    await other.goto('/app/notes');
    await noteLink(other, 'On the train').click();
    await expectLines(other, ['On the train', 'No network at all']);
  });
});

test('conflicting edits keep both versions without a dialog', async ({ page, context, consoleGuard, anotherBrowser, account: user }) => {
  test.slow();
  consoleGuard.allow(OFFLINE_ERRORS);
  await openSeededNote(page, 'Plan\nTogether');
  const other = await anotherBrowser();
  await logInViaApi(other, user);
  await other.goto(page.url());
  await expectLines(other, ['Plan', 'Together']);

  await context.setOffline(true);
  await other.context().setOffline(true);
  await goOn(page, ' here');
  await expect(noteLink(page, 'Plan')).toContainText('Together here');
  await goOn(other, ' there');
  await expect(noteLink(other, 'Plan')).toContainText('Together there');
  await context.setOffline(false);
  await expectNoteSent(page, 'Plan');
  await other.context().setOffline(false);
  await expectNoteSent(other, 'Plan');

  // Both show the later version; the other is kept as a conflicting version.
  for (const one of [page, other]) {
    await expectLines(one, ['Plan', 'Together there']);
    await expect(one.getByText(/^A conflicting version was saved on .+, today, \d{1,2}:\d\d\s[AP]M\.$/)).toBeVisible();
    await expect(one.getByRole('dialog')).toHaveCount(0);
  }
  // The tooltip of the focused button is outside of every landmark.
  const expectNoFindings = async () => expect(await violationsOf(page, ['region'])).toEqual([]);
  await expectNoFindings();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Earlier version' })).toHaveText('PlanTogether here');
  await expectNoFindings();
  await page.getByRole('button', { name: 'Use this' }).click();
  for (const one of [page, other]) {
    await expectLines(one, ['Plan', 'Together here']);
    await expect(one.getByText('A conflicting version')).toHaveCount(0);
  }
  // New input does not overwrite the earlier version in the history.
  await goOn(page, ' after all');
  await expectNoteSent(page, 'Plan');
  await page.getByRole('button', { name: 'Version history' }).click();
  const versions = page.getByRole('dialog').getByRole('button', { name: /Plan/ });
  await expect(versions.filter({ hasText: 'Together there' })).toHaveCount(1);
  await versions.filter({ hasText: 'Together there' }).click();
  await expect(page.getByText(/^Earlier version from/)).toBeVisible();
  await expectNoFindings();
  await page.getByRole('button', { name: 'Back to note' }).click();
  await expectLines(page, ['Plan', 'Together here after all']);
});

test('killing the server while typing loses nothing', { tag: '@long' }, async ({ page, server, consoleGuard, anotherBrowser, account: user }) => {
  consoleGuard.allow(OFFLINE_ERRORS);
  await openSeededNote(page, 'Storm');
  await goOn(page, '');
  const words = 'lightning strikes the cellar where the server stands';
  for (const [index, word] of words.split(' ').entries()) {
    await page.keyboard.type(` ${word}`, { delay: 30 });
    if (index === 2) await server.kill();
    if (index === 5) await server.start();
  }
  await expectNoteSent(page, 'Storm');
  const other = await anotherBrowser();
  await logInViaApi(other, user);
  await other.goto(page.url());
  await expectLines(other, [`Storm ${words}`]);
});

test.describe('without the content security policy', () => {
  test.use({ bypassCSP: true });

  test('pasted HTML is reduced to supported content and runs no script', async ({ page }) => {
    await page.goto('/app/notes');
    await writeNote(page, 'Hostile\n');
    await paste(page, {
      'text/html': `<script>ran=1</script><h1 style="position:fixed">Head</h1><style>*{display:none}</style>
        <p class="fixed inset-0" onclick="ran=2"><b>bold</b> <a href="javascript:ran=3">script</a> <a href="https://example.com/a" target="_self" rel="opener" onclick="ran=4">web</a></p>
        <img src="x" onerror="ran=5"><iframe srcdoc="<script>parent.ran=6</script>"></iframe><svg onload="ran=7"></svg>`,
    });
    const expectHarmless = async () => {
      await expect(noteText(page).locator('h1')).toHaveText('Head');
      await expect(noteText(page).locator('strong')).toHaveText('bold');
      await expect(noteText(page).locator('a')).toHaveCount(1);
      await expect(noteText(page).locator('a')).toHaveAttribute('href', 'https://example.com/a');
      await expect(noteText(page).locator('a')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
      expect(await noteText(page).locator('script, style, img:not(.ProseMirror-separator), iframe, svg, [style], [onclick], [class="fixed inset-0"]').count()).toBe(0);
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    };
    await expectHarmless();
    await expectNoteSent(page, 'Hostile');
    await page.reload();
    await expectHarmless();
  });
});

test('Markdown becomes structure and exports as Markdown', async ({ page }) => {
  await writeNote(page, '# Bread\n## Dough\n- Rye\nWater\n\n[ ] knead\nrest\n\n> warm\n\n', 'Bread');
  await page.keyboard.type('**Bake** at `230` for *long*');
  const text = noteText(page);
  await expect(text.locator('h1')).toHaveText('Bread');
  await expect(text.locator('h2')).toHaveText('Dough');
  await expect(text.locator('ul:not([data-type]) > li')).toHaveText(['Rye', 'Water']);
  await expect(text.locator('ul[data-type="taskList"] > li')).toHaveText([/knead/, /rest/]);
  await expect(text.locator('blockquote')).toHaveText('warm');
  await text.getByRole('checkbox', { name: 'Complete knead' }).check();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await paste(page, { 'text/plain': '1. first\n2. second\n\n```rust\nlet a = 1;\n```\n\n[there](https://example.com/a)' });
  await expect(text.locator('ol > li')).toHaveText(['first', 'second']);
  await expect(text.locator('pre')).toHaveText('let a = 1;');
  await expectNoteSent(page, 'Bread');
  await page.getByRole('button', { name: 'Options for Bread' }).last().click();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('Bread.md');
  const markdown = await readFile(await download.path(), 'utf8');
  const lines = markdown.split('\n');
  for (const line of ['# Bread', '## Dough', '- Rye', '- Water', '> warm', '1. first', '2. second', '```rust', 'let a = 1;']) {
    expect(lines).toContain(line);
  }
  expect(markdown).toMatch(/^\*\*Bake\*\* at `230` for [*_]long[*_]$/m);
  expect(markdown).toMatch(/^\[there\]\(<?https:\/\/example.com\/a>?\)$/m);
  // Adjacent lists use different bullet characters.
  expect(markdown).toMatch(/^[-+*] \[x\] knead\n[-+*] \[ \] rest$/m);
});

test('notes can be found, pinned, deleted and restored by the keyboard alone', async ({ page }) => {
  await openSeededNote(page, 'Alpha\nfirst words');
  await noteText(page).blur();
  await page.keyboard.press('n');
  await expect(noteText(page)).toBeFocused();
  await page.keyboard.type('Beta\nother words');
  await expectNoteSent(page, 'Beta');
  const titles = () => page.getByRole('navigation', { name: /^Notes/ }).getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('title')));
  await expect.poll(titles).toEqual(['Beta', 'Alpha']);

  await page.keyboard.press('/');
  await page.keyboard.type('FIRST');
  await expect.poll(titles).toEqual(['Alpha']);
  await page.keyboard.press('Escape');
  await expect.poll(titles).toEqual(['Beta', 'Alpha']);

  // From the open note to the other one, and to its menu.
  await page.keyboard.press('Tab');
  await expect(noteLink(page, 'Beta')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(noteLink(page, 'Alpha')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(titles).toEqual(['Alpha', 'Beta']);
  await expect(page.getByRole('button', { name: 'Options for Alpha' })).toBeFocused();

  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to trash' }).press('Enter');
  await expect.poll(titles).toEqual(['Beta']);
  await expect(page.getByRole('button', { name: 'Options for Beta' }).first()).toBeFocused();
  await page.getByRole('link', { name: 'Trash', exact: true }).first().press('Enter');
  await noteLink(page, 'Alpha').press('Enter');
  await expect(page.getByText(/^In the trash\. Deletes in 30 days\.$/)).toBeVisible();
  await expect(noteText(page)).toHaveAttribute('aria-readonly', 'true');
  await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Back to notes' }).press('Enter');
  await expect.poll(titles).toEqual(['Alpha', 'Beta']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('the list and the note are two pages', async ({ page }) => {
    await page.goto('/app/notes');
    await page.getByRole('button', { name: 'New note' }).first().tap();
    await expect(noteText(page)).toBeFocused();
    await page.keyboard.type('Shopping');
    await expect(page.getByRole('navigation', { name: 'Notes' })).toBeHidden();
    for (const button of await page.getByRole('toolbar').getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    expect(await noteText(page).evaluate((box) => getComputedStyle(box).fontSize)).toBe('16px');
    await page.getByRole('link', { name: 'Back to list' }).tap();
    await expect(noteText(page)).toBeHidden();
    await noteLink(page, 'Shopping').tap();
    await expect(noteText(page)).toHaveText('Shopping');
  });
});

test('the toolbar appears beside the selection, and focus mode shows the text alone', async ({ page }) => {
  await openSeededNote(page, 'Rye bread\nFlour and water');
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  const main = page.getByRole('navigation', { name: 'Main' });
  await noteText(page).getByText('Flour').click();
  await expect(toolbar).toBeHidden();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await expect(toolbar).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const [tools, line] = await Promise.all([toolbar.boundingBox(), noteText(page).getByText('Flour').boundingBox()]);
  expect((tools?.y ?? 0) + (tools?.height ?? 0), 'it does not cover the selection').toBeLessThan(line?.y ?? 0);
  await page.keyboard.press('Control+.');
  await expect(main).toBeHidden();
  await expect(noteLink(page, 'Rye bread')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(toolbar).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(main).toBeVisible();
  await expect(noteText(page)).toBeFocused();
});
