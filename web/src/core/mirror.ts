/**
 * The mirror: a zustand copy of the core's view. It makes no decisions.
 *
 * Lists and cards live in Maps that are mutated in place, while a changed record or order is replaced by a new object.
 * So a component that selects one record or one order re-renders only when that changed, and moving a card costs no
 * more than the two orders it touches, however large the board is.
 */
import type { Board, BoardSummary, FocusSessionsView, FocusSessionView, Id, InboxView, Patch, Snapshot, TaskFilterView, TasksView, TrashView } from '@twentyfour/core';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { applyBoardPatch, indexFocusTimes, indexLinks, showBoard } from './mirror-board';
import { applyNotePatch, indexNotes } from './mirror-notes';
import { initialMirror, type Mirror, type MutableMirror } from './mirror-state';

export type MirrorStore = StoreApi<Mirror>;

/** Creates a mirror with the initial state. */
export function createMirror(): MirrorStore {
  return createStore<Mirror>(initialMirror);
}

/** The parts of the mirror that the preview of Home has. */
const PREVIEW_PARTS = ['session', 'user', 'clock', 'weather', 'background', 'timer', 'preferences', 'limits'] as const;

/** Returns the parts that are the same in the mirror already. Keeping these objects avoids rendering Home again. */
function unchangedParts(mirror: Mirror, snapshot: Snapshot): Partial<MutableMirror> {
  const unchanged = PREVIEW_PARTS.filter((part) => JSON.stringify(mirror[part]) === JSON.stringify(snapshot[part]));
  return Object.fromEntries(unchanged.map((part) => [part, mirror[part]]));
}

/** Fills the mirror from a whole snapshot, given as the core's JSON text. */
export function loadSnapshot(store: MirrorStore, json: string): void {
  const snapshot = JSON.parse(json) as Snapshot;
  const { open_board, filter, drafts, focus_times, attachment_links, notes, ...rest } = snapshot;
  const draft: MutableMirror = {
    ...initialMirror(),
    ...rest,
    ...unchangedParts(store.getState(), snapshot),
    filter: filter.filter,
    matching: filter.matching && new Set(filter.matching),
    drafts: new Map(drafts.map(({ key, text }) => [key, text])),
    focus_times: indexFocusTimes(focus_times),
    attachment_links: indexLinks(attachment_links),
    ...indexNotes(notes),
  };
  if (open_board) showBoard(draft, open_board);
  store.setState(draft, true);
}

/** Applies patches in order and notifies subscribers once. Patches are idempotent. */
export function applyPatches(store: MirrorStore, patches: readonly Patch[]): void {
  if (patches.length === 0) return;
  // Copies the top level only, which is enough to notify subscribers; the Maps keep their identity on purpose.
  const draft = { ...store.getState() } as MutableMirror;
  for (const patch of patches) applyPatch(draft, patch);
  store.setState(draft, true);
}

function applyPatch(draft: MutableMirror, patch: Patch): void {
  switch (patch.type) {
    case 'session':
      draft.session = patch.session;
      return;
    case 'user':
      draft.user = patch.user;
      return;
    case 'account':
      draft.account = patch.account;
      return;
    case 'admin':
      draft.admin = patch.admin;
      return;
    case 'sharing':
      draft.sharing = patch.sharing;
      return;
    case 'presence':
      draft.presence = patch.presence;
      return;
    case 'uploads':
      draft.uploads = patch.uploads;
      return;
    case 'attachment_links':
      draft.attachment_links = indexLinks(patch.links);
      return;
    case 'public_board':
      draft.public_board = patch.public_board;
      return;
    case 'inbox_loaded':
      draft.inbox = JSON.parse(patch.inbox) as InboxView;
      return;
    case 'clock':
      draft.clock = patch.clock;
      return;
    case 'weather':
      draft.weather = patch.weather;
      return;
    case 'background':
      draft.background = patch.background;
      return;
    case 'photos':
      draft.photos = patch.photos;
      return;
    case 'pictures':
      draft.pictures = patch.pictures;
      return;
    case 'timer':
      draft.timer = patch.timer;
      return;
    case 'preferences':
      draft.preferences = patch.preferences;
      return;
    case 'stats':
      draft.stats = patch.stats;
      return;
    case 'limits':
      draft.limits = patch.limits;
      return;
    case 'sync':
      draft.sync = patch.sync;
      return;
    case 'boards_loaded':
      draft.boards_status = patch.status;
      draft.boards = JSON.parse(patch.boards) as Board[];
      return;
    case 'board_summaries':
      draft.board_summaries = JSON.parse(patch.summaries) as BoardSummary[];
      return;
    case 'board_placed': {
      const others = draft.boards.filter((board) => board.id !== patch.board.id);
      others.splice(patch.index, 0, patch.board);
      draft.boards = others;
      return;
    }
    case 'board_removed':
      draft.boards = draft.boards.filter((board) => board.id !== patch.id);
      return;
    case 'prepared_board':
      draft.prepared_board = patch.prepared_board;
      return;
    case 'history':
      draft.history = patch.history;
      return;
    case 'draft_changed':
      if (patch.text === null) draft.drafts.delete(patch.key);
      else draft.drafts.set(patch.key, patch.text);
      return;
    case 'tasks_loaded':
      draft.tasks = JSON.parse(patch.tasks) as TasksView;
      return;
    case 'task_filter_changed':
      draft.task_filter = JSON.parse(patch.task_filter) as TaskFilterView;
      return;
    case 'trash_loaded':
      draft.trash = JSON.parse(patch.trash) as TrashView;
      return;
    case 'heatmap':
      draft.heatmap = patch.heatmap;
      return;
    case 'breakdown':
      draft.breakdown = patch.breakdown;
      return;
    case 'focus_sessions_loaded':
      draft.focus_sessions = patch.focus_sessions;
      return;
    case 'focus_session_placed':
      draft.focus_sessions = withSession(draft.focus_sessions, patch.session, patch.index);
      return;
    case 'session_form':
      draft.session_form = patch.session_form;
      return;
    case 'focus_session_removed':
      draft.focus_sessions = withoutSession(draft.focus_sessions, patch.id);
      return;
    case 'saving':
      draft.is_saving = patch.is_saving;
      return;
    case 'board_opened':
    case 'board_status_changed':
    case 'open_board_changed':
    case 'list_placed':
    case 'cards_added':
    case 'list_changed':
    case 'list_removed':
    case 'card_placed':
    case 'card_changed':
    case 'card_due_changed':
    case 'card_removed':
    case 'card_details':
    case 'board_activity':
    case 'filter_changed':
    case 'card_matched':
    case 'focus_times_loaded':
    case 'focus_time_changed':
      applyBoardPatch(draft, patch);
      return;
    default:
      applyNotePatch(draft, patch);
  }
}

function withSession(view: FocusSessionsView, session: FocusSessionView, index: number): FocusSessionsView {
  const { sessions, ...rest } = withoutSession(view, session.id);
  return { ...rest, sessions: [...sessions.slice(0, index), session, ...sessions.slice(index)] };
}

function withoutSession(view: FocusSessionsView, id: Id): FocusSessionsView {
  return { ...view, sessions: view.sessions.filter((other) => other.id !== id) };
}
