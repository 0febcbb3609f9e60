import type { Id } from '@twentyfour/core';
import { Archive, ArrowRightLeft, CalendarClock, CircleCheck, CircleDashed, Flag, type LucideIcon, Tag, Trash2, UserPlus, X } from 'lucide-react';
import { type MouseEvent, useDeferredValue, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import * as boardMessages from '../../messages/board';
import * as cardMessages from '../../messages/card';
import * as common from '../../messages/common';
import * as messages from '../../messages/selection';
import type { CommandId } from '../../shell/commands/commands';
import { useShortcut } from '../../shell/commands/shortcuts';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { iconButtonClassName } from '../../ui/IconButton';
import { Tooltip } from '../../ui/Tooltip';
import { boardFocus, focusStop } from './boardFocus';
import { archiveCards, areDone, deleteCards, toggleDone } from './changeCards';
import { type PickerKind, togglePicker } from './pickers/openedPicker';
import { clearSelection, selectedInOrder, selection } from './selection';

/** The bar below the board with the number of selected cards and what can be done with them. */
export function SelectionBar() {
  // Deferred, so that the mark on the card is painted first: the bar changes the height of all lists.
  const ids = useDeferredValue(useStore(selection, (state) => state.ids));
  return ids.size > 0 && <Bar ids={ids} />;
}

function Bar({ ids }: { ids: ReadonlySet<Id> }) {
  const isShared = useMirror(({ board }) => (board?.members ?? []).length > 0);
  const isDone = useMirror(() => areDone([...ids]));
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      // Deferred, because React is rendering.
      queueMicrotask(() => focusStop(boardFocus.getState()));
    };
  }, []);
  return (
    <section
      ref={bar}
      aria-label={messages.bar()}
      className="mx-auto mb-3 flex max-w-[calc(100%-1rem)] shrink-0 animate-appear flex-wrap items-center gap-x-1 rounded-lg bg-raised px-2 py-1 shadow-float ring-1 ring-line"
    >
      <span className="digits flex-1 px-2 font-medium whitespace-nowrap">{messages.count({ count: ids.size })}</span>
      <div className="flex max-sm:order-last max-sm:w-full max-sm:justify-between">
        <Action icon={Tag} command="card_labels" label={common.labels()} opensPicker onClick={open('labels')} />
        <Action icon={CalendarClock} command="card_due_date" label={common.dueDate()} opensPicker onClick={open('due_date')} />
        {isShared && <Action icon={UserPlus} command="card_assignees" label={cardMessages.assign()} opensPicker onClick={open('assignees')} />}
        <Action icon={Flag} command="card_priority" label={common.priority()} opensPicker onClick={open('priority')} />
        <Action icon={ArrowRightLeft} command="card_move" label={boardMessages.moveSubmit()} opensPicker onClick={open('move')} />
        <Action
          icon={isDone ? CircleDashed : CircleCheck}
          command="card_complete"
          label={isDone ? common.markNotDone() : messages.complete()}
          onClick={() => toggleDone(selectedInOrder())}
        />
        <Action icon={Archive} command="card_archive" label={common.archive()} onClick={() => archiveCards(selectedInOrder())} />
        <Action icon={Trash2} command="card_delete" label={common.deleteAction()} isDanger onClick={() => deleteCards(selectedInOrder())} />
      </div>
      <Action icon={X} command="clear_selection" label={messages.clear()} onClick={clearSelection} />
    </section>
  );
}

/** Returns the handler of a button that opens a picker for the selected cards. */
const open = (kind: PickerKind) => (event: MouseEvent<HTMLButtonElement>) => togglePicker(kind, selectedInOrder(), event.currentTarget);

interface ActionProps {
  icon: LucideIcon;
  command: CommandId;
  label: string;
  isDanger?: boolean;
  opensPicker?: boolean;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

function Action({ icon, command, label, isDanger = false, opensPicker = false, onClick }: ActionProps) {
  return (
    <Tooltip text={label} keys={useShortcut(command)}>
      <button
        type="button"
        aria-label={label}
        aria-haspopup={opensPicker ? 'dialog' : undefined}
        onClick={onClick}
        className={cx(iconButtonClassName, 'coarse:w-9.5', isDanger && 'text-danger!')}
      >
        <Icon icon={icon} />
      </button>
    </Tooltip>
  );
}
