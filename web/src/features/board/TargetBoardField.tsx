import { type ReactNode, useId } from 'react';
import * as messages from '../../messages/board';
import * as common from '../../messages/common';
import { Button } from '../../ui/Button';
import { LabeledSelect } from '../../ui/LabeledSelect';
import type { TargetBoard } from './useTargetBoard';

interface TargetBoardFieldProps {
  target: TargetBoard;
  /** Whether the field is shown although there is just one board. */
  isAlwaysShown?: boolean;
  hasAutoFocus?: boolean;
  /** What is shown below once the chosen board is loaded. */
  children: ReactNode;
}

/** The field for the board to which something is moved or copied. */
export function TargetBoardField({ target, isAlwaysShown = false, hasAutoFocus = false, children }: TargetBoardFieldProps) {
  const { boards, board_id, choose, status, retry, isOffline } = target;
  const hintId = useId();
  if (board_id === '') return <p>{messages.copyNoBoards()}</p>;
  return (
    <>
      {(isAlwaysShown || boards.length > 1) && (
        <LabeledSelect
          label={common.board()}
          aria-describedby={isOffline ? hintId : undefined}
          autoFocus={hasAutoFocus}
          value={board_id}
          options={boards.map(({ id, name }) => ({ value: id, text: name }))}
          onValueChange={choose}
        />
      )}
      {isOffline && (
        <p id={hintId} className="text-sm text-secondary">
          {messages.targetOffline()}
        </p>
      )}
      {status === 'loading' ? (
        <p role="status" className="text-secondary">
          {messages.loading()}
        </p>
      ) : status === 'failed' ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
          <p>{messages.loadFailedTitle()}</p>
          <Button onClick={retry}>{common.tryAgain()}</Button>
        </div>
      ) : (
        children
      )}
    </>
  );
}
