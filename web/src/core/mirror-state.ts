/** The mirror's state and its initial value. */
import type {
  AccountView,
  AdminView,
  AttachmentLink,
  BackgroundView,
  Board,
  BoardPermissions,
  BoardSummary,
  BreakdownView,
  ClockView,
  FocusSessionsView,
  HeatmapView,
  HistoryView,
  Id,
  InboxView,
  InputRanges,
  LimitsView,
  LoadStatus,
  NumberRange,
  PhotosView,
  PicturesView,
  PreparedBoardView,
  PresentMember,
  Preferences,
  RolePermissions,
  SessionFormView,
  SessionView,
  SharingView,
  PublicBoardView,
  StatsView,
  SyncView,
  TaskFilterView,
  TasksView,
  TimerView,
  TrashView,
  UploadView,
  User,
  WeatherView,
} from '@twentyfour/core';
import { type BoardMirror, type MutableBoardMirror, noBoard } from './mirror-board';
import { emptyNotes, type MutableNotesMirror, type NotesMirror } from './mirror-notes';

/**
 * All state that the UI can show. The fields are those of the core's `Snapshot`, with the open board and the notes
 * indexed by id and the drafts by key.
 */
export interface Mirror extends BoardMirror, NotesMirror {
  session: SessionView;
  user: User | null;
  account: AccountView;
  admin: AdminView;
  sharing: SharingView;
  /** The other members who have the open board open. */
  presence: PresentMember[];
  uploads: UploadView[];
  /** The addresses of the attachments of the open board by id; null while they are loaded for the first time. */
  attachment_links: ReadonlyMap<Id, AttachmentLink> | null;
  public_board: PublicBoardView | null;
  inbox: InboxView;
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
  board_summaries: readonly BoardSummary[];
  /** The board that something is copied to or from; null if none is prepared. */
  prepared_board: PreparedBoardView | null;
  history: HistoryView;
  /** The unsaved input of fields, by the field's key. */
  drafts: ReadonlyMap<string, string>;
  tasks: TasksView;
  /** The filter of the Tasks page and what it shows. */
  task_filter: TaskFilterView;
  trash: TrashView;
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
  /** What each role may do on a board. */
  permissions: RolePermissions;
}

/** The mirror while patches are applied. */
export type MutableMirror = Omit<Mirror, 'drafts' | keyof BoardMirror | keyof NotesMirror> & {
  drafts: Map<string, string>;
} & MutableBoardMirror &
  MutableNotesMirror;

/** A range before the first snapshot. Fields render only after it. */
const UNKNOWN: NumberRange = { min: 0, max: 0 };

/** What a role may do before the first snapshot. */
const NOTHING: BoardPermissions = {
  can_comment: false,
  can_edit: false,
  can_edit_board: false,
  can_moderate: false,
  can_manage_members: false,
  can_delete: false,
};

/** Returns the state before the first snapshot: the specification's defaults, with the session check still running. */
export function initialMirror(): MutableMirror {
  return {
    session: { isAuthenticated: false, guest: null, loading: true, submitting: false, welcome: false, hasInvitation: false, sessionEnded: false, error: null, notice: null, features: null },
    user: null,
    account: { status: 'loading', account: null, busy: null, done: null, refused: null },
    admin: { query: null, status: 'loading', content: null, is_changing: false, is_done: false, invitation_url: null, rejection: null },
    sharing: { board_id: null, roles: [], can_leave: false, status: 'loading', invitations: [], public_link: null, changing: null, done: null, link: null, refused: null, join: null },
    presence: [],
    uploads: [],
    attachment_links: null,
    public_board: null,
    inbox: { status: 'loading', unread_count: 0, entries: [], has_more: false, more: 'ready', unsubscription: null },
    clock: { time: '', greeting: '', date: '', shows_date: false, minute: '', today: '', greetings: [] },
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
      theme: 'system',
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
      language: 'en',
      inbox_mails: 'daily',
      shortcuts: '',
      views: '',
      appearance: '',
      goals: [],
    },
    stats: {
      status: 'loading',
      focused_today: 0,
      goal_today: 0,
      total_sessions: 0,
      current_streak: 0,
      longest_streak: 0,
      recent_weeks: [],
      recent_weeks_so_far: [],
      usual_so_far: null,
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
    board_summaries: [],
    ...noBoard(),
    prepared_board: null,
    history: { undo: null, redo: null },
    drafts: new Map(),
    tasks: { status: 'loading', tasks: [] },
    task_filter: {
      filter: { board_slug: null, label: null, priority: null, includes_completed: false, only_assigned: false },
      is_restricted: false,
      groups: [],
      boards: [],
      labels: [],
    },
    trash: { status: 'loading', retention_days: 30, entries: [] },
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
    permissions: { viewer: NOTHING, commenter: NOTHING, editor: NOTHING, admin: NOTHING, owner: NOTHING },
  };
}
