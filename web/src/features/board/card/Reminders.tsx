import type { ReminderView } from '@twentyfour/core';
import { Bell, Timer, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useBoardPermissions } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { requestNotificationPermission } from '../../../shell/notificationPrompt';
import { Button } from '../../../ui/Button';
import { cx } from '../../../ui/cx';
import { inputClassName } from '../../../ui/Field';
import { useFocusAfterClose } from '../../../ui/focus';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { isKey } from '../../../ui/keyboard';
import { Menu, MenuItem } from '../../../ui/Menu';
import { Select } from '../../../ui/Select';
import { AddText, Fact, FACT_BUTTON } from './Fact';
import { parseMinutes, PRESETS, formatReminder, formatReminderInSentence, type Unit } from './reminderOptions';

interface RemindersProps {
  card_id: string;
  reminders: readonly ReminderView[];
  hasDueDate: boolean;
}

/** The reminders of a card, which need a due date. */
export function Reminders({ card_id, reminders, hasDueDate }: RemindersProps) {
  const [isCustom, setIsCustom] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const triggerRef = useRef<HTMLButtonElement>(null);
  useFocusAfterClose(isCustom, triggerRef);
  const { can_edit } = useBoardPermissions();
  const usedMinutes = new Set(reminders.map(({ minutes_before }) => minutes_before));

  const add = (minutes_before: number): boolean => {
    const rejection = dispatch({ type: 'add_reminder', card_id, minutes_before });
    setError(rejection?.message ?? null);
    // Browsers only allow the permission prompt in a user gesture.
    if (!rejection) requestNotificationPermission();
    return !rejection;
  };
  const closeCustom = () => {
    setIsCustom(false);
    setError(null);
  };

  const canAdd = can_edit && hasDueDate;
  if (!canAdd && reminders.length === 0) return null;
  return (
    <Fact name={messages.reminders()} isEmpty={reminders.length === 0} isBlock={reminders.length > 0 || isCustom}>
      {reminders.length > 0 && (
        <ul aria-label={messages.reminders()}>
          {reminders.map(({ id, minutes_before }) => (
            <li key={id} className={cx('flex min-h-8 items-center gap-2', !hasDueDate && 'text-secondary')}>
              <span className="min-w-0 flex-1">{formatReminder(minutes_before)}</span>
              {can_edit && (
                <IconButton
                  label={messages.reminderRemove({ time: formatReminderInSentence(minutes_before) })}
                  onClick={() => dispatch({ type: 'delete_item', item_id: id })}
                  className="-my-0.5 size-8! coarse:size-11!"
                >
                  <Icon icon={X} size={14} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {!hasDueDate && can_edit && <p className="text-secondary">{messages.reminderNeedsDueDate()}</p>}
      {canAdd && !isCustom && (
        <Menu
          align="start"
          trigger={
            <button ref={triggerRef} type="button" className={cx(FACT_BUTTON, 'rounded-sm text-left transition-colors duration-120 hover:bg-hover')}>
              <AddText text={messages.reminderAdd()} />
            </button>
          }
        >
          {PRESETS.filter((minutes) => !usedMinutes.has(minutes)).map((minutes) => (
            <MenuItem key={minutes} icon={Bell} onSelect={() => add(minutes)}>
              {formatReminder(minutes)}
            </MenuItem>
          ))}
          <MenuItem icon={Timer} movesFocus onSelect={() => setIsCustom(true)}>
            {messages.reminderCustom()}
          </MenuItem>
        </Menu>
      )}
      {canAdd && isCustom && <CustomReminder onAdd={add} onInvalid={setError} onClose={closeCustom} />}
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
    </Fact>
  );
}

interface CustomReminderProps {
  /** Returns whether the reminder was accepted. */
  onAdd: (minutes_before: number) => boolean;
  onInvalid: (why: string) => void;
  onClose: () => void;
}

/** A form for a reminder with a custom time before the due date. */
function CustomReminder({ onAdd, onInvalid, onClose }: CustomReminderProps) {
  const [text, setText] = useState('30');
  const [unit, setUnit] = useState<Unit>('minutes');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const minutes = parseMinutes(text, unit);
    if (minutes === null) onInvalid(messages.reminderWholeNumber());
    else if (onAdd(minutes)) onClose();
  };
  return (
    <form
      data-handles-escape
      onSubmit={submit}
      onKeyDown={(event) => isKey(event, 'Escape') && onClose()}
      className="flex flex-col gap-2"
    >
      <div className="flex gap-2">
        <input
          aria-label={messages.reminderTime()}
          autoFocus
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          className={cx(inputClassName, 'h-9 w-20! coarse:h-11')}
        />
        <Select
          label={messages.reminderUnit()}
          value={unit}
          options={[
            { value: 'minutes', text: messages.reminderMinutes() },
            { value: 'hours', text: messages.reminderHours() },
            { value: 'days', text: messages.reminderDays() },
          ]}
          onValueChange={setUnit}
        />
      </div>
      <div className="flex gap-1">
        <Button type="submit">{common.add()}</Button>
        <Button variant="quiet" onClick={onClose}>
          {common.close()}
        </Button>
      </div>
    </form>
  );
}
