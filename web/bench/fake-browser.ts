/**
 * The browser APIs that the core needs, in Node: storage backed by a Map, and an API that responds from memory. Both
 * are as cheap as possible, because they are not what is measured.
 */
import type { Board, Priority } from '@twentyfour/core';
import { installIndexedDb } from './fake-indexed-db';

/** A list in the server's format. */
interface List {
  id: string;
  name: string;
  rank: string;
  is_collapsed: boolean;
  trashed_at: null;
}

/** A card in the server's format. */
export interface Card {
  id: string;
  list_id: string;
  rank: string;
  title: string;
  description: string;
  priority: Priority;
  importance: Priority;
  completed_at: string | null;
  due_date: string | null;
  labels: string[];
  created_at: string;
  archived_at: null;
  trashed_at: null;
}

/** A board with ten lists in the server's format. */
export interface BoardFixture {
  board: Board;
  lists: List[];
  cards: Card[];
}

export const LISTS = 10;

/** Returns a UUID for a number. */
function uuid(kind: number, number: number): string {
  return `0190000${kind}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Returns a rank that sorts by its number; ranks must not end in zero. */
function rank(number: number): string {
  return `80${number.toString(16).padStart(6, '0')}80`;
}

export function boardOf(cards: number): BoardFixture {
  const board: Board = {
    id: uuid(1, 1),
    slug: 'measured',
    name: 'Measured',
    description: '',
    color: null,
    image: null,
    favorite: false,
    label_colors: [],
    trashed_at: null,
  };
  const lists = Array.from({ length: LISTS }, (_, index) => ({
    id: uuid(2, index),
    name: `List ${index + 1}`,
    rank: rank(index),
    is_collapsed: false,
    trashed_at: null,
  }));
  return {
    board,
    lists,
    cards: Array.from({ length: cards }, (_, index) => ({
      id: uuid(3, index),
      list_id: uuid(2, index % LISTS),
      rank: rank(Math.floor(index / LISTS)),
      title: `Card ${index + 1} of the board`,
      description: 'What has to be done, in a sentence or two.',
      priority: 'low',
      importance: 'low',
      completed_at: null,
      due_date: null,
      labels: ['home'],
      created_at: '2026-01-01T00:00:00.000Z',
      archived_at: null,
      trashed_at: null,
    })),
  };
}

/** Installs storage with a valid session, and an API with one board. */
export function installBrowser(fixture: BoardFixture): void {
  const later = Math.floor(Date.now() / 1000) + 86_400;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const stored = new Map([
    ['access_token', `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: uuid(4, 1), exp: later })}.signature`],
    ['refresh_token', 'refresh'],
  ]);
  const storage: Storage = {
    get length() {
      return stored.size;
    },
    key: (index) => [...stored.keys()][index] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    clear: () => stored.clear(),
  };
  installIndexedDb();
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  const answer = apiOf(fixture);
  globalThis.fetch = async (request) => {
    const call = request as Request;
    return Response.json(answer(new URL(call.url).pathname.replace(/^\/api/, ''), await call.text()));
  };
}

/** Returns the API's responses, as the specification defines them. */
function apiOf({ board, lists, cards }: BoardFixture): (path: string, body: string) => unknown {
  const user = {
    id: uuid(4, 1),
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.com',
    date_joined: '2026-01-01T00:00:00.000Z',
    last_login: null,
    is_verified: false,
    is_admin: false,
    focus_streak: 0,
    longest_focus_streak: 0,
    total_time: 0,
    mins_for_streak: 25,
    user_type: 'basic',
    is_limited: false,
    delete_at: null,
  };
  const preferences = {
    theme: 'dark',
    focus_minutes: 25,
    short_break_minutes: 5,
    long_break_minutes: 15,
    mins_for_streak: 25,
    day_start_minutes: 0,
    time_zone: 'UTC',
  };
  let version = 1;
  return (path, body) => {
    if (path.endsWith('/ops/')) {
      version += 1;
      const { ops } = JSON.parse(body) as { ops: { id: string }[] };
      return { version, results: ops.map(({ id }) => ({ id, status: 'applied' })) };
    }
    if (path === '/user/') return { user: [user] };
    if (path === '/preferences/') return preferences;
    if (path === '/tasks/' || path === '/trash/') return { boards: [] };
    if (path === '/boards/get-boards/') return [{ ...board, columns: [] }];
    if (path === '/boards/measured/changes/') return { version, is_complete: true, board, lists, cards, items: [] };
    if (path.endsWith('/changes/')) return { version, is_complete: false, board: null, lists: [], cards: [], items: [] };
    return {};
  };
}
