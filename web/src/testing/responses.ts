/** Test support: responses of the server. */
import type { ErrorCode, Id, Member, Preferences, Role, Usage, User } from '@twentyfour/core';
import type { OpenRequest } from './fake-browser';

interface ServerResponse {
  /** 200 unless given; 0 for a request that fails without a response. */
  status?: number;
  body?: unknown;
}

/** A response of the server, which may depend on the request. */
export type MockResponse = ServerResponse | ((request: OpenRequest) => ServerResponse);

/** Responses by the beginning of the path, such as `/boards/`, or by method and path, such as `POST /boards/`. */
export type MockResponses = Record<string, MockResponse | null>;

/** Returns a user who has just signed up and confirmed their email, with the given fields. */
export function userRecord(fields: Partial<User> = {}): User {
  return {
    id: '018bcfe5-6800-7000-8000-000000000001',
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.com',
    date_joined: '2026-03-03T08:30:00.000Z',
    last_login: null,
    is_verified: true,
    is_admin: false,
    focus_streak: 0,
    longest_focus_streak: 0,
    total_time: 0,
    mins_for_streak: 25,
    user_type: 'basic',
    is_limited: false,
    delete_at: null,
    ...fields,
  };
}

/** Returns the response to `GET /user/` with the given fields of the user. */
export const userResponse = (fields: Partial<User> = {}): MockResponse => ({ body: { user: [userRecord(fields)] } });

/** Returns the response to `GET /preferences/`, the defaults with the given fields. */
export const preferencesResponse = (fields: Partial<Preferences> = {}): MockResponse => ({
  body: {
    theme: 'dark',
    focus_minutes: 25,
    short_break_minutes: 5,
    long_break_minutes: 15,
    mins_for_streak: 25,
    day_start_minutes: 0,
    time_zone: 'UTC',
    ...fields,
  },
});

/** Returns a refusal of the server. */
export const refusal = (status: number, code: string, message: string): MockResponse => ({ status, body: { code, message } });

/** The response of a server that has failed. */
export const SERVER_ERROR: MockResponse = refusal(500, 'internal', 'Something went wrong. Please try again.');

/** The response of a server that cannot be reached. */
export const NETWORK_ERROR: MockResponse = { status: 0 };

/** Returns the response to `POST /boards/{id}/ops/`, which refuses the changes for which `refuse` returns a code. */
export const opsResponse = (refuse: (change: { type: string; [field: string]: unknown }) => ErrorCode | null = () => null): MockResponse => {
  let version = 1;
  return ({ body }) => {
    version += 1;
    const { ops } = JSON.parse(body ?? '') as { ops: { id: string; change: { type: string } }[] };
    const results = ops.map(({ id, change }) => {
      const code = refuse(change);
      return code === null ? { id, status: 'applied' } : { id, status: 'refused', code };
    });
    return { body: { version, results } };
  };
};

/** Returns the responses of a server that accepts every change of boards. It lists the boards as they were created. */
export function boardResponses(): MockResponses {
  const boards: object[] = [];
  return {
    'GET /boards/get-boards/': () => ({ body: boards }),
    'POST /boards/create-board/': ({ body }) => {
      const { id, name, slug = `board-${id.slice(-4)}` } = JSON.parse(body ?? '') as { id: string; name: string; slug?: string };
      const fields = { description: '', color: null, image: null, favorite: false, label_colors: [], trashed_at: null };
      const board = { id, slug, name, ...fields, columns: [] };
      boards.push(board);
      return { body: { board } };
    },
    'POST /boards/': opsResponse(),
  };
}

/** The id of the board of `serverBoard`. */
export const SERVER_BOARD = '01900001-0000-7000-8000-000000000001';
/** The id of its first card. */
export const SERVER_CARD = '01900003-0000-7000-8000-000000000000';

/** The user's role on the board of `serverBoard`, its members, and the comments on its first card, by their authors. */
export interface SharedSeed {
  role: Role;
  members: Member[];
  comments?: { author_id: Id; text: string; created_at?: string }[];
}

/**
 * Returns the responses of a server that has one board, with the given titles of cards by the name of their list. It is
 * the user's own unless it is shared.
 */
export function serverBoard(slug: string, lists: Record<string, string[]>, { comments = [], ...shared }: Partial<SharedSeed> = {}): { responses: MockResponses; cards: Record<string, Id> } {
  const id = (kind: number, number: number) => `0190000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const rank = (number: number) => `80${String(number).padStart(6, '0')}80`;
  const name = slug.replace(/-\w{4}$/, '').replace(/^\w/, (letter) => letter.toUpperCase());
  const board = { id: id(1, 1), slug, name, description: '', color: null, image: null, favorite: false, label_colors: [], trashed_at: null, ...shared };
  const names = Object.keys(lists);
  const cards = names.flatMap((list, index) => (lists[list] ?? []).map((title) => ({ title, list_id: id(2, index) })));
  const records = {
    version: 1,
    is_complete: true,
    board,
    lists: names.map((list, index) => ({ id: id(2, index), name: list, rank: rank(index + 1), is_collapsed: false, trashed_at: null })),
    cards: cards.map(({ title, list_id }, index) => ({
      id: id(3, index),
      list_id,
      rank: rank(index + 1),
      title,
      description: '',
      priority: 'low',
      importance: 'low',
      completed_at: null,
      due_date: null,
      labels: [],
      created_at: '2026-03-01T08:00:00.000Z',
      archived_at: null,
      trashed_at: null,
    })),
    items: comments.map(({ author_id, text, created_at = '2026-03-01T08:00:00.000Z' }, index) => ({
      id: id(4, index),
      card_id: id(3, 0),
      author_id,
      content: { kind: 'comment', text },
      created_at,
      edited_at: null,
      trashed_at: null,
    })),
  };
  return {
    responses: {
      ...boardResponses(),
      'GET /boards/get-boards/': { body: [{ ...board, columns: [] }] },
      [`GET /boards/${slug}/changes/`]: { body: records },
    },
    cards: Object.fromEntries(cards.map(({ title }, index) => [title, id(3, index)])),
  };
}

/** The server's responses for an account without any data. */
export const ACCOUNT_RESPONSES: MockResponses = {
  '/auth/validate-token/': { body: {} },
  '/user/': userResponse(),
  '/preferences/': preferencesResponse(),
};

/** What an account has stored. */
export const USAGE: Usage = {
  boards: { used: 3, limit: 2_000 },
  cards: { used: 1_234, limit: 200_000 },
  notes: { used: 12, limit: 10_000 },
  pictures: { used: 50, limit: 50 },
  note_bytes: { used: 1, limit: 500 << 20 },
  change_bytes: { used: 0, limit: 1 << 30 },
  attachment_bytes: { used: 0, limit: 5 * 2 ** 30 },
};
