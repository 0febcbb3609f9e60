import { useState } from 'react';
import { dispatch } from '../../core/client';
import * as messages from '../../messages/board';
import * as common from '../../messages/common';
import { Dialog } from '../../ui/Dialog';
import { usePreviousFocus } from '../../ui/focus';
import { boardFocus, focusCard, focusStop } from './boardFocus';
import { MoveForm } from './MoveForm';
import { TargetBoardField } from './TargetBoardField';
import { isCopy, type Transfer } from './transfer';
import { targetsOf, transferIntent } from './transferTargets';
import { type TargetBoard, useTargetBoard } from './useTargetBoard';

const TITLES: Record<Transfer['type'], () => string> = {
  copy_card: messages.copyCardTitle,
  copy_list: messages.copyListTitle,
  move_card: messages.moveCardTitle,
  move_list: messages.moveListTitle,
  move_cards: messages.moveCardsTitle,
};

interface TransferDialogProps {
  transfer: Transfer;
  onClose: () => void;
}

/** A dialog that copies or moves a card or a list to a position on a board on which the user may edit. */
export function TransferDialog({ transfer, onClose }: TransferDialogProps) {
  const findPreviousFocus = usePreviousFocus(true);
  /** Returns what gets the focus if the opener is gone: the card is another element in another list. */
  const getCloseFocusTarget = () => {
    const previous = findPreviousFocus();
    if (previous && previous !== document.body) return previous;
    return 'card_id' in transfer ? focusCard(transfer.card_id) : focusStop(boardFocus.getState());
  };
  return (
    <Dialog open onClose={onClose} title={TITLES[transfer.type]()} getCloseFocusTarget={getCloseFocusTarget}>
      <TransferForm transfer={transfer} onClose={onClose} />
    </Dialog>
  );
}

function TransferForm({ transfer, onClose }: TransferDialogProps) {
  const target = useTargetBoard();
  // Most moves of cards stay on the board.
  const [isBoardFirst, setIsBoardFirst] = useState(isCopy(transfer) || (transfer.type === 'move_list' && target.boards.length > 1));
  const choose = (board_id: string) => {
    setIsBoardFirst(true);
    target.choose(board_id);
  };
  return (
    <div className="flex flex-col gap-5">
      <TargetBoardField target={{ ...target, choose }} isAlwaysShown={isCopy(transfer)} hasAutoFocus={isBoardFirst}>
        <PositionForm key={target.board_id} transfer={transfer} board={target} hasAutoFocus={!isBoardFirst} onClose={onClose} />
      </TargetBoardField>
    </div>
  );
}

interface PositionFormProps extends TransferDialogProps {
  board: TargetBoard;
  hasAutoFocus: boolean;
}

/** The list and the position on a board. */
function PositionForm({ transfer, board, hasAutoFocus, onClose }: PositionFormProps) {
  // Read once, so that changes of the board do not affect the user's choice.
  const [{ targets, target_id, index }] = useState(() => targetsOf(transfer, board));
  if (targets.length === 0) return <p>{messages.copyNoLists()}</p>;
  return (
    <MoveForm
      targets={targets}
      target_id={target_id}
      index={index}
      hasAutoFocus={hasAutoFocus}
      isTargetShown={transfer.type !== 'copy_list' && transfer.type !== 'move_list'}
      submitText={isCopy(transfer) ? common.copy() : messages.moveSubmit()}
      onSubmit={(chosen, to) => {
        const rejection = dispatch(transferIntent(transfer, board, chosen, to));
        if (!rejection) onClose();
        return rejection;
      }}
    />
  );
}
