/**
 * The mirror: a zustand copy of the core's view. It makes no decisions.
 *
 * Lists and cards live in Maps that are mutated in place, while a changed record or order is replaced by a new object.
 * So a component that selects one record or one order re-renders only when that changed, and moving a card costs no
 * more than the two orders it touches, however large the board is.
 */
import type {
  AccountView,
  BackgroundView,
  Board,
  BoardStatus,
  BoardView,
  BreakdownView,
  CardDetails,
  CardFilter,
  CardView,
  ClockView,
  FocusSessionsView,
  FocusSessionView,
  FocusTime,
  HeatmapView,
  HistoryView,
  Id,
  LimitsView,
  ListView,
  LoadStatus,
  NoteSummary,
  Patch,
  PhotosView,
  PicturesView,
  Preferences,
  SessionFormView,
  SessionView,
  Snapshot,
  StatsView,
  SyncView,
  TaskFilterView,
  TasksView,
  TimerView,
  TrashView,
  User,
  WeatherView,
} from '@twentyfour/core';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { applyNotePatch, indexNotes, emptyNotes, type NotesMirror } from './mirror-notes';
import { indexOf, insertId, moveId } from './ordered-ids';

/**
 * All state that the UI can show. The fields are those of the core's `Snapshot`, with the open board and the notes
 * indexed by id and the drafts by key.
 */
export interface Mirror extends NotesMirror {
  session: SessionView;
  user: User | null;
  account: AccountView;
  clock: ClockView;
  weather: WeatherView;
  background: BackgroundView;
  photos: PhotosView;
  pictures: PicturesView;
  timer: TimerView;
  preferences: Preferences;
  stats: StatsView;
  sync: SyncView;
  boards_status: LoadStatus;
  boards: readonly Board[];
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
  /** The details of the open card that its `CardView` leaves out; null if none is open. */
  open_card: CardDetails | null;
  /** The filter of the open board; null if all cards are shown. */
  filter: CardFilter | null;
  /** The ids of the cards that match the filter, in a new Set after every change; null if all cards are shown. */
  matching: ReadonlySet<Id> | null;
  history: HistoryView;
  /** The unsaved input of fields, by the field's key. */
  drafts: ReadonlyMap<string, string>;
  tasks: TasksView;
  /** The filter of the Tasks page and what it shows. */
  task_filter: TaskFilterView;
  trash: TrashView;
  /** The focus time of the open board, its lists and its cards by id; less than a minute is left out. */
  focus_times: ReadonlyMap<Id, FocusTime>;
  heatmap: HeatmapView;
  breakdown: BreakdownView;
  focus_sessions: FocusSessionsView;
  /** The form of a session, as it was checked last; null until one was opened. */
  session_form: SessionFormView | null;
  /** Whether preferences are being saved. */
  is_saving: boolean;
  /** The plan limits: for each one the sentence to show, or null if the plan includes the feature. */
  limits: LimitsView;
  /** Which numbers input fields accept. */
  ranges: InputRanges;
}

export type MirrorStore = StoreApi<Mirror>;

type Maps = {
  lists: Map<Id, ListView>;
  cards: Map<Id, CardView>;
  list_of: Map<Id, Id>;
  drafts: Map<string, string>;
  focus_times: Map<Id, FocusTime>;
  notes: Map<Id, NoteSummary>;
};
type MutableMirror = Omit<Mirror, keyof Maps> & Maps;

/** A range before the first snapshot. Fields are drawn after it. */
const UNKNOWN: NumberRange = { min: 0, max: 0 };

