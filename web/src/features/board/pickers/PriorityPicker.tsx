import type { Priority } from '@twentyfour/core';
import { useState } from 'react';
import * as common from '../../../messages/common';
import { PriorityBadge, priorityOptions } from '../priorities';
import { PickerList } from './PickerList';
import { PickerPopover } from './PickerPopover';
import type { OnPick, PickerProps, Share } from './types';

interface PriorityPickerProps extends PickerProps {
  shareOf: (priority: Priority) => Share;
  onChange: OnPick<[priority: Priority]>;
}

/** A picker for the priority of cards. */
export function PriorityPicker({ shareOf, onChange, ...picker }: PriorityPickerProps) {
  const [error, setError] = useState<string | null>(null);
  return (
    <PickerPopover label={common.priority()} {...picker}>
      <PickerList
        label={common.priority()}
        options={priorityOptions().map(({ value, text }) => ({ value, text, content: <PriorityBadge priority={value} />, share: shareOf(value) }))}
        error={error}
        onPick={({ value }) => {
          const rejection = onChange(value as Priority);
          setError(rejection?.message ?? null);
          if (!rejection) picker.onClose();
        }}
      />
    </PickerPopover>
  );
}
