import type { PreparedList } from '@twentyfour/core';
import { useId, useState } from 'react';
import * as boardMessages from '../../../messages/board';
import * as messages from '../../../messages/selection';
import { TargetBoardField } from '../TargetBoardField';
import { displayListName } from '../text';
import { type TargetBoard, useTargetBoard } from '../useTargetBoard';
import { PickerList } from './PickerList';
import { PickerPopover } from './PickerPopover';
import type { OnPick, PickerProps, Share } from './types';

/** The end of a list to which cards are moved. */
export type ListEnd = 'top' | 'bottom';

const ENDS: Record<ListEnd, () => string> = { top: messages.moveTop, bottom: messages.moveBottom };

interface MovePickerProps extends PickerProps {
  /** How many of the cards are in a list. */
  shareOf: (list_id: string) => Share;
  onChange: OnPick<[board: TargetBoard, list: PreparedList, to: ListEnd]>;
}

/** A picker for the list to which cards are moved, on the open board or on another one. */
export function MovePicker({ shareOf, onChange, ...picker }: MovePickerProps) {
  const name = useId();
  const target = useTargetBoard();
  const [hasChosenBoard, setHasChosenBoard] = useState(false);
  const [end, setEnd] = useState<ListEnd>('bottom');
  const [error, setError] = useState<string | null>(null);
  const choose = (board_id: string) => {
    setHasChosenBoard(true);
    setError(null);
    target.choose(board_id);
  };
  const pick = (list: PreparedList | undefined) => {
    if (!list) return;
    const rejection = onChange(target, list, end);
    setError(rejection?.message ?? null);
    if (!rejection) picker.onClose();
  };
  return (
    <PickerPopover label={messages.moveTo()} {...picker}>
      <div className="flex flex-col gap-2">
        <TargetBoardField target={{ ...target, choose }}>
          <div>
            <PickerList
              key={target.board_id}
              label={messages.moveTo()}
              filterLabel={messages.listsFilter()}
              hasAutoFocus={!hasChosenBoard}
              options={target.lists.map(({ id, name: text }) => {
                const shown = displayListName(text);
                return { value: id, text: shown, content: <span dir="auto" className="min-w-0 truncate">{shown}</span>, share: shareOf(id) };
              })}
              empty={boardMessages.copyNoLists()}
              error={error}
              onPick={({ value }) => pick(target.lists.find(({ id }) => id === value))}
            />
          </div>
        </TargetBoardField>
      </div>
      <fieldset className="mt-1 flex items-center gap-4 border-t border-line px-2.5 pt-1">
        <legend className="sr-only">{messages.moveEnd()}</legend>
        {(Object.keys(ENDS) as ListEnd[]).map((value) => (
          <label key={value} className="flex min-h-9 cursor-pointer items-center gap-2 coarse:min-h-11">
            <input type="radio" name={name} checked={end === value} onChange={() => setEnd(value)} className="size-4" />
            {ENDS[value]()}
          </label>
        ))}
      </fieldset>
    </PickerPopover>
  );
}
