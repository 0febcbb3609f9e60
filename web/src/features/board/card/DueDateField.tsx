import { X } from 'lucide-react';
import { useId } from 'react';
import type { DraftField } from '../../../core/drafts';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { cx } from '../../../ui/cx';
import { inputClassName } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { Legend } from '../../../ui/Legend';

/** A due date with an optional time, in native fields, which support every calendar and device. */
export function DueDateField({ field, error }: { field: DraftField; error: string | null | undefined }) {
  const id = useId();
  const [day = '', time = ''] = field.value.split('T');
  const setValue = (nextDay: string, nextTime: string) => {
    field.change(nextDay === '' ? '' : nextTime === '' ? nextDay : `${nextDay}T${nextTime}`);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <Legend className="text-sm font-medium">{common.dueDate()}</Legend>
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="date"
          aria-label={common.date()}
          aria-invalid={error ? true : undefined}
          max="9999-12-31"
          value={day}
          onChange={(event) => setValue(event.target.value, time)}
          className={cx(inputClassName, 'h-9 w-auto! coarse:h-11')}
        />
        <input
          type="time"
          aria-label={common.time()}
          disabled={day === ''}
          value={time}
          onChange={(event) => setValue(day, event.target.value)}
          className={cx(inputClassName, 'h-9 w-auto! coarse:h-11')}
        />
        {day !== '' && (
          <IconButton label={messages.dueDateClear()} onClick={() => setValue('', '')}>
            <Icon icon={X} size={16} />
          </IconButton>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
