/** The results of the page: those of the device and those of the server in one form. */
import type { SearchHit, TextRange } from '../../core/finder';
import { plainSnippet, type Snippet } from './plainSnippet';

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

/** A page of what the server has found. A card is in it several times if several of its texts match. */
export interface ServerPage {
  results: readonly SearchResult[];
  /** The number of results of the device that may be shown before the page. */
  local_count: number;
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
  return { ...hit, ...shownSnippet(hit.kind, hit), key: `${hit.kind} ${hit.id}` };
}

/** Parses the response of the server. */
export function parseServerPage(text: string, local_count: number): ServerPage {
  const { results, cursor } = JSON.parse(text) as ServerResponse;
  return { results: results.map(fromServer), local_count, next: cursor };
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
    ...shownSnippet(kind, { snippet: result.snippet, snippet_ranges: result.ranges.map(toRange) }),
    state,
    // Of a subtask, it says whether that one is done.
    is_done: kind === 'card' && result.is_done,
    due_date: result.due,
  };
}

/** What has no Markdown. The snippet of an attachment is the name of its file. */
const PLAIN_KINDS: readonly ServerResult['kind'][] = ['note', 'subtask', 'attachment'];

/** Returns a snippet as it is shown. */
function shownSnippet(kind: ServerResult['kind'], { snippet, snippet_ranges }: Snippet): Snippet {
  return PLAIN_KINDS.includes(kind) ? { snippet, snippet_ranges } : plainSnippet({ snippet, snippet_ranges });
}

const toRange = ({ start, end }: { start: number; end: number }): TextRange => [start, end];

/** Returns the path of the page that shows a result, as the finder does for those of the device. */
function pathOf(kind: SearchResult['kind'], id: string, slug: string, state: SearchResult['state']): string {
  if (kind === 'note') return state === 'trashed' ? `/app/notes/${id}?view=trash` : `/app/notes/${id}`;
  if (state !== 'active') return '/app/trash';
  return kind === 'card' ? `/app/b/${slug}?card=${id}` : `/app/b/${slug}`;
}

/**
 * Merges the results of the device and the pages of the server, each result once. A page follows the results that were shown
 * when it arrived, so that those stay where they are.
 */
export function mergePages(local: readonly SearchResult[], pages: readonly ServerPage[]): SearchResult[] {
  const byKey = new Map<string, SearchResult>();
  const add = (results: readonly SearchResult[]) => {
    for (const result of results) if (!byKey.has(result.key)) byKey.set(result.key, result);
  };
  for (const { results, local_count } of pages) {
    add(local.slice(0, local_count));
    add(results);
  }
  add(local);
  return [...byKey.values()];
}
