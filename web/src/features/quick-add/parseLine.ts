/** Parses the line with what is known of the boards, the labels and the members. */
import type { Board } from '@twentyfour/core';
import type { Finder } from '../../core/finder';
import type { Mirror } from '../../core/mirror-state';
import { plainCard, type QuickCard } from '../../core/quick-add';
import { LOCALE } from '../../messages/format';
import { dateOrder } from '../../platform/format/date-order';
import { memberName } from '../../shell/memberName';
import type { Line } from './line';

/** The boards to which a line can add a card. */
export interface Places {
  boards: readonly Board[];
  /** The board of lines that name none. */
  board: Board | undefined;
}

interface Known extends Pick<Mirror, 'prepared_board' | 'session' | 'user'> {
  minute: string;
  /** The day of lines that name none; null for none. */
  due_day: string | null;
}

/** Returns the labels of a board, sorted: those with a color, and those of its cards. */
export function labelsOf({ id, label_colors }: Board, finder: Finder | null): string[] {
  const labels = new Set([...label_colors.map(({ label }) => label), ...(finder?.labels(id) ?? [])]);
  return [...labels].toSorted((a, b) => a.localeCompare(b, LOCALE));
}

/** Returns the card that a line means. Until the finder is loaded, nothing is understood. */
export function parseLine({ text, ignored }: Line, { boards, board }: Places, { prepared_board, session, user, minute, due_day }: Known, finder: Finder | null): QuickCard {
  if (!finder) return { ...plainCard(text), due_date: due_day };
  const { firstDay, isDayFirst } = dateOrder();
  const parse = (owner: Board | undefined) =>
    finder.quickAdd(text, {
      now: minute,
      due_day,
      week_start: firstDay,
      is_day_first: isDayFirst,
      boards: boards.map(({ id, name }) => {
        const isReady = prepared_board?.board_id === id && prepared_board.status === 'ready';
        return { id, name, lists: isReady ? prepared_board.lists.map((list) => ({ id: list.id, name: list.name })) : null };
      }),
      labels: owner ? labelsOf(owner, finder) : [],
      members: (owner?.members ?? []).map((member) => ({ id: member.user_id, name: memberName(member) })),
      user_id: session.guest === null ? (user?.id ?? null) : null,
      ignored,
    });
  const card = parse(board);
  if (card.board_id === null || card.board_id === board?.id) return card;
  // Labels and members are those of the board that the line names.
  return parse(boards.find(({ id }) => id === card.board_id));
}