/** Returns the state before the first snapshot: the specification's defaults, with the session check still running. */
function initialState(): MutableMirror {
  return {
    session: { isAuthenticated: false, guest: null, loading: true, submitting: false, welcome: false, sessionEnded: false, error: null, notice: null, features: null },
    user: null,
    account: { status: 'loading', account: null, busy: null, done: null, refused: null },
    clock: { time: '', greeting: '', date: '', shows_date: false, minute: '', today: '' },
    weather: { reading: null, city: null, is_chosen: false, search: null },
    background: {
      shown: 'daily',
      image: '',
      color: null,
      is_kept: false,
      is_changing: false,
      scrims: { dark: { clock: 0, top: 0, foot: 0 }, light: { clock: 0, top: 0, foot: 0 } },
    },
    photos: { query: '', status: 'loading', photos: [], has_more: false, is_available: true, is_offered: true },
    pictures: { status: 'loading', pictures: [], is_uploading: false, refused: null },
    timer: {
      state: { minutes: 25, seconds: 0, isActive: false, isWorkSession: true, hasPreviousSession: false, endsAt: null },
      phase: 'focus',
      length: 1500,
      completed_in_round: 0,
      can_start: false,
      can_extend: false,
      can_finish: false,
      rounds: 4,
      card: null,
      overrun: null,
      shows_end_notice: false,
    },
    preferences: {
      theme: 'dark',
      focus_minutes: 25,
      short_break_minutes: 5,
      long_break_minutes: 15,
      mins_for_streak: 25,
      day_start_minutes: 0,
      time_zone: 'UTC',
      rounds: 4,
      auto_start_breaks: false,
      auto_start_focus: false,
      hour_format: '12',
      temperature_unit: 'automatic',
      focus_sound: 'default',
      ending_sound: 'ending_sound',
      volume: 50,
      background: 'daily',
      wallpaper_pages: 'every',
      goals: [],
    },
    stats: {
      status: 'loading',
      focused_today: 0,
      total_sessions: 0,
      current_streak: 0,
      longest_streak: 0,
      week: [],
      total_focused: 0,
      average_focused: 0,
      most_active_day: null,
      weeks_ago: 0,
      week_start: null,
      has_earlier_weeks: false,
      best_day: null,
    },
    sync: { unsent: 0, send_failure: null, is_live: false, is_memory_only: false, notice: null, refused: [] },
    boards_status: 'loading',
    boards: [],
    open_slug: '',
    open_status: 'closed',
    board: null,
    list_ids: [],
    lists: new Map(),
    cards: new Map(),
    list_of: new Map(),
    open_card: null,
    filter: null,
    matching: null,
    history: { undo: null, redo: null },
    drafts: new Map(),
    tasks: { status: 'loading', tasks: [] },
    task_filter: {
      filter: { board_slug: null, label: null, priority: null, includes_completed: false },
      is_restricted: false,
      groups: [],
      boards: [],
      labels: [],
    },
    trash: { status: 'loading', retention_days: 30, entries: [] },
    focus_times: new Map(),
    heatmap: { year: 0, first_year: 0, last_year: 0, focused: [], levels: [] },
    breakdown: { status: 'loading', period: 'week', boards: [], labels: [] },
    focus_sessions: { status: 'loading', sessions: [], has_more: false, more: 'ready' },
    session_form: null,
    ...emptyNotes(),
    is_saving: false,
    limits: { boards: null, backgrounds: null, pictures: null, heatmap: null, labels: null },
    ranges: {
      phase_minutes: UNKNOWN,
      rounds: UNKNOWN,
      goal_minutes: UNKNOWN,
      day_start_minutes: UNKNOWN,
      session_minutes: UNKNOWN,
      label_chars: UNKNOWN,
    },
  };
}

/** Creates a mirror with the initial state. */
export function createMirror(): MirrorStore {
  return createStore<Mirror>(initialState);
}

