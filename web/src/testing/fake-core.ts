/**
 * Test support: a fake core that records intents and emits the patches that a test gives it. It is for tests of the
 * mirror itself and for states that are hard to reach, such as a crash; other tests use the real core (`real-core.ts`).
 */
import type { Board, BoardPermissions, CardDetails, CardView, Intent, NoteSummary, NoteView, Patch, Rejection, Snapshot, UiEffect, User } from '@twentyfour/core';
import { act } from '@testing-library/react';
import { connectCore } from '../core/client';
import { createMirror } from '../core/mirror';

export interface FakeCore {
  /** All dispatched intents, in order. */
  readonly intents: Intent[];
  /** Decides what `dispatch` returns from now on. */
  reject: (intent: Intent) => Rejection | null;
  /** Emits patches and effects, as the core does after an intent, a response or an alarm. */
  emit(patches: Patch[], effects?: UiEffect[]): void;
}

/** Returns an otherwise empty card view with the given fields. */
export function cardView(fields: Partial<CardView> & { id: string }): CardView {
  return {
    title: fields.id,
    has_description: false,
    priority: 'low',
    due_date: null,
    due_status: null,
    labels: [],
    subtasks: 0,
    subtasks_done: 0,
    comments: 0,
    reminders: 0,
    assignee_ids: [],
    ...fields,
  };
}

/** Returns otherwise empty card details with the given fields. */
export function cardDetails(fields: Partial<CardDetails> & { id: string }): CardDetails {
  return {
    description: '',
    created_at: '2026-03-01T08:00:00.000Z',
    completed_at: null,
    subtasks: [],
    comments: [],
    reminders: [],
    activity_status: 'loading',
    activity: [],
    ...fields,
  };
}

/** Returns a board record with the given fields. */
export function boardRecord(fields: Partial<Board> & { id: string }): Board {
  return {
    slug: `board-${fields.id}`,
    name: `Board ${fields.id}`,
    description: '',
    color: null,
    image: null,
    favorite: false,
    label_colors: [],
    trashed_at: null,
    role: 'owner',
    members: [],
    ...fields,
  };
}

/** Returns an otherwise empty note summary with the given fields. */
export function noteSummary(fields: Partial<NoteSummary> & { id: string }): NoteSummary {
  return {
    title: '',
    snippet: '',
    edited_at: '2026-03-01T08:00:00.000Z',
    pinned_at: null,
    trashed_at: null,
    days_left: null,
    has_apart: false,
    ...fields,
  };
}

/** Returns a loaded, otherwise empty note view with the given fields. */
export function noteView(fields: Partial<NoteView> & { id: string }): NoteView {
  return { status: 'ready', document: '', edition: 0, apart: [], versions: null, shown_version: null, ...fields };
}

/** Returns a user who has just signed up and confirmed their email, with the given fields. */
export function userRecord(fields: Partial<User> = {}): User {
  return {
    id: '1',
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.com',
    date_joined: '2026-03-03T08:30:00.000Z',
    last_login: null,
    is_verified: true,
    is_admin: false,
    focus_streak: 0,
    longest_focus_streak: 0,
    total_time: 0,
    mins_for_streak: 25,
    user_type: 'basic',
    is_limited: false,
    delete_at: null,
    ...fields,
  };
}

/** What the owner of a board may do. */
const EVERYTHING: BoardPermissions = {
  can_comment: true,
  can_edit: true,
  can_edit_board: true,
  can_moderate: true,
  can_manage_members: true,
  can_delete: true,
};

/** Returns a snapshot of the initial state with a logged-in session, overridden by the given fields. */
export function snapshot(fields: Partial<Snapshot> = {}): Snapshot {
  const { board: _board, list_ids: _listIds, lists: _lists, cards: _cards, list_of: _listOf, unloaded_cards: _unloadedCards, ...shown } = createMirror().getState();
  const { boards, board_summaries, filter, matching, drafts, focus_times, attachment_links, notes, notes_status, note_order, open_note, ...rest } = shown;
  return {
    ...rest,
    session: { ...rest.session, loading: false, isAuthenticated: true },
    boards: [...boards],
    board_summaries: [...board_summaries],
    open_board: null,
    filter: { filter, matching: matching && [...matching] },
    permissions: { ...rest.permissions, owner: EVERYTHING },
    drafts: [...drafts].map(([key, text]) => ({ key, text })),
    focus_times: [...focus_times.values()],
    attachment_links: attachment_links && [...attachment_links.values()],
    notes: { status: notes_status, notes: [...notes.values()], order: note_order, open: open_note },
    ...fields,
  };
}

/** Connects a fake core to this page's mirror. */
export function connectFakeCore(fields: Partial<Snapshot> = {}): FakeCore {
  let listener: ((update: { patches: Patch[]; effects: UiEffect[] }) => void) | null = null;
  const fake: FakeCore = {
    intents: [],
    reject: () => null,
    emit: (patches, effects = []) => act(() => listener?.({ patches, effects })),
  };
  connectCore({
    snapshot: () => JSON.stringify(snapshot(fields)),
    dispatch: (intent) => {
      fake.intents.push(intent);
      return fake.reject(intent);
    },
    hold_file: () => 1,
    hold_read: () => undefined,
    hold_response: () => undefined,
    subscribe: (callback) => {
      listener = callback;
      return () => {
        listener = null;
      };
    },
  });
  return fake;
}
