import type { CardDetails, CardEdit, CardView, Id, Priority, Rejection } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch } from '../../../core/client';
import { type DraftField, type MergedDraftField, useDraft, useMergedDraft } from '../../../core/drafts';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Select';
import { EditedBy, useEditing } from '../../sharing';
import { parseLabels } from '../labels';
import { priorityOptions } from '../priorities';
import { DescriptionField } from './DescriptionField';
import { DueDateField } from './DueDateField';
import { LabelsField } from './LabelsField';
import { OtherText } from '../OtherText';

/** The fields of a card that are edited together, each with its own draft. */
export interface CardFields {
  title: DraftField;
  description: MergedDraftField;
  priority: DraftField;
  due_date: DraftField;
  labels: DraftField;
}

/** Returns the drafts of the open card's fields. The dialog of another card has its own. */
export function useCardFields(card: CardView, details: CardDetails | null): CardFields {
  return {
    title: useDraft(`card/${card.id}/title`, card.title),
    description: useMergedDraft(`card/${card.id}/description`, details?.description ?? ''),
    priority: useDraft(`card/${card.id}/priority`, card.priority),
    due_date: useDraft(`card/${card.id}/due_date`, card.due_date ?? ''),
    labels: useDraft(`card/${card.id}/labels`, JSON.stringify(card.labels)),
  };
}

/** Returns whether a field has unsaved changes. */
export function isUnsaved(fields: CardFields): boolean {
  return Object.values(fields).some(({ isDirty }: DraftField) => isDirty);
}

/** Discards the drafts of all fields. */
export function discardFields(fields: CardFields): void {
  for (const field of Object.values(fields) as DraftField[]) field.discard();
}

/**
 * Dispatches the changed fields as one intent, so that all or none are accepted. Fields that the user has not changed
 * keep the changes of others.
 */
export function saveFields(card_id: string, fields: CardFields): Rejection | null {
  const edits: CardEdit[] = [];
  if (fields.title.isDirty) edits.push({ field: 'title', value: fields.title.value });
  if (fields.description.isDirty) edits.push({ field: 'description', value: fields.description.value });
  if (fields.priority.isDirty) edits.push({ field: 'priority', value: fields.priority.value as Priority });
  if (fields.due_date.isDirty) edits.push({ field: 'due_date', value: fields.due_date.value || null });
  if (fields.labels.isDirty) edits.push({ field: 'labels', value: parseLabels(fields.labels.value) });
  const rejection = edits.length === 0 ? null : dispatch({ type: 'edit_card', card_id, edits, ...(fields.description.isDirty && { description_base: fields.description.base }) });
  if (!rejection) discardFields(fields);
  return rejection;
}

/** Returns the field that a rejection is about. */
function errorFieldOf({ code }: Rejection): keyof CardFields | null {
  if (code.startsWith('title')) return 'title';
  if (code.startsWith('description')) return 'description';
  if (code.startsWith('due_date')) return 'due_date';
  if (code.includes('label')) return 'labels';
  return null;
}

interface CardFormProps {
  card_id: Id;
  fields: CardFields;
  rejection: Rejection | null;
}

/** A form for a card's fields. */
export function CardForm({ card_id, fields, rejection }: CardFormProps) {
  // The title is only focused when the user starts editing, not when a draft reopens the form.
  const [titleFocus] = useState(!isUnsaved(fields));
  const editing = useEditing(card_id, 'title');
  const errorField = rejection && errorFieldOf(rejection);
  const errorOf = (field: keyof CardFields) => (errorField === field ? rejection?.message : null);
  return (
    <div className="flex flex-col gap-5">
      {rejection && errorField === null && (
        <p role="alert" className="text-sm text-danger">
          {rejection.message}
        </p>
      )}
      <EditedBy card_id={card_id} field="title">
        <Field
          label={messages.titleLabel()}
          autoFocus={titleFocus}
          autoComplete="off"
          value={fields.title.value}
          error={errorOf('title')}
          onChange={(event) => fields.title.change(event.target.value)}
          {...editing}
        />
      </EditedBy>
      <OtherText field={fields.title} />
      <DescriptionField card_id={card_id} field={fields.description} error={errorOf('description')} />
      <div className="flex flex-wrap gap-x-6 gap-y-5">
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            {common.priority()}
          </span>
          <Select
            label={common.priority()}
            value={fields.priority.value as Priority}
            options={priorityOptions()}
            onValueChange={fields.priority.change}
          />
        </div>
        <DueDateField field={fields.due_date} error={errorOf('due_date')} />
      </div>
      <LabelsField card_id={card_id} field={fields.labels} error={errorOf('labels')} />
    </div>
  );
}
