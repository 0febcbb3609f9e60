/** What the module of the finder understands of a line of text that becomes a card (`finder/src/quick_add`). */
import type { Id, Priority, Recurrence } from '@twentyfour/core';

/** A board or a list, or a member. */
interface Named {
  id: string;
  name: string;
}

/** A range of the line in UTF-16 code units. */
export interface LineRange {
  start: number;
  end: number;
}

/** What the meaning of a line depends on. */
export interface QuickAddContext {
  /** The local time, `2026-03-03T09:00`. */
  now: string;
  /** The day on which the card is due if the line names none; null for none. */
  due_day: string | null;
  /** 1 (Monday) to 7 (Sunday). */
  week_start: number;
  /** Whether 5/12 is the 5th of December. */
  is_day_first: boolean;
  /** The boards to which cards can be added; `lists` is null while a board's lists are not known. */
  boards: readonly (Named & { lists: readonly Named[] | null })[];
  /** The labels of the chosen board. */
  labels: readonly string[];
  /** The members of the chosen board. */
  members: readonly Named[];
  /** The user, whom `@me` means; null for a guest. */
  user_id: string | null;
  /** What the user has turned back into text. */
  ignored: readonly LineRange[];
}

export type TokenKind = 'due' | 'recurrence' | 'priority' | 'board' | 'label' | 'assignee' | 'estimate' | 'escape';

/** A part of the line that was understood. An `escape` is a backslash. */
export interface Token {
  kind: TokenKind;
  range: LineRange;
}

/** The card that a line means. */
export interface QuickCard {
  title: string;
  due_date: string | null;
  recurrence: Recurrence | null;
  priority: Priority | null;
  board_id: Id | null;
  list_id: Id | null;
  labels: string[];
  assignee_ids: Id[];
  estimate_minutes: number | null;
  /** In the order of the line. */
  tokens: Token[];
}

/** Returns the card of a line of which nothing is understood. */
export function plainCard(line: string): QuickCard {
  return {
    title: line.trim(), due_date: null, recurrence: null, priority: null, board_id: null, list_id: null, labels: [], assignee_ids: [],
    estimate_minutes: null, tokens: [],
  };
}
