/**
 * Measures imports of 50,000 cards in the built module: a board of Trello as JSON, and a table as CSV, both made here with texts that
 * differ. Each is read as a browser does it: in chunks, with the records of every board made at the end. Prints one line of JSON, in
 * milliseconds.
 */
import { board_slug, ImportFile } from '@twentyfour/core/formats';
import { median } from './runs';

const CARDS = 50_000;
const LISTS = 40;
const RUNS = 3;
const CHUNK_BYTES = 1 << 20;
const BOARD_ID = '0195bfa2-1c3b-7a4e-8f00-000000000001';
const WORDS = 'write send plan report budget customer meeting review draft summary invoice release design garden travel kitchen Größe año'.split(' ');
const CONTEXT = JSON.stringify({ now: '2026-03-03T08:30:00.000Z', names: {} });

/** Returns words that differ by the number. */
const wordsOf = (number: number, count: number): string =>
  Array.from({ length: count }, (_, index) => WORDS[(number * 7 + index * (3 + (number % 5))) % WORDS.length]).join(' ');

/** Returns an id of Trello with this number, whose first eight digits are the time of its creation. */
const idOf = (kind: string, number: number): string => `66f1a2b3${kind}${number.toString(16).padStart(15, '0')}`;

/** Returns a day of 2026. */
const dayOf = (number: number): string => `2026-${String((number % 12) + 1).padStart(2, '0')}-${String((number % 28) + 1).padStart(2, '0')}`;

function trelloBoard(): string {
  const board = idOf('0', 0);
  const labels = WORDS.map((name, index) => ({ id: idOf('1', index), name, color: ['green', 'red_dark', null][index % 3] }));
  const lists = Array.from({ length: LISTS }, (_, index) => ({ id: idOf('2', index), name: wordsOf(index, 2), closed: index % 10 === 9, pos: (index + 1) * 65_536 }));
  const cards = Array.from({ length: CARDS }, (_, index) => ({
    id: idOf('3', index), name: `${wordsOf(index, 5)} ${index}`, desc: index % 3 ? wordsOf(index + 3, 40) : '', closed: index % 17 === 0, pos: (index + 1) * 16_384.5,
    idList: idOf('2', index % LISTS), idLabels: [idOf('1', index % WORDS.length)], idChecklists: index % 5 ? [] : [idOf('4', index)], idMembers: [],
    due: index % 4 ? null : `${dayOf(index)}T15:30:00.000Z`, dueComplete: index % 8 === 0, dateLastActivity: `${dayOf(index)}T09:12:33.120Z`, attachments: [],
    badges: { comments: index % 6 ? 0 : 1 }, cover: { idAttachment: null, color: null }, customFieldItems: [],
  }));
  const checklists = cards.filter(({ idChecklists }) => idChecklists.length > 0).map(({ id, idChecklists }, index) => ({
    id: idChecklists[0], name: 'Checklist', idCard: id, pos: 16_384,
    checkItems: [0, 1, 2].map((item) => ({ id: idOf('5', index * 3 + item), name: wordsOf(index + item, 3), state: item ? 'incomplete' : 'complete', pos: item })),
  }));
  const actions = cards.filter((_, index) => index % 6 === 0).map(({ id }, index) => ({
    id: idOf('6', index), type: 'commentCard', date: `${dayOf(index)}T10:00:00.000Z`, idMemberCreator: idOf('7', 0),
    memberCreator: { fullName: 'Ada Young' }, data: { text: wordsOf(index, 12), card: { id } },
  }));
  return JSON.stringify({ id: board, name: 'Board', desc: '', closed: false, prefs: {}, labels, lists, cards, checklists, actions, members: [], customFields: [] });
}

function table(): string {
  const rows = Array.from({ length: CARDS }, (_, index) => [
    `"${wordsOf(index, 5)} ${index}"`, wordsOf(index % LISTS, 2), ['high', 'medium', 'low', ''][index % 4], index % 4 ? '' : dayOf(index),
    `"${wordsOf(index, 1)}, urgent"`, index % 8 ? 'no' : 'yes', index % 3 ? `"${wordsOf(index, 40)}\n""${wordsOf(index + 1, 4)}"""` : '', wordsOf(index, 1),
  ].join(','));
  return ['Title,List,Priority,Due date,Labels,Done,Description,Owner', ...rows].join('\r\n');
}

/** Returns the time of an import. */
function time(name: string, text: string): number {
  const bytes = new TextEncoder().encode(text);
  const start = performance.now();
  const file = new ImportFile(CONTEXT);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) file.push(bytes.subarray(at, at + CHUNK_BYTES));
  const read = JSON.parse(file.read(name, '{}', (at: number) => -new Date(at).getTimezoneOffset())) as { boards?: { name: string; cards: number }[] };
  const boards = read.boards ?? [];
  const cards = boards.reduce((sum, board) => sum + board.cards, 0);
  if (cards !== CARDS) throw new Error(`${name} has ${cards} cards`);
  for (const [index, { name: board }] of boards.entries()) file.board_records(index, BOARD_ID, undefined, board_slug(board, BOARD_ID) ?? '');
  file.free();
  return performance.now() - start;
}

const files = { trello: trelloBoard(), csv: table() };
const runs = Array.from({ length: RUNS }, () => ({ trello: time('board.json', files.trello), csv: time('cards.csv', files.csv) }));
console.log(JSON.stringify({ cards: CARDS, ...median(runs) }));
