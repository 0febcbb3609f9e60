import { useState } from 'react';
import { mirror } from '../../../core/client';
import { useMirror } from '../../../core/hooks';
import * as common from '../../../messages/common';
import * as messages from '../../../messages/selection';
import { LabelChip } from '../LabelChip';
import { collectBoardLabels } from '../labels';
import { PickerList, type PickerOption } from './PickerList';
import { PickerPopover } from './PickerPopover';
import type { OnPick, PickerProps, Share } from './types';

interface LabelsPickerProps extends PickerProps {
  shareOf: (label: string) => Share;
  /** Adds a label to the cards, or removes it. */
  onChange: OnPick<[label: string, isAdded: boolean]>;
}

/** A picker for the labels of cards, which can also add a new one. */
export function LabelsPicker({ shareOf, onChange, ...picker }: LabelsPickerProps) {
  // Read once, so that labels added by others do not move the options under the pointer.
  const [labels, setLabels] = useState(() => collectBoardLabels(mirror.getState()));
  const maxChars = useMirror(({ ranges }) => ranges.label_chars.max);
  const [error, setError] = useState<string | null>(null);
  const optionOf = (label: string): PickerOption => ({ value: label, text: label, content: <LabelChip label={label} />, share: shareOf(label) });
  return (
    <PickerPopover label={common.labels()} {...picker}>
      <PickerList
        label={common.labels()}
        isMultiple
        filterLabel={messages.labelsFilter()}
        maxChars={maxChars}
        empty={messages.labelsEmpty()}
        options={labels.map(optionOf)}
        newOption={(text) =>
          text === '' || labels.includes(text)
            ? null
            : { value: text, text: messages.labelAdd({ label: text }), content: messages.labelAdd({ label: text }), share: 'none' }
        }
        error={error}
        onPick={({ value, share }) => {
          const rejection = onChange(value, share !== 'all');
          setError(rejection?.message ?? null);
          if (!rejection && !labels.includes(value)) setLabels([value, ...labels]);
        }}
      />
    </PickerPopover>
  );
}
