/** Boards through the HTTP API: created in bulk, and read as the server stores them. */
import { type Page, expect } from '@playwright/test';
import { callApi } from './api';

/** The server accepts at most 500 ops per request. */
const BATCH = 500;

/** When seeded changes were made: the first one, and each next one a millisecond later. */
const SEEDED_AT = Date.parse('2026-03-03T08:30:00.000Z');

interface Ranked {
  id: string;
  rank: string;
  trashed_at: string | null;
}

/** A board as the server stores it, with the fields that tests read. */
export interface StoredBoard {
  board: { id: string };
  lists: (Ranked & { name: string })[];
  cards: (Ranked & { list_id: string; title: string; due_date: string | null })[];
}

/** Returns a rank that sorts by its number; ranks must not end in zero. */
function rank(number: number): string {
  return `80${number.toString(16).padStart(6, '0')}80`;
}

/** A change in the API's format. */
export type Change = { type: string; [field: string]: unknown };

/** A card to create, given by its title or with details. */
export type SeededCard =
  | string
  | {
      title: string;
      priority?: string;
      description?: string;
      due_date?: string;
      labels?: readonly string[];
      subtasks?: readonly string[];
      comments?: readonly string[];
      /** In minutes before the due date. */
      reminders?: readonly number[];
    };

function changesOf(seeded: SeededCard, list_id: string, position: number): Change[] {
  const card = typeof seeded === 'string' ? { title: seeded } : seeded;
  const card_id = crypto.randomUUID();
  const edit = (field: string, value: unknown) =>
    value === undefined ? [] : [{ type: 'edit_card', card_id, edit: { field, value } }];
  const item = (type: string, fields: object): Change => ({ type, item_id: crypto.randomUUID(), card_id, ...fields });
  return [
    { type: 'add_card', card_id, list_id, rank: rank(position), title: card.title, priority: card.priority ?? 'low' },
    ...edit('description', card.description),
    ...edit('due_date', card.due_date),
    ...edit('labels', card.labels),
    ...(card.subtasks ?? []).map((title, index) => item('add_subtask', { rank: rank(index), title })),
    ...(card.comments ?? []).map((text) => item('add_comment', { text })),
    ...(card.reminders ?? []).map((minutes_before) => item('add_reminder', { minutes_before })),
  ];
}

async function send(page: Page, board_id: string, changes: readonly Change[]): Promise<void> {
  for (let begin = 0; begin < changes.length; begin += BATCH) {
    // Each at another time, because comments of the same time are sorted by their random ids.
    const ops = changes
      .slice(begin, begin + BATCH)
      .map((change, index) => ({ id: crypto.randomUUID(), at: new Date(SEEDED_AT + begin + index).toISOString(), change }));
    const { results } = await callApi(page, 'POST', `/boards/${board_id}/ops/`, { ops });
    expect(results.filter((result: { status: string }) => result.status !== 'applied')).toEqual([]);
  }
}

/** Creates a board with lists of cards and returns its path. */
export async function seedBoard(
  page: Page,
  name: string,
  lists: Record<string, readonly SeededCard[]>,
): Promise<string> {
  const { board } = await callApi(page, 'POST', '/boards/create-board/', { name });
  const changes = Object.entries(lists).flatMap(([list, cards], index) => {
    const list_id = crypto.randomUUID();
    return [
      { type: 'add_list', list_id, name: list, rank: rank(index) },
      ...cards.flatMap((card, position) => changesOf(card, list_id, position)),
    ];
  });
  await send(page, board.id, changes);
  return `/app/b/${board.slug}`;
}

/** Returns the stored board at a path. */
export async function fetchBoard(page: Page, address: string): Promise<StoredBoard> {
  return callApi(page, 'GET', `/boards/${address.split('/').pop()}/`);
}

/** Changes a board as another device of the user would. */
export async function sendChanges(page: Page, address: string, changes: readonly Change[]): Promise<void> {
  const { board } = await fetchBoard(page, address);
  await send(page, board.id, changes);
}

/** Returns the titles of a list's cards in the server's order. */
export async function fetchTitles(page: Page, address: string, list: string): Promise<string[]> {
  const board = await fetchBoard(page, address);
  const list_id = board.lists.find(({ name }) => name === list)?.id;
  return board.cards
    .filter((card) => card.list_id === list_id && card.trashed_at === null)
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ title }) => title);
}

/** Returns numbered titles: `Card 1`, `Card 2` … */
export function titles(count: number, word = 'Card'): string[] {
  return Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
}
