/**
 * The open board in the mirror. Its Maps keep their identity, and a changed record or order is replaced within them; see
 * `mirror.ts`.
 */
import type { AttachmentLink, Board, BoardActivityView, BoardStatus, BoardView, CardDetails, CardFilter, CardView, FocusTime, Id, ListView, Patch } from '@twentyfour/core';
import { indexOf, insertId, moveId } from './ordered-ids';

export interface BoardMirror {
  open_slug: string;
  open_status: BoardStatus;
  /** The open board's own record; null until it has loaded. */
  board: Board | null;
  /** The ids of the open board's lists, in order. */
  list_ids: Id[];
  lists: ReadonlyMap<Id, ListView>;
  cards: ReadonlyMap<Id, CardView>;
  /** The id of each card's list, by card id. */
  list_of: ReadonlyMap<Id, Id>;
  /** The number of the open board's cards that are not loaded yet, while only its first screen is shown. */
  unloaded_cards: number;
  /** The details of the open card that its `CardView` leaves out; null if none is open. */
  open_card: CardDetails | null;
  /** The activity of the open board; null while its panel was not opened. */
  board_activity: BoardActivityView | null;
  /** The filter of the open board; null if all cards are shown. */
  filter: CardFilter | null;
  /** The ids of the cards that match the filter, in a new Set after every change; null if all cards are shown. */
  matching: ReadonlySet<Id> | null;
  /** The focus time of the open board, its lists and its cards by id; less than a minute is left out. */
  focus_times: ReadonlyMap<Id, FocusTime>;
}

type Maps = {
  lists: Map<Id, ListView>;
  cards: Map<Id, CardView>;
  list_of: Map<Id, Id>;
  focus_times: Map<Id, FocusTime>;
};

export type MutableBoardMirror = Omit<BoardMirror, keyof Maps> & Maps;

type BoardPatch = Extract<
  Patch,
  {
    type:
      | 'board_opened'
      | 'board_status_changed'
      | 'open_board_changed'
      | 'list_placed'
      | 'cards_added'
      | 'list_changed'
      | 'list_removed'
      | 'card_placed'
      | 'card_changed'
      | 'card_due_changed'
      | 'card_removed'
      | 'card_details'
      | 'board_activity'
      | 'filter_changed'
      | 'card_matched'
      | 'focus_times_loaded'
      | 'focus_time_changed'
  }
>;

/** Returns the state while no board is open. */
export function noBoard(): MutableBoardMirror {
  return { open_slug: '', open_status: 'closed', ...emptyBoard() };
}

/** Returns the contents of a board that is not loaded. */
function emptyBoard(): Omit<MutableBoardMirror, 'open_slug' | 'open_status'> {
  return {
    board: null,
    list_ids: [],
    lists: new Map(),
    cards: new Map(),
    list_of: new Map(),
    unloaded_cards: 0,
    open_card: null,
    board_activity: null,
    filter: null,
    matching: null,
    focus_times: new Map(),
  };
}

/** Replaces the contents of the open board. */
export function showBoard(draft: MutableBoardMirror, view: BoardView): void {
  draft.board = view.board;
  draft.list_ids = view.lists.map(({ id }) => id);
  draft.lists = new Map(view.lists.map((list) => [list.id, list]));
  draft.cards = new Map(view.cards.map((card) => [card.id, card]));
  draft.list_of = new Map(view.lists.flatMap((list) => list.card_ids.map((id): [Id, Id] => [id, list.id])));
  draft.unloaded_cards = view.lists.reduce((sum, { unloaded_cards = 0 }) => sum + unloaded_cards, 0);
}

/** Indexes focus times by id, leaving out zeros. */
export function indexFocusTimes(focus_times: readonly FocusTime[]): Map<Id, FocusTime> {
  return new Map(focus_times.filter(({ focused }) => focused > 0).map((sum) => [sum.id, sum]));
}

