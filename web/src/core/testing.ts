/** Test support: a stand-in for the core that keeps the intents it gets and says what it is told to say. */
import type { Board, CardDetails, CardView, Intent, NoteSummary, NoteView, Patch, Rejection, Snapshot, UiEffect, User } from '@twentyfour/core';
import { act } from '@testing-library/react';
import { connectCore } from './client';
import { createMirror } from './mirror';

export interface FakeCore {
  /** Every intent that came, in order. */
  readonly intents: Intent[];
  /** What `dispatch` answers from now on. */
  reject: (intent: Intent) => Rejection | null;
  /** Lets the core speak, as it does after an intent, an answer of the server or an alarm. */
  emit(patches: Patch[], effects?: UiEffect[]): void;
}

/** A card as its board shows it, with nothing on it but the given fields. */
export function cardView(fields: Partial<CardView> & { id: string }): CardView {
  return {
    title: fields.id,
    has_description: false,
    priority: 'low',
    due_date: null,
    labels: [],
    subtasks: 0,
    subtasks_done: 0,
    comments: 0,
    reminders: 0,
    ...fields,
  };
}

/** An open card, with nothing on it but the given fields. */
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

/** A board's record, with the given fields. */
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
    ...fields,
  };
}

/** A note as the list shows it, with nothing in it but the given fields. */
export function noteSummary(fields: Partial<NoteSummary> & { id: string }): NoteSummary {
  return {
    title: '',
    snippet: '',
    edited_at: '2026-03-01T08:00:00.000Z',
    pinned_at: null,
    trashed_at: null,
    has_apart: false,
    ...fields,
  };
}

/** An open note that is there and empty, but for the given fields. */
export function noteView(fields: Partial<NoteView> & { id: string }): NoteView {
  return { status: 'ready', document: '', edition: 0, apart: [], versions: null, shown_version: null, ...fields };
}

/** Somebody who has just signed up and confirmed their email, with the given fields. */
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

/** A whole snapshot: the state before the core has spoken, signed in, with the given fields instead. */
export function snapshot(fields: Partial<Snapshot> = {}): Snapshot {
  const { board: _board, list_ids: _listIds, lists: _lists, cards: _cards, list_of: _listOf, ...shown } = createMirror().getState();
  const { boards, filter, matching, drafts, focus_times, notes, notes_status, note_order, open_note, ...rest } = shown;
  return {
    ...rest,
    session: { ...rest.session, loading: false, isAuthenticated: true },
    boards: [...boards],
    open_board: null,
    filter: { filter, matching: matching && [...matching] },
    drafts: [...drafts].map(([key, text]) => ({ key, text })),
    focus_times: [...focus_times.values()],
    notes: { status: notes_status, notes: [...notes.values()], order: note_order, open: open_note },
    ...fields,
  };
}

/** Connects a stand-in to this page's mirror. */
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
    subscribe: (callback) => {
      listener = callback;
      return () => {
        listener = null;
      };
    },
  });
  return fake;
}
