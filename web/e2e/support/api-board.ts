/** Boards through the HTTP API: made at once however large, and read as the server keeps them. */
import { type Page, expect } from '@playwright/test';
import { storedTokens } from './people';

/** The server takes at most 500 ops at once. */
const BATCH = 500;

interface Ranked {
  id: string;
  rank: string;
  trashed_at: string | null;
}

interface KeptBoard {
  lists: (Ranked & { name: string })[];
  cards: (Ranked & { list_id: string; title: string })[];
}

async function ask(page: Page, path: string, body?: unknown): Promise<any> {
  const { access } = await storedTokens(page);
  const headers = { Authorization: `Bearer ${access}` };
  const answer = await (body === undefined
    ? page.request.get(`/api${path}`, { headers })
    : page.request.post(`/api${path}`, { headers, data: body }));
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
  return answer.json();
}

/** A rank that sorts by its number, and ends in a digit other than zero as ranks must. */
function rank(number: number): string {
  return `80${number.toString(16).padStart(6, '0')}80`;
}

/** Makes a board with lists of cards, and gives its address. */
export async function boardThroughApi(page: Page, name: string, lists: Record<string, readonly string[]>): Promise<string> {
  const { board } = await ask(page, '/boards/create-board/', { name });
  const changes = Object.entries(lists).flatMap(([list, titles], index) => {
    const list_id = crypto.randomUUID();
    return [
      { type: 'add_list', list_id, name: list, rank: rank(index) },
      ...titles.map((title, place) => ({
        type: 'add_card',
        card_id: crypto.randomUUID(),
        list_id,
        rank: rank(place),
        title,
        priority: 'low',
      })),
    ];
  });
  for (let begin = 0; begin < changes.length; begin += BATCH) {
    const ops = changes
      .slice(begin, begin + BATCH)
      .map((change) => ({ id: crypto.randomUUID(), at: '2026-03-03T08:30:00.000Z', change }));
    const { results } = await ask(page, `/boards/${board.id}/ops/`, { ops });
    expect(results.filter((result: { status: string }) => result.status !== 'applied')).toEqual([]);
  }
  return `/app/b/${board.slug}`;
}

/** The titles of a list's cards in the order that the server keeps. */
export async function keptTitles(page: Page, address: string, list: string): Promise<string[]> {
  const kept: KeptBoard = await ask(page, `/boards/${address.split('/').pop()}/`);
  const list_id = kept.lists.find(({ name }) => name === list)?.id;
  return kept.cards
    .filter((card) => card.list_id === list_id && card.trashed_at === null)
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ title }) => title);
}

/** So many titles: `Card 1`, `Card 2` … */
export function titles(count: number, word = 'Card'): string[] {
  return Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
}
