/**
 * Realistic boards, created through the HTTP API: uneven lists, titles of one to many words, and some cards with a
 * priority, labels, a due date or a description. They are the same on every run.
 */
import type { Server } from '../../e2e/support/server';

/** A list and its share of the board's cards, in percent. */
export interface ListShare {
  name: string;
  share: number;
}

const FIVE_LISTS: readonly ListShare[] = [
  { name: 'Backlog', share: 34 },
  { name: 'Ready', share: 22 },
  { name: 'In progress', share: 10 },
  { name: 'In review', share: 9 },
  { name: 'Done', share: 25 },
];
/** The server accepts at most 500 ops per request. */
const BATCH = 500;

const VERBS = ['Write', 'Fix', 'Review', 'Call', 'Order', 'Plan', 'Translate', 'Measure', 'Draw', 'Ask for', 'Clean up', 'Compare'];
const THINGS = [
  'the quarterly report',
  'the sign-up form',
  'a quote from the printers',
  'the chapter on tides',
  'tickets to Lisbon',
  'the broken gate in the garden',
  'last week’s expenses',
  'the answers for the town council, with the map that they asked for',
  'slides',
  'the import of old invoices, which stops at the first line without a date and says nothing about it',
  'Grandma’s birthday',
  'unit prices',
  'the onboarding guide',
];
const ENDS = ['', '', '', ' before Friday', ' again', ' with Priya', ' (second attempt)', ' – see the thread of 12 May', ' for the Rotterdam office'];
const SENTENCES = [
  'This has come up three times now, and each time somebody else has looked at it.',
  'The numbers in the sheet are from March.',
  'Ask Jonas whether the old ones may be thrown away.',
  '- check the address\n- check the tax number\n- send it by post as well',
  'What is there works, but nobody dares to touch it.',
  'See https://example.com/notes/4711 for how we did it last year, and mind that the prices there are without tax.',
];
const LABELS = ['home', 'design', 'bug', 'waiting', 'urgent', 'customer', 'accounts payable', 'ideas'];
const PRIORITIES = ['low', 'low', 'low', 'low', 'medium', 'medium', 'high', 'completed'];

type Change = { type: string; [field: string]: unknown };

/** Returns pseudorandom numbers that are the same on every run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns a UUID for a board, a kind and a number. */
function uuid(board: number, kind: number, number: number): string {
  return `0190${board.toString(16).padStart(4, '0')}-${kind.toString().padStart(4, '0')}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Returns a rank that sorts by its number; ranks must not end in zero. */
function rank(number: number): string {
  return `80${number.toString(16).padStart(6, '0')}80`;
}

/** Returns all changes that turn an empty board into one with this many cards. */
function changesFor(board: number, cards: number, lists: readonly ListShare[]): Change[] {
  const random = chance(cards);
  const one = (among: readonly string[]) => among[random(among.length)] ?? '';
  const changes: Change[] = lists.map(({ name }, index) => ({
    type: 'add_list',
    list_id: uuid(board, 2, index),
    name,
    rank: rank(index),
  }));
  let card = 0;
  for (const [list, { share }] of lists.entries()) {
    for (let index = 0; index < Math.round((cards * share) / 100); index += 1) {
      const card_id = uuid(board, 3, card);
      card += 1;
      const title = `${one(VERBS)} ${one(THINGS)}${one(ENDS)}`;
      changes.push({
        type: 'add_card',
        card_id,
        list_id: uuid(board, 2, list),
        rank: rank(index),
        title,
        priority: one(PRIORITIES),
      });
      const edit = (field: string, value: unknown) => changes.push({ type: 'edit_card', card_id, edit: { field, value } });
      if (random(10) < 4) {
        edit('description', Array.from({ length: 1 + random(6) }, () => one(SENTENCES)).join('\n\n'));
      }
      if (random(10) < 3) edit('due_date', `2026-${String(1 + random(12)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`);
      if (random(10) < 3) edit('labels', [...new Set(Array.from({ length: 1 + random(3) }, () => one(LABELS)))]);
    }
  }
  return changes;
}

/** Sends a request to the API with a token, and returns the response's body. */
async function ask(server: Server, token: string, method: string, path: string, body: unknown): Promise<any> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Creates an account and returns its tokens. */
export async function signUp(server: Server): Promise<{ access_token: string; refresh_token: string }> {
  return ask(server, '', 'POST', '/auth/signup/', {
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.com',
    password: 'correct horse',
  });
}

/** Creates a board with this many cards, by default in five lists, and returns its slug. */
export async function makeBoard(server: Server, token: string, cards: number, lists = FIVE_LISTS): Promise<string> {
  const { board } = await ask(server, token, 'POST', '/boards/create-board/', { name: `Board of ${cards} cards` });
  const number = cards & 0xffff;
  const ops = changesFor(number, cards, lists).map((change, index) => ({
    id: uuid(number, 4, index),
    at: '2026-03-03T08:30:00.000Z',
    change,
  }));
  for (let begin = 0; begin < ops.length; begin += BATCH) {
    const answer = await ask(server, token, 'POST', `/boards/${board.id}/ops/`, { ops: ops.slice(begin, begin + BATCH) });
    const rejected = answer.results.find((result: { status: string }) => result.status !== 'applied');
    if (rejected) throw new Error(`The server rejected a change of the sample board: ${JSON.stringify(rejected)}`);
  }
  return board.slug;
}