/** Fills the mirror from a whole snapshot, given as the core's JSON text. */
export function loadSnapshot(store: MirrorStore, json: string): void {
  const { open_board, filter, drafts, focus_times, notes, ...rest } = JSON.parse(json) as Snapshot;
  const draft: MutableMirror = {
    ...initialState(),
    ...rest,
    filter: filter.filter,
    matching: filter.matching && new Set(filter.matching),
    drafts: new Map(drafts.map(({ key, text }) => [key, text])),
    focus_times: indexFocusTimes(focus_times),
    ...indexNotes(notes),
  };
  if (open_board) loadBoard(draft, open_board);
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
    case 'board_placed': {
      const others = draft.boards.filter((board) => board.id !== patch.board.id);
      others.splice(patch.index, 0, patch.board);
      draft.boards = others;
      return;
    }
    case 'board_removed':
      draft.boards = draft.boards.filter((board) => board.id !== patch.id);
      return;
    case 'board_opened':
      loadBoard(draft, JSON.parse(patch.board) as BoardView);
      return;
    case 'board_status_changed':
      draft.open_slug = patch.slug;
      draft.open_status = patch.status;
      if (patch.status !== 'ready') clearBoard(draft);
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
      if (list) draft.lists.set(patch.id, { ...list, name: patch.name, is_collapsed: patch.is_collapsed });
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
    case 'filter_changed':
      draft.filter = patch.filter;
      draft.matching = patch.matching === null ? null : new Set(JSON.parse(patch.matching) as Id[]);
      return;
    case 'card_matched':
      setCardMatch(draft, patch.id, patch.fits);
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
    case 'focus_times_loaded':
      draft.focus_times = indexFocusTimes(JSON.parse(patch.focus_times) as FocusTime[]);
      return;
    case 'focus_time_changed': {
      const { focus_time } = patch;
      if (focus_time.focused > 0) draft.focus_times.set(focus_time.id, focus_time);
      else draft.focus_times.delete(focus_time.id);
      return;
    }
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
    default:
      applyNotePatch(draft, patch);
  }
}

/** Replaces the contents of the open board. */
function loadBoard(draft: MutableMirror, view: BoardView): void {
  draft.board = view.board;
  draft.list_ids = view.lists.map(({ id }) => id);
  draft.lists = new Map(view.lists.map((list) => [list.id, list]));
  draft.cards = new Map(view.cards.map((card) => [card.id, card]));
  draft.list_of = new Map(view.lists.flatMap((list) => list.card_ids.map((id): [Id, Id] => [id, list.id])));
}

/** Indexes focus times by id, leaving out zeros. */
function indexFocusTimes(focus_times: readonly FocusTime[]): Map<Id, FocusTime> {
  return new Map(focus_times.filter(({ focused }) => focused > 0).map((sum) => [sum.id, sum]));
}

function withSession(view: FocusSessionsView, session: FocusSessionView, index: number): FocusSessionsView {
  const { sessions, ...rest } = withoutSession(view, session.id);
  return { ...rest, sessions: [...sessions.slice(0, index), session, ...sessions.slice(index)] };
}

function withoutSession(view: FocusSessionsView, id: Id): FocusSessionsView {
  return { ...view, sessions: view.sessions.filter((other) => other.id !== id) };
}

function clearBoard(draft: MutableMirror): void {
  draft.board = null;
  draft.list_ids = [];
  draft.lists = new Map();
  draft.cards = new Map();
  draft.list_of = new Map();
  draft.open_card = null;
  draft.filter = null;
  draft.matching = null;
  draft.focus_times = new Map();
}

function setCardMatch(draft: MutableMirror, id: Id, fits: boolean): void {
  if (!draft.matching || draft.matching.has(id) === fits) return;
  const matching = new Set(draft.matching);
  if (fits) matching.add(id);
  else matching.delete(id);
  draft.matching = matching;
}

function placeList(draft: MutableMirror, patch: Extract<Patch, { type: 'list_placed' }>): void {
  if (patch.list) {
    draft.lists.set(patch.id, patch.list);
    for (const id of patch.list.card_ids) draft.list_of.set(id, patch.id);
  }
  if (draft.lists.has(patch.id)) draft.list_ids = moveId(draft.list_ids, patch.id, patch.from_index, patch.index);
}

function placeCard(draft: MutableMirror, patch: Extract<Patch, { type: 'card_placed' }>): void {
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

function removeFromList(draft: MutableMirror, id: Id, list_id: Id, hint: number | null): void {
  const list = draft.lists.get(list_id);
  const from = list ? indexOf(list.card_ids, id, hint) : -1;
  if (!list || from === -1) return;
  const card_ids = list.card_ids.slice();
  card_ids.splice(from, 1);
  draft.lists.set(list_id, { ...list, card_ids });
}
