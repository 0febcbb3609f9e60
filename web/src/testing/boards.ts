/** Test support: boards made by intents. */
import type { Board, CardEdit, Id, ItemEdit, Priority } from '@twentyfour/core';
import type { RealCore } from './real-core';

/** A card to add; the title alone for a card without anything else. */
export interface CardSeed {
  title: string;
  priority?: Priority;
  due_date?: string;
  labels?: string[];
  description?: string;
  subtasks?: (string | { title: string; isDone: boolean })[];
  comments?: string[];
  /** In minutes before the card is due. */
  reminders?: number[];
  estimate_minutes?: number;
}

export interface BoardSeed {
  name: string;
  description?: string;
  color?: string;
  image?: string;
  favorite?: boolean;
  /** The cards of each list, by the list's name. */
  lists?: Record<string, (string | CardSeed)[]>;
}

export interface AddedBoard {
  board: Board;
  /** The ids of the lists by name. */
  lists: Record<string, Id>;
  /** The ids of the cards by title. */
  cards: Record<string, Id>;
}

/** Adds a board with its lists and cards, as a user would, and leaves it closed. */
export async function addBoard(core: RealCore, { name, lists = {}, ...seed }: BoardSeed): Promise<AddedBoard> {
  const before = new Set(core.state().boards.map(({ id }) => id));
  core.do({ type: 'add_board', name });
  const added = core.state().boards.find(({ id }) => !before.has(id));
  if (!added) throw new Error(`the board ${name} was not added`);
  const { id: board_id, slug } = added;
  const { description, color, image, favorite } = seed;
  if (description !== undefined) core.do({ type: 'edit_board', board_id, edits: [{ field: 'description', value: description }] });
  if (color !== undefined) core.do({ type: 'edit_board', board_id, edits: [{ field: 'color', value: color }] });
  if (image !== undefined) core.do({ type: 'edit_board', board_id, edits: [{ field: 'image', value: image }] });
  if (favorite !== undefined) core.do({ type: 'edit_board', board_id, edits: [{ field: 'favorite', value: favorite }] });
  core.do({ type: 'open_board', slug });
  await core.settle();
  const result: AddedBoard = { board: added, lists: {}, cards: {} };
  for (const [list, cards] of Object.entries(lists)) {
    core.do({ type: 'add_list', name: list });
    const list_id = core.state().open_board?.lists.at(-1)?.id ?? '';
    result.lists[list] = list_id;
    for (const card of cards) {
      const fields = typeof card === 'string' ? { title: card } : card;
      result.cards[fields.title] = addCard(core, list_id, fields);
    }
  }
  core.do({ type: 'close_board' });
  await core.settle();
  result.board = core.state().boards.find(({ id }) => id === board_id) ?? added;
  return result;
}

/** Adds a card to the end of a list of the open board, and returns its id. */
export function addCard(core: RealCore, list_id: Id, { title, ...fields }: CardSeed): Id {
  core.do({ type: 'add_card', list_id, title, priority: 'low' });
  const card_id = core.state().open_board?.lists.find(({ id }) => id === list_id)?.card_ids.at(-1) ?? '';
  const edits: CardEdit[] = [];
  if (fields.description !== undefined) edits.push({ field: 'description', value: fields.description });
  if (fields.due_date !== undefined) edits.push({ field: 'due_date', value: fields.due_date });
  if (fields.labels !== undefined) edits.push({ field: 'labels', value: fields.labels });
  if (fields.priority !== undefined) edits.push({ field: 'priority', value: fields.priority });
  if (fields.estimate_minutes !== undefined) edits.push({ field: 'estimate', value: fields.estimate_minutes });
  if (edits.length > 0) core.do({ type: 'edit_card', card_id, edits });
  const { subtasks = [], comments = [], reminders = [] } = fields;
  for (const subtask of subtasks) {
    const { title: text, isDone } = typeof subtask === 'string' ? { title: subtask, isDone: false } : subtask;
    core.do({ type: 'add_subtask', card_id, title: text });
    if (!isDone) continue;
    core.do({ type: 'open_card', card_id });
    const item_id = core.state().open_card?.subtasks.at(-1)?.id ?? '';
    core.do({ type: 'edit_item', item_id, edit: { field: 'done', value: true } satisfies ItemEdit }, { type: 'close_card' });
  }
  for (const text of comments) core.do({ type: 'add_comment', card_id, text });
  for (const minutes_before of reminders) core.do({ type: 'add_reminder', card_id, minutes_before });
  return card_id;
}
