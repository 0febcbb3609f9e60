/** The results of the page: those of the device and those of the server in one form. */
import type { SearchHit, TextRange } from '../../core/finder';

export interface SearchResult {
  /** The same for a result of the device and the same one of the server. */
  key: string;
  kind: 'board' | 'list' | 'card' | 'note';
  /** Its title; empty for a note without text. */
  title: string;
  ranges: readonly TextRange[];
  /** The name of its board; empty for boards and notes. */
  context: string;
  path: string;
  snippet: string;
  snippet_ranges: readonly TextRange[];
  state: 'active' | 'archived' | 'trashed';
  is_done: boolean;
  due_date: string | null;
}

/** The body of the response to `GET /search/`. */
interface ServerResponse {
  results: ServerResult[];
  cursor: string | null;
}

/** A page of what the server has found. */
export interface ServerPage {
  results: readonly SearchResult[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

interface ServerResult {
  kind: 'board' | 'list' | 'card' | 'subtask' | 'comment' | 'attachment' | 'note';
  id: string;
  board_name: string | null;
  board_slug: string | null;
  card_id: string | null;
  title: string;
  title_ranges: { start: number; end: number }[];
  snippet: string;
  ranges: { start: number; end: number }[];
  is_archived: boolean;
  is_trashed: boolean;
  is_done: boolean;
  due: string | null;
}

/** Returns a result of the device. */
export function toResult(hit: SearchHit): SearchResult {
  return { ...hit, key: `${hit.kind} ${hit.id}` };
}

/** Parses the response of the server. Each card is one result, whether it was found by its title or by its comments. */
export function parseServerPage(text: string): ServerPage {
  const { results, cursor } = JSON.parse(text) as ServerResponse;
  return { results: mergeResults([], results.map(fromServer)), next: cursor };
}

function fromServer(result: ServerResult): SearchResult {
  const { id, kind, card_id, board_name, board_slug, is_archived, is_trashed } = result;
  const shownKind = card_id === null ? (kind as SearchResult['kind']) : 'card';
  const state = is_trashed ? 'trashed' : is_archived ? 'archived' : 'active';
  return {
    key: `${shownKind} ${card_id ?? id}`,
    kind: shownKind,
    title: result.title,
    ranges: result.title_ranges.map(toRange),
    context: shownKind === 'board' ? '' : (board_name ?? ''),
    path: pathOf(shownKind, card_id ?? id, board_slug ?? '', state),
    snippet: result.snippet,
    snippet_ranges: result.ranges.map(toRange),
    state,
    // Of a subtask, it says whether that one is done.
    is_done: kind === 'card' && result.is_done,
    due_date: result.due,
  };
}

const toRange = ({ start, end }: { start: number; end: number }): TextRange => [start, end];

/** Returns the path of the page that shows a result, as the finder does for those of the device. */
function pathOf(kind: SearchResult['kind'], id: string, slug: string, state: SearchResult['state']): string {
  if (kind === 'note') return state === 'trashed' ? `/app/notes/${id}?view=trash` : `/app/notes/${id}`;
  if (state !== 'active') return '/app/trash';
  return kind === 'card' ? `/app/b/${slug}?card=${id}` : `/app/b/${slug}`;
}

/** Returns the first results, followed by those of the others that are not among them. */
export function mergeResults(first: readonly SearchResult[], others: readonly SearchResult[]): SearchResult[] {
  const byKey = new Map(first.map((result) => [result.key, result]));
  for (const result of others) if (!byKey.has(result.key)) byKey.set(result.key, result);
  return [...byKey.values()];
}

/**
 * Merges the results of the device and the pages of the server. Later pages follow, so that the results before stay where they
 * are.
 */
export function mergePages(local: readonly SearchResult[], pages: readonly ServerPage[], pageSize: number): SearchResult[] {
  let merged: SearchResult[] = [];
  for (let page = 0; page * pageSize < local.length || page < pages.length; page += 1) {
    merged = mergeResults(merged, local.slice(page * pageSize, (page + 1) * pageSize));
    merged = mergeResults(merged, pages[page]?.results ?? []);
  }
  return merged;
}
