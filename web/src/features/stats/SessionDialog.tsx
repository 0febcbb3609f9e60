import type { FocusSessionView, HourFormat, SessionField, SessionFormView } from '@twentyfour/core';
import { type FormEvent, useId, useLayoutEffect, useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import { useDraft } from '../../core/drafts';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/stats';
import { formatTime } from '../../platform/format/times';
import { zoneOffsets } from '../../platform/time-zone';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Dialog } from '../../ui/Dialog';
import { inputClassName } from '../../ui/Field';
import { Legend } from '../../ui/Legend';
import { NumberInput } from '../../ui/NumberInput';
import { Select } from '../../ui/Select';
import { parseDraft, type SessionDraft, toDraft, toFields } from './sessionForm';

/** Prepares the form for `SessionDialog`. `session` is the session to edit; null to add one. */
export function openSessionForm(session: FocusSessionView | null): void {
  dispatch({ type: 'open_session_form', session_id: session?.id ?? null });
}

interface SessionDialogProps {
  /** The session to edit; null to add one. */
  session: FocusSessionView | null;
  onClose: () => void;
}

/**
 * A dialog that adds a session that the timer did not record, or edits one. Call `openSessionForm` before showing it.
 */
export function SessionDialog({ session, onClose }: SessionDialogProps) {
  // The core keeps the previous form if it rejects this one, because another device has deleted the session.
  const form = useMirror(({ session_form }) => (session_form?.session_id === (session?.id ?? null) ? session_form : null));
  return form && (
    <Dialog
      open
      onClose={onClose}
      title={session ? messages.sessionEdit() : messages.sessionAdd()}
      {...(session ? {} : { description: messages.sessionAddHint() })}
    >
      <SessionForm session={session} form={form} onDone={onClose} />
    </Dialog>
  );
}

interface SessionFormProps {
  session: FocusSessionView | null;
  /** The fields as the core has checked them last. */
  form: SessionFormView;
  onDone: () => void;
}

function SessionForm({ session, form, onDone }: SessionFormProps) {
  const id = useId();
  const boards = useMirror((state) => state.boards).filter((board) => !board.is_template);
  const range = useMirror(({ ranges }) => ranges.session_minutes);
  const hour_format = useMirror(({ preferences }) => preferences.hour_format);
  const [saved] = useState(() => toDraft(form.fields));
  const draft = useDraft(session ? `session/${session.id}` : 'session/new', JSON.stringify(saved));
  const fields = parseDraft(draft.value) ?? saved;
  // Errors are shown from saving until the next change.
  const [showsErrors, setShowsErrors] = useState(false);
  const [rejection, setRejection] = useState<string | null>(null);

  const check = () =>
    dispatch({
      type: 'change_session_form',
      fields: toFields(fields),
      offsets: zoneOffsets(fields.day, fields.time, session?.start ?? null),
    });
  // Before the browser paints, so that the end and the card always belong to the fields.
  useLayoutEffect(() => {
    check();
    // oxlint-disable-next-line react/exhaustive-deps -- The fields are those of the draft.
  }, [draft.value]);

  const change = (changed: Partial<SessionDraft>) => {
    draft.change(JSON.stringify({ ...fields, ...changed }));
    setShowsErrors(false);
    setRejection(null);
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
    // Time has passed since the last change, which decides whether the session ends in the future.
    const unchecked = check();
    if (unchecked) {
      setRejection(unchecked.message);
      return;
    }
    const entry = mirror.getState().session_form?.entry;
    if (!entry) {
      setShowsErrors(true);
      return;
    }
    const rejected = session
      ? dispatch({ type: 'edit_session', session_id: session.id, session: entry })
      : dispatch({ type: 'add_session', session: entry });
    if (rejected) setRejection(rejected.message);
    else discardAndClose();
  };

  const errorOf = (field: SessionField) =>
    showsErrors ? form.errors.find((error) => error.field === field)?.message : undefined;
  const errors = { start: rejection ?? errorOf('start'), minutes: errorOf('minutes') };
  const options = [{ value: '', text: messages.sessionNoBoard() }, ...boards.map((board) => ({ value: board.id, text: board.name }))];
  if (saved.board !== '' && !options.some(({ value }) => value === saved.board)) {
    options.push({ value: saved.board, text: session?.board_name ?? messages.sessionDeletedBoard() });
  }
  const end = form.end && describeEnd(form.end, fields.day, hour_format);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <fieldset className="min-w-0" aria-describedby={errors.start ? `${id}-start` : undefined}>
        <Legend className="mb-1.5 block text-sm font-medium">{messages.sessionStart()}</Legend>
        <div className="flex flex-wrap gap-2">
          <input
            type="date"
            aria-label={common.date()}
            aria-invalid={errors.start ? true : undefined}
            min="1970-01-01"
            max="9999-12-31"
            value={fields.day}
            onChange={(event) => change({ day: event.target.value })}
            className={cx(inputClassName, 'h-10 w-auto! coarse:h-11')}
          />
          <input
            type="time"
            aria-label={common.time()}
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
          {messages.sessionMinutes()}
        </label>
        <span className="flex flex-wrap items-center gap-x-3">
          <NumberInput
            id={`${id}-minutes`}
            className="w-32"
            unit={common.minutesUnit()}
            {...range}
            value={fields.minutes}
            aria-invalid={errors.minutes ? true : undefined}
            aria-describedby={errors.minutes ? `${id}-wrong` : `${id}-end`}
            onChange={(minutes) => change({ minutes })}
          />
          <span id={`${id}-end`} className="digits text-sm text-secondary">
            {end}
          </span>
        </span>
        <FieldError id={`${id}-wrong`}>{errors.minutes}</FieldError>
      </div>
      <div>
        <span aria-hidden className="mb-1.5 block text-sm font-medium">
          {common.board()}
        </span>
        <Select
          label={common.board()}
          className="w-full"
          value={fields.board}
          options={options}
          onValueChange={(board) => change({ board })}
        />
        {session?.card_title && (
          <p className="mt-1.5 truncate text-sm text-secondary" title={session.card_title}>
            {form.keeps_card
              ? messages.sessionCard({ title: session.card_title })
              : messages.sessionCardRemoved({ title: session.card_title })}
          </p>
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={discardAndClose}>
          {draft.isDirty ? common.discard() : common.cancel()}
        </Button>
        <Button type="submit" variant="primary">
          {session ? common.save() : messages.sessionAdd()}
        </Button>
      </div>
    </form>
  );
}

/** Formats the end of a session that starts on `startDay`. `end` is a local day and minute, `YYYY-MM-DDTHH:MM`. */
function describeEnd(end: string, startDay: string, hour_format: HourFormat): string {
  const [day = '', minute = ''] = end.split('T');
  const time = formatTime(minute, hour_format);
  return day === startDay ? messages.sessionEnd({ time }) : messages.sessionEndNextDay({ time });
}

/** An error message; null if there is none. */
function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return children ? (
    <p id={id} role="alert" className="mt-1.5 text-sm text-danger">
      {children}
    </p>
  ) : null;
}
