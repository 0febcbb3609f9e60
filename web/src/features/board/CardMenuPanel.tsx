import type { Id } from '@twentyfour/core';
import {
  Archive, ArrowRightLeft, CalendarClock, CircleCheck, CircleDashed, Copy, Flag, Hourglass, Pause, Pencil, Play, Repeat, SkipForward,
  SquareArrowOutUpRight, SquareCheck, SquareX, Tag, Trash2, UserPlus,
} from 'lucide-react';
import { useBoardPermissions, useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import * as cardMessages from '../../messages/card';
import * as common from '../../messages/common';
import * as planning from '../../messages/planning';
import { useShortcut } from '../../shell/commands/shortcuts';
import { AnchoredMenu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { focusCard } from './boardFocus';
import { editTitle } from './editedTitle';
import { TIMER_ACTION_LABELS, toggleCardTimer, useCardTimer } from './cardTimer';
import { archiveCards, areDone, deleteCards, skipOccurrence, toggleDone } from './changeCards';
import { openPickerAt, type PickerKind } from './pickers/openedPicker';
import { targetsOf, toggleSelected, useIsSelected } from './selection';
import { copyCard, moveCard } from './transfer';

interface CardMenuPanelProps {
  /** Undefined while no menu is open. */
  card_id?: Id;
  anchor?: HTMLElement;
  point?: { x: number; y: number } | null;
  onOpenCard: (id: Id) => void;
  onClose: () => void;
}

/** The menu of a card. It changes all selected cards if the card is one of them. */
export default function CardMenuPanel({ card_id, anchor, point, onOpenCard, onClose }: CardMenuPanelProps) {
  const card = useMirror(({ cards }) => (card_id === undefined ? undefined : cards.get(card_id)));
  const { can_edit } = useBoardPermissions();
  if (!card || !anchor) return null;
  return (
    <AnchoredMenu
      anchor={anchor}
      point={point ?? null}
      onClose={onClose}
      onCloseFocus={() => {
        // A click outside the menu has moved the focus, for example to a text field.
        if (document.activeElement !== document.body) return;
        if (anchor.isConnected) anchor.focus();
        else focusCard(card.id);
      }}
    >
      <CardMenuItems id={card.id} canEdit={can_edit} onOpen={() => onOpenCard(card.id)} />
    </AnchoredMenu>
  );
}

interface CardMenuItemsProps {
  id: Id;
  canEdit: boolean;
  onOpen: () => void;
}

function CardMenuItems({ id, canEdit, onOpen }: CardMenuItemsProps) {
  const board_id = useMirror(({ board }) => board?.id);
  const { timerState } = useCardTimer(id);
  // The other commands are bound for those who may edit.
  const openKeys = useShortcut('open_card');
  return (
    <>
      <MenuItem icon={SquareArrowOutUpRight} movesFocus keys={canEdit ? openKeys : undefined} onSelect={onOpen}>
        {common.open()}
      </MenuItem>
      <MenuItem icon={timerState === 'running' ? Pause : Play} onSelect={() => toggleCardTimer(id, board_id, timerState)}>
        {TIMER_ACTION_LABELS[timerState]()}
      </MenuItem>
      <MenuItem icon={Copy} movesFocus keys={useShortcut('card_copy')} onSelect={() => copyCard(id)}>
        {common.copyTo()}
      </MenuItem>
      {canEdit && <EditItems id={id} />}
    </>
  );
}

function EditItems({ id }: { id: Id }) {
  const isShared = useMirror(({ board }) => (board?.members ?? []).length > 0);
  const isSelected = useIsSelected(id);
  const repeats = useMirror(({ cards }) => targetsOf(id).length === 1 && Boolean(cards.get(id)?.recurrence));
  const isDone = useMirror(() => areDone(targetsOf(id)));
  const open = (kind: PickerKind) => () => openPickerAt(id, kind, targetsOf(id));
  return (
    <>
      <MenuItem icon={isSelected ? SquareX : SquareCheck} keys={useShortcut('select_card')} onSelect={() => toggleSelected(id)}>
        {isSelected ? messages.cardUnselect() : messages.cardSelect()}
      </MenuItem>
      <MenuItem icon={Pencil} movesFocus keys={useShortcut('card_rename')} onSelect={() => editTitle(id)}>
        {common.rename()}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Tag} movesFocus keys={useShortcut('card_labels')} onSelect={open('labels')}>
        {common.labels()}
      </MenuItem>
      <MenuItem icon={CalendarClock} movesFocus keys={useShortcut('card_due_date')} onSelect={open('due_date')}>
        {common.dueDate()}
      </MenuItem>
      <MenuItem icon={Repeat} movesFocus onSelect={open('recurrence')}>
        {planning.repeat()}
      </MenuItem>
      {repeats && (
        <MenuItem icon={SkipForward} onSelect={() => skipOccurrence(id)}>
          {planning.skip()}
        </MenuItem>
      )}
      <MenuItem icon={Hourglass} movesFocus onSelect={open('estimate')}>
        {planning.estimate()}
      </MenuItem>
      <MenuItem icon={Flag} movesFocus keys={useShortcut('card_priority')} onSelect={open('priority')}>
        {common.priority()}
      </MenuItem>
      {isShared && <AssignItem onSelect={open('assignees')} />}
      <MenuItem
        icon={ArrowRightLeft}
        movesFocus
        keys={useShortcut('card_move')}
        onSelect={targetsOf(id).length > 1 ? open('move') : () => moveCard(id)}
      >
        {common.moveTo()}
      </MenuItem>
      <MenuItem icon={isDone ? CircleDashed : CircleCheck} keys={useShortcut('card_complete')} onSelect={() => toggleDone(targetsOf(id))}>
        {isDone ? common.markNotDone() : common.markDone()}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Archive} keys={useShortcut('card_archive')} onSelect={() => archiveCards(targetsOf(id))}>
        {common.archive()}
      </MenuItem>
      <MenuItem icon={Trash2} isDanger keys={useShortcut('card_delete')} onSelect={() => deleteCards(targetsOf(id))}>
        {common.deleteAction()}
      </MenuItem>
    </>
  );
}

function AssignItem({ onSelect }: { onSelect: () => void }) {
  return (
    <MenuItem icon={UserPlus} movesFocus keys={useShortcut('card_assignees')} onSelect={onSelect}>
      {cardMessages.assign()}
    </MenuItem>
  );
}
