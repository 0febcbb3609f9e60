/** Where a dialog can put what it copies or moves, and the intent that does it. */
import type { Id, Intent } from '@twentyfour/core';
import { mirror } from '../../core/client';
import type { MoveTarget } from './MoveForm';
import { displayListName } from './text';
import { isCopy, type Transfer } from './transfer';
import type { TargetBoard } from './useTargetBoard';

type ChosenBoard = Pick<TargetBoard, 'board_id' | 'isOpen' | 'lists'>;

interface Targets {
  targets: MoveTarget[];
  /** The target and the index that are chosen at first. */
  target_id: Id;
  index: number;
}

/**
 * Returns where something can be put on a board, and by default: where it is, after the original of a copy, or last on
 * another board. Positions count all cards, including those hidden by a filter.
 */
export function targetsOf(transfer: Transfer, board: ChosenBoard): Targets {
  const { board_id, isOpen, lists } = board;
  if ('card_id' in transfer) return cardTargets(transfer.card_id, isCopy(transfer), board);
  if (transfer.type === 'move_cards') return otherLists(board, transfer.list_id);
  if (!isOpen) return { targets: [{ id: board_id, name: '', positionCount: lists.length + 1 }], target_id: board_id, index: lists.length };
  const added = isCopy(transfer) ? 1 : 0;
  const index = mirror.getState().list_ids.indexOf(transfer.list_id) + added;
  return { targets: [{ id: board_id, name: '', positionCount: lists.length + added }], target_id: board_id, index };
}

/** Returns the lists of a board apart from one, and by default the end of the first. */
function otherLists({ lists }: ChosenBoard, list_id: Id | null): Targets {
  const targets = lists
    .filter(({ id }) => id !== list_id)
    .map(({ id, name, card_count }) => ({ id, name: displayListName(name), positionCount: card_count + 1 }));
  return { targets, target_id: targets[0]?.id ?? '', index: (targets[0]?.positionCount ?? 1) - 1 };
}

function cardTargets(card_id: Id, isCopied: boolean, board: ChosenBoard): Targets {
  const { lists, list_of } = mirror.getState();
  const all = otherLists(board, null);
  const own = board.isOpen ? lists.get(list_of.get(card_id) ?? '') : undefined;
  if (!own) return all;
  const index = own.card_ids.indexOf(card_id);
  if (isCopied) return { ...all, target_id: own.id, index: index + 1 };
  const targets = all.targets.map((one) => (one.id === own.id ? { ...one, positionCount: one.positionCount - 1 } : one));
  return { targets, target_id: own.id, index };
}

/** Returns the intent that copies or moves something to a target of a board. */
export function transferIntent(transfer: Transfer, { board_id, isOpen }: ChosenBoard, target_id: Id, index: number): Intent {
  switch (transfer.type) {
    case 'copy_card':
      return { type: 'copy_card', card_id: transfer.card_id, board_id, list_id: target_id, index };
    case 'copy_list':
      return { type: 'copy_list', list_id: transfer.list_id, board_id, index };
    case 'move_list':
      if (isOpen) return { type: 'move_list', list_id: transfer.list_id, index };
      return { type: 'move_list_to_board', list_id: transfer.list_id, board_id, index };
    case 'move_card':
      if (isOpen) return { type: 'move_card', card_id: transfer.card_id, list_id: target_id, index };
      return { type: 'move_cards_to_board', card_ids: [transfer.card_id], board_id, list_id: target_id, index };
    case 'move_cards': {
      const { lists } = mirror.getState();
      const card_ids = [...(lists.get(transfer.list_id)?.card_ids ?? [])];
      if (!isOpen) return { type: 'move_cards_to_board', card_ids, board_id, list_id: target_id, index };
      const before = lists.get(target_id)?.card_ids[index] ?? null;
      return { type: 'change_cards', card_ids, change: { type: 'move', list_id: target_id, before } };
    }
    default:
      return transfer satisfies never;
  }
}
