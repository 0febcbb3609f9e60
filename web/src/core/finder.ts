/**
 * Searches in what is on this device: boards, cards and notes, with the unsent changes. The search itself is a WebAssembly
 * module of its own (`finder/`), which is loaded when something is searched for the first time. It reads what the core
 * stores in IndexedDB, so the core does not have to be asked.
 */
import type { Board, Recurrence } from '@twentyfour/core';
import { mirror } from './client';
import { plainCard, type QuickAddContext, type QuickCard } from './quick-add';
import { currentAccount, GUEST } from './stored-account';
import { openTextStore, type StoredTexts, type TextStore } from './stored-texts';

/** A range of a text in UTF-16 code units: its start and its end. */
export type TextRange = [start: number, end: number];

/** A board, a card or a note that was found. */
export interface FoundItem {
  kind: 'board' | 'card' | 'note';
  id: string;
  /** The id of its board, of a board its own; null for a note. */
  board_id: string | null;
  /** Its title; empty for a note without text. */
  title: string;
  /** The name of a card's board, otherwise empty. */
  context: string;
  /** The path of the page that shows it. */
  path: string;
  /** Whether it is a card that is done. */
  is_done: boolean;
  /** The parts of the title that match. */
  ranges: TextRange[];
}

/** A result of a search. */
export interface SearchHit extends FoundItem {
  /** A part of its other texts; may be empty. */
  snippet: string;
  /** The parts of the snippet that match. */
  snippet_ranges: TextRange[];
  state: 'active' | 'archived' | 'trashed';
  /** The due date of a card; null for none. */
  due_date: string | null;
}

/** A text that was ranked. */
export interface RankedText {
  /** Its position in the list. */
  index: number;
  /** The parts of it that match. */
  ranges: TextRange[];
}

/** A term of a query: a word, a phrase or a filter. */
export interface QueryTerm {
  /** The text of the term alone. */
  text: string;
  is_filter: boolean;
  /** Its place in the query. */
  range: TextRange;
}

/** A card that repeats. */
export interface RecurringCard {
  due_date: string;
  recurrence: Recurrence;
}

/** The search in what is on this device, as of the last `refresh`. */
export interface Finder {
  /** Returns what has a title that matches by some of its letters, the best first. Archived and deleted things are left out. */
  find: (query: string, options: { limit: number }) => FoundItem[];
  /** Returns a card by its id; null if it is not on this device, or is archived or deleted. */
  card: (id: string) => FoundItem | null;
  /** Returns the texts that match by some of their letters, the best first. */
  rank: (query: string, texts: readonly string[]) => RankedText[];
  /** Returns what a query finds in all texts, the best first. */
  search: (query: string, options: { limit: number }) => SearchHit[];
  /** Returns the terms of a query. */
  terms: (query: string) => QueryTerm[];
  /** Returns the labels of a board's cards, sorted. */
  labels: (board_id: string) => string[];
  /** Returns the card that a line of text means. */
  quickAdd: (line: string, context: QuickAddContext) => QuickCard;
  /** Returns the days of a range on which a recurring card will be due after its due date. */
  laterDays: (card: RecurringCard, range: { today: string; first: string; last: string }) => string[];
  /** Reads what has changed on the device since the last time. */
  refresh: () => Promise<void>;
}

/** The functions of the module. */
type FinderModule = typeof import('./finder-module');

/** What the outbox has for each board, and for the notes. Equal texts mean that nothing has changed. */
interface Outbox extends StoredTexts {
  byBoard: ReadonlyMap<string, string>;
  notes: string;
}

let loading: Promise<Finder> | null = null;

