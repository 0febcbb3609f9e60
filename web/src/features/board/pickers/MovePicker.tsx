import type { Id } from '@twentyfour/core';
import { useId, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/selection';
import { displayListName } from '../text';
import { PickerList } from './PickerList';
import { PickerPopover } from './PickerPopover';
import type { OnPick, PickerProps, Share } from './types';

/** The end of a list to which cards are moved. */
export type ListEnd = 'top' | 'bottom';

const ENDS: Record<ListEnd, () => string> = { top: messages.moveTop, bottom: messages.moveBottom };

interface MovePickerProps extends PickerProps {
  /** How many of the cards are in a list. */
  shareOf: (list_id: Id) => Share;
  onChange: OnPick<[list_id: Id, to: ListEnd]>;
}

/** A picker for the list to which cards are moved. */
export function MovePicker({ shareOf, onChange, ...picker }: MovePickerProps) {
  const name = useId();
  const list_ids = useMirror((mirror) => mirror.list_ids);
  const lists = useMirror((mirror) => mirror.lists);
  const [end, setEnd] = useState<ListEnd>('bottom');
  const [error, setError] = useState<string | null>(null);
  return (
    <PickerPopover label={messages.moveTo()} {...picker}>
      <PickerList
        label={messages.moveTo()}
        filterLabel={messages.listsFilter()}
        options={list_ids.map((id) => {
          const text = displayListName(lists.get(id)?.name ?? '');
          return { value: id, text, content: <span dir="auto" className="min-w-0 truncate">{text}</span>, share: shareOf(id) };
        })}
        error={error}
        onPick={({ value }) => {
          const rejection = onChange(value, end);
          setError(rejection?.message ?? null);
          if (!rejection) picker.onClose();
        }}
      />
      <fieldset className="mt-1 flex items-center gap-4 border-t border-line px-2.5 pt-1">
        <legend className="sr-only">{messages.moveEnd()}</legend>
        {(Object.keys(ENDS) as ListEnd[]).map((value) => (
          <label key={value} className="flex min-h-9 cursor-pointer items-center gap-2 coarse:min-h-11">
            <input type="radio" name={name} checked={end === value} onChange={() => setEnd(value)} className="size-4 accent-accent" />
            {ENDS[value]()}
          </label>
        ))}
      </fieldset>
    </PickerPopover>
  );
}
