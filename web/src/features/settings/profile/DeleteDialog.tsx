import type { Board, BoardDecision, ErrorCode, Id } from '@twentyfour/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/settings_profile';
import { memberName } from '../../../shell/memberName';
import { Legend } from '../../../ui/Legend';
import { Select } from '../../../ui/Select';
import { AccountDialog } from './AccountDialog';
import { CURRENT_PASSWORD_ERROR_FIELDS, currentPasswordField } from './passwordField';

/** The choice to delete a board with the account. Every other choice is the id of the new owner. */
const DELETE = 'delete';

interface DeleteDialogProps {
  hasPassword: boolean;
  onClose: () => void;
  getCloseFocusTarget: () => HTMLElement | null;
}

/** The dialog that confirms the deletion of the account, and asks what becomes of each shared board that the user owns. */
export function DeleteDialog({ hasPassword, onClose, getCloseFocusTarget }: DeleteDialogProps) {
  const boards = useMirror((mirror) => mirror.boards);
  const shared = useMemo(() => boards.filter(({ role, members }) => role === 'owner' && (members?.length ?? 0) > 1), [boards]);
  const [choices, setChoices] = useState<Record<Id, string>>({});
  useEffect(() => {
    dispatch({ type: 'load_boards' });
  }, []);
  // Somebody may have joined a board since the list was loaded.
  const reload = useCallback((code: ErrorCode) => {
    if (code === 'shared_boards_undecided' || code === 'not_found') dispatch({ type: 'load_boards' });
  }, []);
  return (
    <AccountDialog
      title={messages.deleteConfirmTitle()}
      description={messages.deleteConfirmDetails()}
      action="delete"
      fields={hasPassword ? [currentPasswordField()] : []}
      errorFieldOf={(code) => CURRENT_PASSWORD_ERROR_FIELDS[code]}
      intent={({ password = '' }) => ({ type: 'delete_account', password, boards: decisionsOf(shared, choices) })}
      submitLabel={messages.deleteAccount()}
      variant="danger"
      onClose={onClose}
      onDone={onClose}
      onRejected={reload}
      getCloseFocusTarget={getCloseFocusTarget}
    >
      {() =>
        shared.length > 0 && (
          <fieldset>
            <Legend className="mb-1 block font-medium">{messages.deleteShared()}</Legend>
            <p className="mb-2 text-sm text-secondary">{messages.deleteSharedHint()}</p>
            <ul className="flex flex-col gap-2">
              {shared.map((board) => (
                <SharedBoard
                  key={board.id}
                  board={board}
                  choice={choices[board.id] ?? ''}
                  onChoice={(choice) => setChoices({ ...choices, [board.id]: choice })}
                />
              ))}
            </ul>
          </fieldset>
        )
      }
    </AccountDialog>
  );
}

/** Returns the decisions about those boards that have one. */
function decisionsOf(boards: readonly Board[], choices: Record<Id, string>): BoardDecision[] {
  return boards.flatMap(({ id, members }) => {
    const choice = choices[id];
    if (choice === DELETE) return [{ board_id: id, new_owner_id: null }];
    // The chosen member may have left meanwhile.
    return members?.some(({ user_id }) => user_id === choice) ? [{ board_id: id, new_owner_id: choice ?? null }] : [];
  });
}

interface SharedBoardProps {
  board: Board;
  choice: string;
  onChoice: (choice: string) => void;
}

function SharedBoard({ board: { name, members = [] }, choice, onChoice }: SharedBoardProps) {
  const others = members.filter(({ role }) => role !== 'owner');
  const options = [
    { value: '', text: messages.deleteSharedChoose() },
    ...others.map((member) => ({ value: member.user_id, text: messages.deleteSharedPass({ name: memberName(member) }) })),
    { value: DELETE, text: messages.deleteSharedDelete() },
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span title={name} dir="auto" className="min-w-0 flex-1 basis-32 truncate">
        {name}
      </span>
      <Select
        label={messages.deleteSharedChoice({ board: name })}
        value={options.some(({ value }) => value === choice) ? choice : ''}
        options={options}
        onValueChange={onChoice}
        className="min-w-0 max-sm:w-full sm:max-w-60"
      />
    </li>
  );
}
