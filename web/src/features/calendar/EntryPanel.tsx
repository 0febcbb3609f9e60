import type { TaskView } from '@twentyfour/core';
import { CalendarClock, Circle, CircleCheck, CornerDownLeft, Timer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/calendar';
import { formatDueDate } from '../../platform/format/times';
import { completeTask } from '../../shell/completeTask';
import { promptForNotifications } from '../../shell/notificationPrompt';
import { preloadSelectedBell } from '../../shell/selectedBell';
import { Button, buttonClassName } from '../../ui/Button';
import { ColorDot } from '../../ui/ColorDot';
import { Icon } from '../../ui/Icon';
import { displayListName, DueDatePicker, PickerPopover } from '../board';
import { cardPath } from './cardPath';

interface EntryPanelProps {
  task: TaskView;
  anchor: HTMLElement;
  onClose: () => void;
}

const ACTION = 'w-full justify-start! px-2.5!';

/** What a card of the calendar offers: opening it on its board, completing, rescheduling, and focusing on it. */
export function EntryPanel({ task, anchor, onClose }: EntryPanelProps) {
  const [isRescheduling, setIsRescheduling] = useState(false);
  const format = useTimeFormat();
  const { board_id, card_id } = task;
  const isDone = task.priority === 'completed';
  // The card may be on another day now, where its entry is a new element.
  const restoreFocus = () => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(`[data-entry="${card_id}"]`)?.focus();
  };
  if (isRescheduling) {
    return (
      <DueDatePicker
        anchor={anchor}
        onClose={onClose}
        onCloseFocus={restoreFocus}
        value={task.due_date}
        onChange={(due_date) => dispatch({ type: 'set_due_date', board_id, card_id, due_date })}
      />
    );
  }
  const focus = () => {
    if (dispatch({ type: 'focus_card', board_id, card_id }) === null) preloadSelectedBell();
    promptForNotifications();
    onClose();
  };
  return (
    <PickerPopover label={task.title} anchor={anchor} onClose={onClose} onCloseFocus={restoreFocus}>
      <div className="flex flex-col gap-1 border-b border-line px-2.5 pt-1.5 pb-2.5">
        <p dir="auto" className="line-clamp-3 font-medium wrap-anywhere">
          {task.title}
        </p>
        <p className="flex min-w-0 items-center gap-1.5 text-sm text-secondary">
          <ColorDot color={task.board_color} className="size-2.5" />
          <bdi className="truncate">{task.board_name}</bdi>
          <span aria-hidden>/</span>
          <bdi className="truncate">{displayListName(task.list_name)}</bdi>
        </p>
        {task.due_date !== null && <p className="text-sm text-secondary">{formatDueDate(task.due_date, format)}</p>}
      </div>
      <div className="flex flex-col pt-1">
        <Link to={cardPath(task)} className={`${buttonClassName('quiet')} ${ACTION}`}>
          <Icon icon={CornerDownLeft} size={16} />
          {messages.openOnBoard()}
        </Link>
        {task.can_complete && (
          <>
            <Button
              variant="quiet"
              className={ACTION}
              onClick={() => {
                completeTask(task);
                onClose();
              }}
            >
              <Icon icon={isDone ? Circle : CircleCheck} size={16} />
              {isDone ? messages.markOpen() : messages.markDone()}
            </Button>
            <Button variant="quiet" className={ACTION} onClick={() => setIsRescheduling(true)}>
              <Icon icon={CalendarClock} size={16} />
              {messages.reschedule()}
            </Button>
          </>
        )}
        <Button variant="quiet" className={ACTION} onClick={focus}>
          <Icon icon={Timer} size={16} />
          {messages.focus()}
        </Button>
      </div>
    </PickerPopover>
  );
}
