/**
 * Measures the finder with 20,000 cards on 20 boards, in the built module: indexing what is stored, finding titles by some of their
 * letters, searching all texts, and understanding a line of quick add. Prints one line of JSON, in milliseconds.
 */
import { Finder, quick_add } from '@twentyfour/core/finder';
import { summary } from './runs';

const BOARDS = 20;
const CARDS = 1000;
const RUNS = 40;
const WORDS = 'write send plan report budget customer meeting review draft summary invoice release design garden travel kitchen'.split(' ');

/** Returns a UUID of version 7 with this number. */
const uuid = (number: number): string => `018bcfe5-6800-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** Returns words that differ by the number. */
const wordsOf = (number: number, count: number): string =>
  Array.from({ length: count }, (_, index) => WORDS[(number * 7 + index * (3 + (number % 5))) % WORDS.length]).join(' ');

function storedBoard(board_number: number): { board: string; key: string; text: string } {
  const id = uuid(1_000_000 + board_number);
  const list_id = uuid(2_000_000 + board_number);
  const at = '2026-03-03T08:30:00.000Z';
  const board = { id, slug: `board-${board_number}`, name: `Board ${board_number}`, description: '', color: null, image: null, favorite: false, label_colors: [], trashed_at: null };
  const cards = Array.from({ length: CARDS }, (_, index) => {
    const number = board_number * CARDS + index;
    return {
      id: uuid(number + 1),
      list_id,
      rank: `80${index.toString(16).padStart(6, '0')}80`,
      title: `${wordsOf(number, 5)} ${number}`,
      description: wordsOf(number + 3, 40),
      priority: 'low',
      importance: 'low',
      completed_at: null,
      due_date: null,
      labels: ['work'],
      created_at: at,
      archived_at: null,
      trashed_at: null,
    };
  });
  const lists = [{ id: list_id, name: 'To do', rank: '8080', is_collapsed: false, trashed_at: null }];
  const records = { version: 1, is_complete: true, board, lists, cards, items: [] };
  return { board: JSON.stringify(board), key: `guest/board/${id}/snapshot/00000000000000000001`, text: JSON.stringify({ format: 1, records }) };
}

/** Returns the 95th percentile of a call's time. */
function timesOf(run: () => string): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    if (run() === '[]') throw new Error('nothing was found');
    return performance.now() - start;
  });
  return summary(times.slice(RUNS / 4)).p95;
}

const boards = Array.from({ length: BOARDS }, (_, number) => storedBoard(number));
const finder = new Finder();
finder.set_account('guest');
const start = performance.now();
for (const { board, key, text } of boards) finder.set_board(board, [key], [text]);
const indexing = performance.now() - start;
const find = timesOf(() => finder.find('rpt cust', 50));
const search = timesOf(() => finder.search('report customer gard', '2026-03-03T08:30', 50));
const line = 'Send report tomorrow 5pm #Board 7/List 3 !high @Ada @work every friday until 5 dec ~30m';
const names = (name: string, count: number) => Array.from({ length: count }, (_, number) => ({ id: uuid(number + 1), name: `${name} ${number}` }));
const context = {
  now: '2026-03-03T08:30', due_day: null, week_start: 1, is_day_first: true, user_id: null, ignored: [], members: names('Ada', 50),
  boards: names('Board', 200).map((board) => ({ ...board, lists: names('List', 20) })),
};
const board_id = uuid(1_000_000);
const quickAdd = timesOf(() => quick_add(line, JSON.stringify({ ...context, labels: finder.labels(board_id) })) ?? '[]');
console.log(JSON.stringify({ cards: BOARDS * CARDS, indexing, find, search, quick_add: quickAdd }));