export function applyBoardPatch(draft: MutableBoardMirror, patch: BoardPatch): void {
  switch (patch.type) {
    case 'board_opened':
      showBoard(draft, JSON.parse(patch.board) as BoardView);
      return;
    case 'board_status_changed':
      draft.open_slug = patch.slug;
      draft.open_status = patch.status;
      if (patch.status !== 'ready') Object.assign(draft, emptyBoard());
      return;
    case 'open_board_changed':
      draft.board = patch.board;
      return;
    case 'list_placed':
      placeList(draft, patch);
      return;
    case 'cards_added':
      for (const card of JSON.parse(patch.cards) as CardView[]) draft.cards.set(card.id, card);
      return;
    case 'list_changed': {
      const list = draft.lists.get(patch.id);
      // The color of a list without one is undefined.
      if (list) draft.lists.set(patch.id, { ...list, name: patch.name, is_collapsed: patch.is_collapsed, color: patch.color } as ListView);
      return;
    }
    case 'list_removed':
      for (const id of draft.lists.get(patch.id)?.card_ids ?? []) {
        draft.cards.delete(id);
        draft.list_of.delete(id);
      }
      draft.lists.delete(patch.id);
      draft.list_ids = draft.list_ids.filter((id) => id !== patch.id);
      return;
    case 'card_placed':
      placeCard(draft, patch);
      return;
    case 'card_changed':
      draft.cards.set(patch.card.id, patch.card);
      return;
    case 'card_due_changed': {
      const card = draft.cards.get(patch.id);
      if (card) draft.cards.set(patch.id, { ...card, due_status: patch.due_status });
      return;
    }
    case 'card_removed':
      removeFromList(draft, patch.id, draft.list_of.get(patch.id) ?? patch.list_id, null);
      draft.cards.delete(patch.id);
      draft.list_of.delete(patch.id);
      return;
    case 'card_details':
      draft.open_card = patch.details;
      return;
    case 'board_activity':
      draft.board_activity = patch.activity;
      return;
    case 'filter_changed':
      draft.filter = patch.filter;
      draft.matching = patch.matching === null ? null : new Set(JSON.parse(patch.matching) as Id[]);
      return;
    case 'card_matched':
      setCardMatch(draft, patch.id, patch.fits);
      return;
    case 'focus_times_loaded':
      draft.focus_times = indexFocusTimes(JSON.parse(patch.focus_times) as FocusTime[]);
      return;
    case 'focus_time_changed': {
      const { focus_time } = patch;
      if (focus_time.focused > 0) draft.focus_times.set(focus_time.id, focus_time);
      else draft.focus_times.delete(focus_time.id);
      return;
    }
    default:
      patch satisfies never;
  }
}

function setCardMatch(draft: MutableBoardMirror, id: Id, fits: boolean): void {
  if (!draft.matching || draft.matching.has(id) === fits) return;
  const matching = new Set(draft.matching);
  if (fits) matching.add(id);
  else matching.delete(id);
  draft.matching = matching;
}

function placeList(draft: MutableBoardMirror, patch: Extract<Patch, { type: 'list_placed' }>): void {
  if (patch.list) {
    draft.lists.set(patch.id, patch.list);
    for (const id of patch.list.card_ids) draft.list_of.set(id, patch.id);
  }
  if (draft.lists.has(patch.id)) draft.list_ids = moveId(draft.list_ids, patch.id, patch.from_index, patch.index);
}

function placeCard(draft: MutableBoardMirror, patch: Extract<Patch, { type: 'card_placed' }>): void {
  const target = draft.lists.get(patch.list_id);
  if (!target) return;
  if (patch.card) draft.cards.set(patch.id, patch.card);
  const previousListId = draft.list_of.get(patch.id) ?? null;
  let card_ids: Id[];
  if (previousListId === patch.list_id) {
    card_ids = moveId(target.card_ids, patch.id, patch.from_index, patch.index);
  } else {
    if (previousListId !== null) removeFromList(draft, patch.id, previousListId, patch.from_index);
    card_ids = insertId(target.card_ids, patch.id, patch.index);
    draft.list_of.set(patch.id, patch.list_id);
  }
  if (card_ids !== target.card_ids) draft.lists.set(target.id, { ...target, card_ids });
}

function removeFromList(draft: MutableBoardMirror, id: Id, list_id: Id, hint: number | null): void {
  const list = draft.lists.get(list_id);
  const from = list ? indexOf(list.card_ids, id, hint) : -1;
  if (!list || from === -1) return;
  draft.lists.set(list_id, { ...list, card_ids: list.card_ids.toSpliced(from, 1) });
}

/** Indexes the addresses of attachments by the attachment's id. */
export function indexLinks(links: readonly AttachmentLink[] | null): Map<Id, AttachmentLink> | null {
  return links && new Map(links.map((link) => [link.id, link]));
}
