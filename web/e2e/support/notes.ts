/** Helpers for notes, using the UI. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectSent } from './board';

/** Returns the text of the open note. */
export function noteText(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Note' });
}

/** Returns a note in the list. */
export function noteLink(page: Page, title: string): Locator {
  return page.getByRole('navigation', { name: /^Notes/ }).getByRole('link', { name: title });
}

/**
 * Creates a note and types a text; the caret stays at its end. The title is the first line, unless it contains Markdown
 * syntax.
 */
export async function writeNote(page: Page, text: string, title = text.split('\n')[0] ?? ''): Promise<void> {
  if (!page.url().includes('/app/notes')) await page.goto('/app/notes');
  await page.getByRole('button', { name: 'New note' }).first().click();
  await expect(noteText(page)).toBeFocused();
  await page.keyboard.type(text);
  // The title shows that it was saved; on phones the list is on another page.
  await expect(page).toHaveTitle(`${title} – Notes`);
}

/** Waits until all input has been sent to the server. */
export async function expectNoteSent(page: Page, title: string): Promise<void> {
  await expect(noteLink(page, title)).toBeVisible();
  await noteText(page).blur();
  await expectSent(page);
}

/** Pastes clipboard data into the open note, by media type. */
export async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await noteText(page).evaluate((box, entries) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(entries)) clipboardData.setData(type, text);
    // After a click the browser fires `selectionchange` later, maybe after this paste. The editor reads the caret then.
    document.dispatchEvent(new Event('selectionchange'));
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}
