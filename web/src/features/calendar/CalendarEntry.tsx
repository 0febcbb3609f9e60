import type { TaskView } from '@twentyfour/core';
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/calendar';
import { addDays } from '../../platform/format/dates';
import { formatTime } from '../../platform/format/times';
import { cx } from '../../ui/cx';
import { keyOf } from '../../ui/keyboard';
import { srOnly } from '../../ui/srOnly';
import { useCalendar } from './calendarContext';
import { dayOfDueDate, stepTime, timeOfDueDate, withDay } from './days';
import { cancelDrag, consumeFocusRequest, currentDrag, dragTo, drop, pickUp, useIsDragged } from './dragStore';
import { entryTooltip } from './entryTooltip';

/** The ids of the instructions that entries refer to: those on a time axis, and the others. */
export const INSTRUCTIONS_ID = 'calendar-instructions';
export const TIME_INSTRUCTIONS_ID = 'calendar-time-instructions';

/** How far the arrow keys move a card that is dragged by keyboard, in days. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
/** Where they move it on the time axis of its day. */
const TIME_STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

interface CalendarEntryProps {
  task: TaskView;
  /** Whether Tab reaches it: only the entries of the current day in a grid. */
  isTabStop: boolean;
  /** Whether its title may use several lines. */
  isTall?: boolean;
  /** Whether it is placed by its time, which dragging changes too. */
  isOnTimeAxis?: boolean;
  style?: CSSProperties;
  className?: string;
}

/** A card on its due day. A press opens its panel; it can be dragged to another day, and on a time axis to another time. */
export function CalendarEntry({ task, isTabStop, isTall = false, isOnTimeAxis = false, style, className }: CalendarEntryProps) {
  const { openPanel, setDay } = useCalendar();
  const { hour_format } = useTimeFormat();
  const isDragged = useIsDragged(task.card_id);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // On another day it is a new element, which has lost the focus.
    if (!consumeFocusRequest(task.card_id)) return;
    button.current?.focus();
    // On another time it may be the same element, which is out of view now.
    button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [task]);
  const time = timeOfDueDate(task.due_date);
  const isDone = task.priority === 'completed';
  // In the narrow columns of tablets. Entries on a time axis have a fixed place.
  const canWrap = !isTall && !isOnTimeAxis;
  const isOverdue = task.due_status === 'overdue';

  const moveBy = (days: number) => {
    const due_date = currentDrag()?.due_date ?? '';
    const day = addDays(dayOfDueDate(due_date), days);
    dragTo(withDay(due_date, day));
    setDay(day);
  };
  /** Handles the keys of a drag by keyboard. Tab drops, too. */
  const onDragKey = (event: KeyboardEvent, key: string | null) => {
    const step = STEPS[key ?? ''];
    const timeStep = isOnTimeAxis ? TIME_STEPS[key ?? ''] : undefined;
    if (step === undefined && key !== ' ' && key !== 'Enter' && key !== 'Escape' && key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (timeStep !== undefined) dragTo(stepTime(currentDrag()?.due_date ?? '', timeStep));
    else if (step !== undefined) moveBy(step);
    else if (event.repeat) return;
    else if (key === 'Escape') {
      // `task` has the day to which it was moved.
      const day = dayOfDueDate(currentDrag()?.task.due_date ?? '');
      cancelDrag({ keepsFocus: true });
      setDay(day);
    } else drop();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isDragged) onDragKey(event, key);
    else if (key === ' ') {
      event.preventDefault();
      if (task.can_complete && !event.repeat) pickUp(task, 'keyboard');
    }
  };

  return (
    <button
      ref={button}
      type="button"
      data-entry={task.card_id}
      aria-haspopup="dialog"
      aria-describedby={task.can_complete ? (isOnTimeAxis ? TIME_INSTRUCTIONS_ID : INSTRUCTIONS_ID) : undefined}
      aria-roledescription={task.can_complete ? messages.dragRole() : undefined}
      tabIndex={isTabStop ? 0 : -1}
      title={entryTooltip(task, hour_format)}
      onClick={({ currentTarget }) => openPanel(task.card_id, currentTarget)}
      onKeyDown={onKeyDown}
      // Firefox clicks when Space is released.
      onKeyUp={(event) => keyOf(event) === ' ' && event.preventDefault()}
      style={{ ...style, borderInlineStartColor: task.board_color ?? 'var(--accent)' }}
      className={cx(
        'flex w-full min-w-0 touch-manipulation scroll-mt-24 items-baseline gap-1.5 rounded-sm border-s-3 bg-(--card-bg) px-1.5 py-0.5 text-start text-xs ring-1 ring-line ring-inset',
        'transition-colors duration-120 select-none hover:bg-(--card-bg-hover) coarse:py-1.5',
        canWrap && 'max-lg:flex-wrap',
        isDragged && 'opacity-60 ring-2 ring-(--focus-ring)',
        className,
      )}
    >
      {time && (
        <span data-time className={cx('digits shrink-0', !isDragged && 'in-data-day:@max-[8rem]:sr-only', isOverdue ? 'text-danger' : 'text-secondary')}>{messages.entryTime({ time: formatTime(time, hour_format), srOnly })}</span>
      )}
      <span dir="auto" className={cx('min-w-0', isTall ? 'line-clamp-2' : canWrap ? 'line-clamp-2 lg:block lg:truncate' : 'truncate', isDone && 'text-secondary line-through', isOverdue && 'font-medium text-danger')}>
        {task.title}
      </span>
      <span className="sr-only">{describe(task)}</span>
    </button>
  );
}

/** What color and strike-through show, in words. */
function describe({ board_name: board, priority, due_status }: TaskView): string {
  if (priority === 'completed') return messages.entryState({ board, state: messages.stateDone() });
  if (due_status === 'overdue') return messages.entryState({ board, state: messages.stateOverdue() });
  return messages.entryBoard({ board });
}
