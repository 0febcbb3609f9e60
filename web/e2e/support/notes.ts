/** Notes in a browser, by the hands of a person. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectSent } from './board';

/** The text of the open note. */
export function noteText(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Note' });
}

/** A note in the list. */
export function noteLink(page: Page, title: string): Locator {
  return page.getByRole('navigation', { name: /^Notes/ }).getByRole('link', { name: title });
}

/** Begins a note and writes into it; the caret stays at its end. Its title is the first line, unless that has a sign of Markdown. */
export async function writeNote(page: Page, text: string, title = text.split('\n')[0] ?? ''): Promise<void> {
  if (!page.url().includes('/app/notes')) await page.goto('/app/notes');
  await page.getByRole('button', { name: 'New note' }).first().click();
  await expect(noteText(page)).toBeFocused();
  await page.keyboard.type(text);
  // It has been saved. On a phone the list is another page.
  await expect(page).toHaveTitle(`${title} – Notes`);
}

/** Waits until all that was typed is with the server. */
export async function expectNoteSent(page: Page, title: string): Promise<void> {
  await expect(noteLink(page, title)).toBeVisible();
  await noteText(page).blur();
  await expectSent(page);
}

/** Pastes into the open note what a clipboard holds, by media type. */
export async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await noteText(page).evaluate((box, entries) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(entries)) clipboardData.setData(type, text);
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}
