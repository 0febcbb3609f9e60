import type { CardView } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch } from '../../../core/client';
import { useBoardPermissions } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as dialog from '../../../messages/card_dialog';
import * as common from '../../../messages/common';
import { ColorPicker } from '../../../ui/ColorPicker';
import { NO_COLOR } from '../../../ui/colors';
import { cx } from '../../../ui/cx';
import { Popover } from '../../../ui/Popover';
import { LabelChip, useLabelColor } from '../LabelChip';
import { AddText, Fact } from './Fact';
import { PickerButton } from './PickerButton';

/** How many labels are shown at first. */
const SHOWN_LABELS = 12;

/**
 * The labels of the open card. A click beside their colors opens the picker. The color of a label belongs to the board, so it
 * is changed at the label itself.
 */
export function CardLabels({ card }: { card: CardView }) {
  const { can_edit } = useBoardPermissions();
  const [isExpanded, setIsExpanded] = useState(false);
  const { labels } = card;
  const isEmpty = labels.length === 0;
  if (!can_edit && isEmpty) return null;
  const shown = isExpanded || labels.length <= SHOWN_LABELS ? labels : labels.slice(0, SHOWN_LABELS - 1);
  const hidden = labels.length - shown.length;
  return (
    <Fact name={common.labels()} isEmpty={isEmpty} isBlock={!isEmpty}>
      <div className={cx('relative flex min-h-8 items-center py-1 coarse:min-h-11', isEmpty ? 'px-2 max-md:px-3 md:-mx-2' : '-mx-2 px-2')}>
        {/* Below the chips, because a button must not contain the buttons of the colors. */}
        {can_edit && (
          <PickerButton
            card={card}
            field="labels"
            name={common.labels()}
            value={isEmpty ? null : labels.join(', ')}
            addText={dialog.addLabels()}
            className="absolute inset-0"
          />
        )}
        {isEmpty ? (
          <span aria-hidden className="pointer-events-none relative">
            <AddText text={dialog.addLabels()} />
          </span>
        ) : (
          <ul aria-label={messages.cardLabels()} className="pointer-events-none relative flex min-w-0 flex-wrap gap-1.5 coarse:gap-y-4">
            {shown.map((label) => (
              <li key={label} className="max-w-full min-w-0">
                {can_edit ? (
                  <LabelChip label={label} wraps hasDot={false} className="pl-0!">
                    <LabelColor label={label} />
                  </LabelChip>
                ) : (
                  <LabelChip label={label} wraps />
                )}
              </li>
            ))}
            {hidden > 0 && (
              <li>
                <button
                  type="button"
                  onClick={() => setIsExpanded(true)}
                  className="pointer-events-auto h-6 rounded-sm px-1.5 text-secondary hover:bg-hover hover:text-primary coarse:-my-2.5 coarse:h-11"
                >
                  {dialog.labelsMore({ count: hidden })}
                </button>
              </li>
            )}
          </ul>
        )}
      </div>
    </Fact>
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
