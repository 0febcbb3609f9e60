import type { CardView } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch } from '../../../core/client';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { ColorPicker } from '../../../ui/ColorPicker';
import { NO_COLOR } from '../../../ui/colors';
import { Popover } from '../../../ui/Popover';
import { LabelChip, useLabelColor } from '../LabelChip';
import { PickerButton } from './PickerButton';

/**
 * The labels of the open card. A click beside their colors opens the picker. The color of a label belongs to the board, so it
 * is changed at the label itself.
 */
export function CardLabels({ card }: { card: CardView }) {
  const { labels } = card;
  return (
    <div className="relative -mx-2 -my-1 flex min-h-7 items-center px-2 py-1 coarse:min-h-11">
      {/* Below the chips, because a button must not contain the buttons of the colors. */}
      <PickerButton
        card={card}
        field="labels"
        name={common.labels()}
        value={labels.length > 0 ? labels.join(', ') : messages.noLabels()}
        className="absolute inset-0"
      />
      {labels.length > 0 ? (
        <ul aria-label={messages.cardLabels()} className="pointer-events-none relative flex min-w-0 flex-wrap gap-1.5 coarse:gap-y-4">
          {labels.map((label) => (
            <li key={label} className="max-w-full min-w-0">
              <LabelChip label={label} hasDot={false} className="pl-0!">
                <LabelColor label={label} />
              </LabelChip>
            </li>
          ))}
        </ul>
      ) : (
        <span aria-hidden className="pointer-events-none relative text-secondary">
          {messages.noLabels()}
        </span>
      )}
    </div>
  );
}

/** The dot of a label, a button that changes its color. */
function LabelColor({ label }: { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const color = useLabelColor(label);
  return (
    <span className="pointer-events-auto order-first -my-0.5 -mr-1.5 flex coarse:-mx-2.5 coarse:-my-2">
      <Popover
        label={messages.labelColor({ label })}
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <button
            type="button"
            aria-label={messages.labelChangeColor({ label })}
            className="grid size-6 place-items-center rounded-sm hover:bg-hover coarse:size-11"
          >
            <span aria-hidden className="size-2.5 rounded-full ring-1 ring-control ring-inset" style={{ background: color ?? 'transparent' }} />
          </button>
        }
      >
        <ColorPicker
          label={messages.labelColor({ label })}
          value={color ?? NO_COLOR.hex}
          onValueChange={(hex) => dispatch({ type: 'set_label_color', label, color: hex === NO_COLOR.hex ? null : hex })}
        />
      </Popover>
    </span>
  );
}
