/**
 * Focus sessions through the HTTP API: created as another device of the user would, and read as the server stores them.
 */
import type { Page } from '@playwright/test';
import { callApi } from './api';
import { fetchBoard } from './api-board';

/** A stored session, with the fields that tests read. */
export interface StoredSession {
  id: string;
  outcome: string;
  board_id: string | null;
  card_id: string | null;
  segments: { start: string; end: string; utc_offset: number }[];
  is_deleted: boolean;
}

/** A session to create, in Berlin's winter time. */
export interface SeededSession {
  /** The local start, such as `2026-03-03T09:00`. */
  start: string;
  minutes: number;
  outcome?: string;
  board_id?: string;
  card_id?: string;
}

/** Berlin's UTC offset in winter, in minutes. */
const OFFSET = 60;

/** Creates sessions for the page's user and returns their ids. */
export async function seedSessions(page: Page, sessions: readonly SeededSession[]): Promise<string[]> {
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
    await callApi(page, 'POST', '/focus-sessions/', data);
    ids.push(id);
  }
  return ids;
}

/** Returns the user's stored sessions, oldest first. */
export async function fetchSessions(page: Page): Promise<StoredSession[]> {
  return (await callApi(page, 'GET', '/focus-sessions/?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z')).sessions;
}

/** Returns the id of the board at a path, and the ids of its cards by title. */
export async function idsOnBoard(page: Page, address: string): Promise<{ board: string; cards: Record<string, string> }> {
  const { board, cards } = await fetchBoard(page, address);
  return { board: board.id, cards: Object.fromEntries(cards.map(({ id, title }) => [title, id])) };
}
