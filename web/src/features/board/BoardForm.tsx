import type { Board, BoardEdit, Rejection } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import { dispatch } from '../../core/client';
import { useDraft, useMergedDraft } from '../../core/drafts';
import * as common from '../../messages/common';
import { Button } from '../../ui/Button';
import { ColorPicker } from '../../ui/ColorPicker';
import { Field } from '../../ui/Field';
import { Legend } from '../../ui/Legend';
import { TextArea } from '../../ui/TextArea';
import { OtherText } from './OtherText';

interface BoardFormProps {
  board: Board;
  /** Whether the name field is focused when the form appears. */
  autoFocus?: boolean;
  /** Called when the changes were accepted, or if there were none. */
  onDone: () => void;
}

/**
 * A form for a board's name, description and color. Drafts are kept until they are saved or discarded, even when the
 * form closes.
 */
export function BoardForm({ board, autoFocus = false, onDone }: BoardFormProps) {
  const name = useDraft(`board/${board.id}/name`, board.name);
  const description = useMergedDraft(`board/${board.id}/description`, board.description);
  // Drafts are texts, so "no color" is stored as an empty one.
  const color = useDraft(`board/${board.id}/color`, board.color ?? '');
  const [rejection, setRejection] = useState<Rejection | null>(null);
  const fields = [name, description, color];
  const isDirty = fields.some((field) => field.isDirty);

  const discard = () => {
    setRejection(null);
    for (const field of fields) field.discard();
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    const edits: BoardEdit[] = [];
    if (name.isDirty) edits.push({ field: 'name', value: name.value });
    if (description.isDirty) edits.push({ field: 'description', value: description.value });
    if (color.isDirty) edits.push({ field: 'color', value: color.value === '' ? null : color.value });
    const result = edits.length === 0 ? null : dispatch({ type: 'edit_board', board_id: board.id, edits, ...(description.isDirty && { description_base: description.base }) });
    setRejection(result);
    if (result) return;
    discard();
    onDone();
  };

  const isDescriptionError = rejection?.code === 'description_too_long';
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5">
      <Field
        label={common.boardName()}
        autoFocus={autoFocus}
        autoComplete="off"
        value={name.value}
        error={isDescriptionError ? null : rejection?.message}
        onChange={(event) => {
          name.change(event.target.value);
          setRejection(null);
        }}
      />
      <OtherText field={name} />
      <TextArea
        label={common.description()}
        rows={3}
        style={{ minHeight: 'calc(3lh + 1rem)' }}
        value={description.value}
        error={isDescriptionError ? rejection.message : null}
        onChange={(event) => {
          description.change(event.target.value);
          setRejection(null);
        }}
      />
      <OtherText field={description} isMerged />
      <fieldset className="flex flex-col gap-1.5">
        <Legend className="text-sm font-medium">{common.color()}</Legend>
        <ColorPicker label={common.color()} value={color.value === '' ? null : color.value} onValueChange={color.change} />
      </fieldset>
      <div className="flex flex-wrap justify-end gap-2">
        {isDirty && (
          <Button variant="quiet" onClick={discard}>
            {common.discard()}
          </Button>
        )}
        <Button type="submit" variant="primary">
          {common.save()}
        </Button>
      </div>
    </form>
  );
}
