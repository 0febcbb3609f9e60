/** Test support: a stand-in for the core that keeps the intents it gets and says what it is told to say. */
import type { Intent, Patch, Rejection, Snapshot, UiEffect } from '@twentyfour/core';
import { act } from '@testing-library/react';
import { connectCore } from './client';
import { createMirror } from './mirror';

export interface FakeCore {
  /** Every intent that came, in order. */
  readonly intents: Intent[];
  /** What `dispatch` answers from now on. */
  answer: (intent: Intent) => Rejection | null;
  /** Lets the core speak, as it does after an intent, an answer of the server or an alarm. */
  say(patches: Patch[], effects?: UiEffect[]): void;
}

/** A whole snapshot: the state before the core has spoken, signed in, with the given fields instead. */
export function snapshot(fields: Partial<Snapshot> = {}): Snapshot {
  const { board: _board, list_ids: _listIds, lists: _lists, cards: _cards, list_of: _listOf, boards, ...rest } = createMirror().getState();
  return {
    ...rest,
    session: { ...rest.session, loading: false, isAuthenticated: true },
    boards: [...boards],
    open_board: null,
    ...fields,
  };
}

/** Connects a stand-in to this page's mirror. */
export function startFakeCore(fields: Partial<Snapshot> = {}): FakeCore {
  let listener: ((update: { patches: Patch[]; effects: UiEffect[] }) => void) | null = null;
  const fake: FakeCore = {
    intents: [],
    answer: () => null,
    say: (patches, effects = []) => act(() => listener?.({ patches, effects })),
  };
  connectCore({
    snapshot: () => JSON.stringify(snapshot(fields)),
    dispatch: (intent) => {
      fake.intents.push(intent);
      return fake.answer(intent);
    },
    subscribe: (callback) => {
      listener = callback;
      return () => {
        listener = null;
      };
    },
  });
  return fake;
}
