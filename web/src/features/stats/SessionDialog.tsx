import type { FocusSessionView } from '@twentyfour/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import { useDraft } from '../../core/drafts';
import { useMirror } from '../../core/hooks';
import { formatTimeAtOffset } from '../../platform/format/times';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Dialog } from '../../ui/Dialog';
import { inputClassName } from '../../ui/Field';
import { NumberInput } from '../../ui/NumberInput';
import { Select } from '../../ui/Select';
import {
  formatSessionEnd,
  toSessionEntry,
  toFields,
  MAX_MINUTES,
  MINUTES_OUT_OF_RANGE,
  defaultFields,
  END_IN_FUTURE,
  parseDraft,
  type SessionErrors,
  type SessionFields,
} from './sessionForm';

interface SessionDialogProps {
  /** The session to edit; null to add one. */
  session: FocusSessionView | null;
  onClose: () => void;
}

/** A dialog that adds a session that the timer did not record, or edits one. */
export function SessionDialog({ session, onClose }: SessionDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={session ? 'Edit session' : 'Add session'}
      {...(session ? {} : { description: 'Log focus time you didn’t track with the timer.' })}
    >
      <SessionForm session={session} onDone={onClose} />
    </Dialog>
  );
}

function SessionForm({ session, onDone }: { session: FocusSessionView | null; onDone: () => void }) {
  const id = useId();
  const boards = useMirror((state) => state.boards);
  const hour_format = useMirror(({ preferences }) => preferences.hour_format);
  // Read once, so that the defaults do not change with the clock.
  const [saved] = useState(() => (session ? toFields(session) : defaultFields(mirror.getState().clock.minute)));
  const draft = useDraft(session ? `session/${session.id}` : 'session/new', JSON.stringify(saved));
  const fields = parseDraft(draft.value) ?? saved;
  const [errors, setErrors] = useState<SessionErrors>({});
  useEffect(() => {
    dispatch({ type: 'load_boards' });
  }, []);

  const change = (changed: Partial<SessionFields>) => {
    draft.change(JSON.stringify({ ...fields, ...changed }));
    setErrors({});
  };

  const discardAndClose = () => {
    draft.discard();
    onDone();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (session && !draft.isDirty) {
      discardAndClose();
      return;
    }
    const entry = toSessionEntry(fields, session);
    if (!('minutes' in entry) || typeof entry.minutes !== 'number' || !('utc_offset' in entry)) {
      setErrors(entry as SessionErrors);
      return;
    }
    const rejection = session
      ? dispatch({ type: 'edit_session', session_id: session.id, session: entry })
      : dispatch({ type: 'add_session', session: entry });
    if (!rejection) discardAndClose();
    else if (entry.minutes < 1 || entry.minutes > MAX_MINUTES) setErrors({ minutes: MINUTES_OUT_OF_RANGE });
    // The core reports a future end as a wrong clock, but here it is a wrong input.
    else setErrors({ start: rejection.code === 'clock_ahead' ? END_IN_FUTURE : rejection.message });
  };

  const options = [{ value: '', text: 'No board' }, ...boards.map((board) => ({ value: board.id, text: board.name }))];
  if (saved.board !== '' && !options.some(({ value }) => value === saved.board)) {
    options.push({ value: saved.board, text: session?.board_name ?? 'Deleted board' });
  }
  const end = draft.isDirty || !session ? formatSessionEnd(fields, session, hour_format) : formatTimeAtOffset(session.end, session.utc_offset, hour_format);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <fieldset className="min-w-0" aria-describedby={errors.start ? `${id}-start` : undefined}>
        <legend className="mb-1.5 text-sm font-medium">Start</legend>
        <div className="flex flex-wrap gap-2">
          <input
            type="date"
            aria-label="Date"
            aria-invalid={errors.start ? true : undefined}
            min="1970-01-01"
            max="9999-12-31"
            value={fields.day}
            onChange={(event) => change({ day: event.target.value })}
            className={cx(inputClassName, 'h-10 w-auto! coarse:h-11')}
          />
          <input
            type="time"
            aria-label="Time"
            aria-invalid={errors.start ? true : undefined}
            value={fields.time}
            onChange={(event) => change({ time: event.target.value })}
            className={cx(inputClassName, 'h-10 w-auto! coarse:h-11')}
          />
        </div>
        <FieldError id={`${id}-start`}>{errors.start}</FieldError>
      </fieldset>
      <div>
        <label htmlFor={`${id}-minutes`} className="mb-1.5 block text-sm font-medium">
          Focused time
        </label>
        <span className="flex flex-wrap items-center gap-x-3">
          <NumberInput
            id={`${id}-minutes`}
            className="w-32"
            unit="min"
            min={1}
            max={MAX_MINUTES}
            value={fields.minutes}
            aria-invalid={errors.minutes ? true : undefined}
            aria-describedby={errors.minutes ? `${id}-wrong` : `${id}-end`}
            onChange={(minutes) => change({ minutes })}
          />
          <span id={`${id}-end`} className="digits text-sm text-secondary">
            {end && `until ${end}`}
          </span>
        </span>
        <FieldError id={`${id}-wrong`}>{errors.minutes}</FieldError>
      </div>
      <div>
        <span aria-hidden className="mb-1.5 block text-sm font-medium">
          Board
        </span>
        <Select
          label="Board"
          className="w-full"
          value={fields.board}
          options={options}
          onValueChange={(board) => change({ board })}
        />
        {session?.card_title && (
          <p className="mt-1.5 truncate text-sm text-secondary" title={session.card_title}>
            {fields.board === saved.board
              ? `Card: ${session.card_title}`
              : `Removes the link to “${session.card_title}”, which is on another board`}
          </p>
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={discardAndClose}>
          {draft.isDirty ? 'Discard' : 'Cancel'}
        </Button>
        <Button type="submit" variant="primary">
          {session ? 'Save' : 'Add session'}
        </Button>
      </div>
    </form>
  );
}

/** An error message; null if there is none. */
function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return children ? (
    <p id={id} role="alert" className="mt-1.5 text-sm text-danger">
      {children}
    </p>
  ) : null;
}
