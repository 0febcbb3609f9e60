import type { Id, PreparedBoardView } from '@twentyfour/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import * as common from '../../messages/common';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Select } from '../../ui/Select';
import { MoveForm, type MoveTarget } from './MoveDialog';
import { displayListName } from './text';
import type { Transfer } from './transfer';

type CopySource = Exclude<Transfer, { type: 'move_cards' }>;

interface CopyDialogProps {
  source: CopySource;
  onClose: () => void;
}

/** A dialog that copies a card or a list to a board on which the user may edit. */
export function CopyDialog({ source, onClose }: CopyDialogProps) {
  const title = source.type === 'copy_card' ? messages.copyCardTitle() : messages.copyListTitle();
  return (
    <Dialog open onClose={onClose} title={title}>
      <CopyForm source={source} onClose={onClose} />
    </Dialog>
  );
}

function CopyForm({ source, onClose }: CopyDialogProps) {
  const open_id = useMirror(({ board }) => board?.id ?? '');
  const permissions = useMirror((state) => state.permissions);
  const boards = useMirror((state) => state.boards).filter(
    ({ id, role = 'owner', is_template }) => permissions[role].can_edit && (!is_template || id === open_id),
  );
  const [board_id, setBoardId] = useState(() => (boards.find(({ id }) => id === open_id) ?? boards[0])?.id ?? '');
  const board = useMirror(({ prepared_board }) => (prepared_board?.board_id === board_id ? prepared_board : null));
  const prepare = () => {
    if (board_id !== '') dispatch({ type: 'prepare_board', board_id });
  };
  // Before the first paint, because the open board is ready at once.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `prepare` depends on the board only.
  useLayoutEffect(prepare, [board_id]);
  useEffect(
    () => () => {
      dispatch({ type: 'prepare_board', board_id: null });
    },
    [],
  );
  if (board_id === '') return <p>{messages.copyNoBoards()}</p>;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <span aria-hidden className="text-sm font-medium">
          {common.board()}
        </span>
        <Select
          label={common.board()}
          autoFocus
          className="w-full"
          value={board_id}
          options={boards.map(({ id, name }) => ({ value: id, text: name }))}
          onValueChange={setBoardId}
        />
      </div>
      {board?.status === 'ready' ? (
        <TargetForm key={board_id} source={source} board={board} onClose={onClose} />
      ) : board?.status === 'failed' ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
          <p>{messages.loadFailedTitle()}</p>
          <Button onClick={prepare}>{common.tryAgain()}</Button>
        </div>
      ) : (
        <p role="status" className="text-secondary">
          {messages.loading()}
        </p>
      )}
    </div>
  );
}

/** The list and the position of the copy on a board. */
function TargetForm({ source, board, onClose }: CopyDialogProps & { board: PreparedBoardView }) {
  const [{ targets, target_id, index }] = useState(() => targetsOf(source, board));
  if (targets.length === 0) return <p>{messages.copyNoLists()}</p>;
  return (
    <MoveForm
      targets={targets}
      target_id={target_id}
      index={index}
      hasAutoFocus={false}
      isTargetShown={source.type === 'copy_card'}
      submitText={common.copy()}
      onSubmit={(target, to) => {
        const { board_id } = board;
        const rejection = dispatch(
          source.type === 'copy_card'
            ? { type: 'copy_card', card_id: source.card_id, board_id, list_id: target, index: to }
            : { type: 'copy_list', list_id: source.list_id, board_id, index: to },
        );
        if (!rejection) onClose();
        return rejection;
      }}
    />
  );
}

/** Returns where a copy can be put, and by default: after the original, or last on another board. */
function targetsOf(source: CopySource, { board_id, lists }: PreparedBoardView): { targets: MoveTarget[]; target_id: Id; index: number } {
  const state = mirror.getState();
  const isOpen = state.board?.id === board_id;
  if (source.type === 'copy_list') {
    const target = { id: board_id, name: '', positionCount: lists.length + 1 };
    return { targets: [target], target_id: board_id, index: isOpen ? state.list_ids.indexOf(source.list_id) + 1 : lists.length };
  }
  const targets = lists.map(({ id, name, card_count }) => ({ id, name: displayListName(name), positionCount: card_count + 1 }));
  const here = isOpen ? state.lists.get(state.list_of.get(source.card_id) ?? '') : undefined;
  if (here) return { targets, target_id: here.id, index: here.card_ids.indexOf(source.card_id) + 1 };
  return { targets, target_id: lists[0]?.id ?? '', index: lists[0]?.card_count ?? 0 };
}
