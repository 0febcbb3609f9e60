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

/** Creates a note from lines of plain text or from blocks, as edited at the given time or now, and returns its path. */
export async function seedNote(page: Page, content: string | readonly Block[], edited_at = new Date().toISOString()): Promise<string> {
  const blocks = typeof content === 'string' ? content.split('\n').map(paragraph) : content;
  const id = crypto.randomUUID();
  await callApi(page, 'PUT', `/notes/${id}/`, {
    change: {
      type: 'save',
      save_id: crypto.randomUUID(),
      base: null,
      document: JSON.stringify({ type: 'doc', content: blocks }),
      edited_at,
    },
  });
  return `/app/notes/${id}`;
}
