/** Notes through the HTTP API. */
import type { Page } from '@playwright/test';
import { callApi } from './api';

/** A block of a note's document, in the editor's JSON format. */
export interface Block {
  type: string;
  attrs?: object;
  content?: object[];
}

/** Returns a paragraph of plain text. */
function paragraph(text: string): Block {
  return { type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) };
}

/** A note's text: lines of plain text, or blocks. */
type NoteContent = string | readonly Block[];

/** Creates a note as edited at the given time or now, and returns its path. */
export async function seedNote(page: Page, content: NoteContent, edited_at = new Date().toISOString()): Promise<string> {
  return seedVersions(page, [[content, edited_at]]);
}

/** Creates a note from its versions with the times of their edits, the earliest first, and returns its path. */
export async function seedVersions(page: Page, versions: readonly (readonly [NoteContent, edited_at: string])[]): Promise<string> {
  const id = crypto.randomUUID();
  let base: string | null = null;
  for (const [content, edited_at] of versions) {
    const blocks = typeof content === 'string' ? content.split('\n').map(paragraph) : content;
    const save_id = crypto.randomUUID();
    const document = JSON.stringify({ type: 'doc', content: blocks });
    await callApi(page, 'PUT', `/notes/${id}/`, { change: { type: 'save', save_id, base, document, edited_at } });
    base = save_id;
  }
  return `/app/notes/${id}`;
}