/** Loads the finder once. It finds nothing before its first `refresh`. */
export function loadFinder(): Promise<Finder> {
  loading ??= import('./finder-module').then(createFinder).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Parses what the module returns. */
const parse = <T>(text: string): T => JSON.parse(text) as T;

function createFinder(module: FinderModule): Finder {
  const documents = new Documents(new module.Finder());
  return {
    find: (query, { limit }) => parse<FoundItem[]>(documents.current().find(query, limit)),
    card: (id) => {
      const card = documents.current().card(id);
      return card === undefined ? null : parse<FoundItem>(card);
    },
    rank: (query, texts) => parse<RankedText[]>(module.rank(query, [...texts])),
    search: (query, { limit }) => {
      const hits = parse<({ item: FoundItem } & Omit<SearchHit, keyof FoundItem>)[]>(documents.current().search(query, localMinute(Date.now()), limit));
      return hits.map(({ item, ...hit }) => ({ ...item, ...hit }));
    },
    terms: (query) => parse<QueryTerm[]>(module.terms(query)),
    labels: (board_id) => documents.current().labels(board_id),
    quickAdd: (line, context) => {
      const card = module.quick_add(line, JSON.stringify(context));
      return card === undefined ? plainCard(line) : parse<QuickCard>(card);
    },
    laterDays: ({ due_date, recurrence }, { today, first, last }) => module.later_days(due_date, JSON.stringify(recurrence), today, first, last),
    refresh: () => documents.refresh(),
  };
}

/** Formats a local time like a due date: `2026-03-03T09:00`. */
function localMinute(now: number): string {
  return new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Keeps the module's documents equal to what is on the device. */
class Documents {
  private account: string | null = null;
  /** What each board was indexed from. */
  private readonly indexed = new Map<string, string>();
  private indexedNotes: string | null = null;
  private refreshing: Promise<void> | null = null;
  private isOutdated = false;

  constructor(private readonly finder: InstanceType<FinderModule['Finder']>) {}

  /** Returns the module's documents, without those of an account that has been logged out since. */
  current(): InstanceType<FinderModule['Finder']> {
    const account = currentAccount();
    if (this.account !== account) {
      this.account = account;
      this.indexed.clear();
      this.indexedNotes = null;
      this.finder.set_account(account ?? GUEST);
    }
    return this.finder;
  }

  /** Reads what has changed. While that is in progress, another call makes it start again afterwards. */
  refresh(): Promise<void> {
    this.isOutdated = true;
    this.refreshing ??= this.refreshUntilCurrent().finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  private async refreshUntilCurrent(): Promise<void> {
    while (this.isOutdated) {
      this.isOutdated = false;
      await this.read();
    }
  }

  private async read(): Promise<void> {
    this.current();
    const { account } = this;
    const { boards } = mirror.getState();
    this.indexNames(boards);
    const store = account === null ? null : await openTextStore();
    if (!store) return;
    try {
      const outbox = await readOutbox(store, `${account}/kept/outbox/`);
      this.finder.set_outbox(outbox.keys, outbox.texts);
      const keys = groupByBoard(await store.keys(`${account}/board/`));
      for (const board of boards) {
        // Another account may have logged in while something was read. It is read next.
        if (currentAccount() !== account) return;
        await this.readBoard(board, keys.get(board.id) ?? [], outbox.byBoard.get(board.id) ?? '', store);
      }
      await this.readNotes(outbox, store);
    } finally {
      store.close();
    }
  }

  /** Indexes the names of new boards, and removes those that are gone. */
  private indexNames(boards: readonly Board[]): void {
    const ids = new Set(boards.map(({ id }) => id));
    for (const id of this.indexed.keys()) {
      if (ids.has(id)) continue;
      this.indexed.delete(id);
      this.finder.remove_board(id);
    }
    for (const board of boards) {
      if (this.indexed.has(board.id)) continue;
      this.finder.set_board(JSON.stringify(board), [], []);
      this.indexed.set(board.id, '');
    }
  }

  private async readBoard(board: Board, keys: readonly string[], unsent: string, store: TextStore): Promise<void> {
    const text = JSON.stringify(board);
    // A key contains the version of what is stored under it.
    const source = [text, ...keys, unsent].join('\n');
    if (this.indexed.get(board.id) === source) return;
    const stored = keys.length > 0 ? await store.texts(`${this.account}/board/${board.id}/`) : { keys: [], texts: [] };
    // `current` has removed everything if the account has changed meanwhile.
    if (!this.indexed.has(board.id)) return;
    this.finder.set_board(text, stored.keys, stored.texts);
    this.indexed.set(board.id, source);
  }

  private async readNotes(outbox: Outbox, store: TextStore): Promise<void> {
    const { account } = this;
    const prefix = `${account}/notes/`;
    const source = [...(await store.keys(prefix)), outbox.notes].join('\n');
    if (this.indexedNotes === source) return;
    const stored = await store.texts(prefix);
    if (currentAccount() !== account) return;
    this.finder.set_notes(stored.keys, stored.texts);
    this.indexedNotes = source;
  }
}

/** Groups keys such as `{account}/board/{board}/…` by board. */
function groupByBoard(keys: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const [, , board = ''] = key.split('/');
    const group = groups.get(board);
    if (group) group.push(key);
    else groups.set(board, [key]);
  }
  return groups;
}

/** The part of an entry of the outbox that says what it changes. */
interface OutboxEntry {
  create_board?: { request: { id?: string } };
  /** Moves to another board name that board in the change. */
  board_op?: { board_id: string; op?: { change?: { board_id?: string } } };
  note?: object;
}

async function readOutbox(store: TextStore, prefix: string): Promise<Outbox> {
  const stored = await store.texts(prefix);
  const byBoard = new Map<string, string>();
  let notes = '';
  for (const text of stored.texts) {
    const entry = parseEntry(text);
    const boards = [entry.board_op?.board_id ?? entry.create_board?.request.id, entry.board_op?.op?.change?.board_id];
    for (const board of boards) if (board !== undefined) byBoard.set(board, `${byBoard.get(board) ?? ''}${text}`);
    if (entry.note) notes += text;
  }
  return { ...stored, byBoard, notes };
}

/** Parses an entry. One that cannot be read is for a newer version of the app. */
function parseEntry(text: string): OutboxEntry {
  try {
    return (JSON.parse(text) ?? {}) as OutboxEntry;
  } catch {
    return {};
  }
}
