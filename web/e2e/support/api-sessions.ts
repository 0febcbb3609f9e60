/** Focus sessions through the HTTP API: as another device of the person would have sent them, and as the server keeps them. */
import { type Page, expect } from '@playwright/test';
import { storedTokens } from './users';

/** A session as the server keeps it, as far as tests look at it. */
export interface StoredSession {
  id: string;
  outcome: string;
  board_id: string | null;
  card_id: string | null;
  segments: { start: string; end: string; utc_offset: number }[];
  is_deleted: boolean;
}

/** A session of so many minutes; all of it by the clock of Berlin in winter. */
export interface SeededSession {
  /** When it began, such as `2026-03-03T09:00`. */
  start: string;
  minutes: number;
  outcome?: string;
  board_id?: string;
  card_id?: string;
}

/** How far ahead of UTC Berlin is in winter, in minutes. */
const OFFSET = 60;

async function headersOf(page: Page): Promise<{ Authorization: string }> {
  const { access } = await storedTokens(page);
  return { Authorization: `Bearer ${access}` };
}

/** Gives the person of a page sessions, and answers their ids. */
export async function seedSessions(page: Page, sessions: readonly SeededSession[]): Promise<string[]> {
  const headers = await headersOf(page);
  const ids: string[] = [];
  for (const { start, minutes, outcome = 'completed', board_id = null, card_id = null } of sessions) {
    const begin = Date.parse(`${start}Z`) - OFFSET * 60_000;
    const segment = {
      start: new Date(begin).toISOString(),
      end: new Date(begin + minutes * 60_000).toISOString(),
      utc_offset: OFFSET,
    };
    const id = crypto.randomUUID();
    const data = { id, kind: 'focus', planned: minutes * 60, outcome, board_id, card_id, segments: [segment] };
    const answer = await page.request.post('/api/focus-sessions/', { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    ids.push(id);
  }
  return ids;
}

/** The person's sessions as the server keeps them, the oldest first. */
export async function fetchSessions(page: Page): Promise<StoredSession[]> {
  const answer = await page.request.get('/api/focus-sessions/?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z', {
    headers: await headersOf(page),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).sessions;
}

/** The ids of a board and of its cards by their titles, of the board at an address. */
export async function idsOnBoard(page: Page, address: string): Promise<{ board: string; cards: Record<string, string> }> {
  const answer = await page.request.get(`/api/boards/${address.split('/').pop()}/`, { headers: await headersOf(page) });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { board, cards } = (await answer.json()) as { board: { id: string }; cards: { id: string; title: string }[] };
  return { board: board.id, cards: Object.fromEntries(cards.map(({ id, title }) => [title, id])) };
}
