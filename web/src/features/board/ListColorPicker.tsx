import type { Id } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import { ColorPicker } from '../../ui/ColorPicker';
import { NO_COLOR } from '../../ui/colors';
import { PickerPopover } from './pickers/PickerPopover';

interface ListColorPickerProps {
  id: Id;
  /** The button of the list's menu. */
  anchor: HTMLElement;
  onClose: () => void;
}

/** Chooses the color of a list. Each choice is saved at once, so that it can be judged on the board. */
export default function ListColorPicker({ id, anchor, onClose }: ListColorPickerProps) {
  const color = useMirror(({ lists }) => lists.get(id)?.color);
  const choose = (hex: string) =>
    dispatch({ type: 'edit_list', list_id: id, edit: { field: 'color', value: hex === NO_COLOR.hex ? null : hex } });
  return (
    <PickerPopover label={common.color()} anchor={anchor} onClose={onClose} className="w-64!">
      <ColorPicker label={common.color()} value={color ?? NO_COLOR.hex} onValueChange={choose} />
    </PickerPopover>
  );
}
