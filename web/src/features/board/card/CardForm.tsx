import type { CardDetails, CardEdit, CardView, Id, Priority, Rejection } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch } from '../../../core/client';
import { type DraftField, useDraft } from '../../../core/drafts';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Select';
import { PRIORITIES } from '../priorities';
import { DescriptionField } from './DescriptionField';
import { DueDateField } from './DueDateField';
import { LabelsField } from './LabelsField';

/** The fields of a card that are edited together, each with its own draft. */
export interface CardFields {
  title: DraftField;
  description: DraftField;
  priority: DraftField;
  due_date: DraftField;
  labels: DraftField;
}

/** The drafts of a card's fields. The card is the one whose dialog is open; another card's dialog has fields of its own. */
export function useCardFields(card: CardView, details: CardDetails | null): CardFields {
  return {
    title: useDraft(`card/${card.id}/title`, card.title),
    description: useDraft(`card/${card.id}/description`, details?.description ?? ''),
    priority: useDraft(`card/${card.id}/priority`, card.priority),
    due_date: useDraft(`card/${card.id}/due_date`, card.due_date ?? ''),
    labels: useDraft(`card/${card.id}/labels`, JSON.stringify(card.labels)),
  };
}

/** Whether something has been typed or chosen that is not saved. */
export function isUnsaved(fields: CardFields): boolean {
  return Object.values(fields).some(({ isDirty }: DraftField) => isDirty);
}

/** Forgets what was typed and chosen. */
export function discardFields(fields: CardFields): void {
  for (const field of Object.values(fields) as DraftField[]) field.discard();
}

/**
 * Hands the fields that the person has changed to the core, all in one intent: all of them are taken, or none. What
 * others changed meanwhile stays theirs.
 */
export function saveFields(card_id: string, fields: CardFields): Rejection | null {
  const edits: CardEdit[] = [];
  if (fields.title.isDirty) edits.push({ field: 'title', value: fields.title.value });
  if (fields.description.isDirty) edits.push({ field: 'description', value: fields.description.value });
  if (fields.priority.isDirty) edits.push({ field: 'priority', value: fields.priority.value as Priority });
  if (fields.due_date.isDirty) edits.push({ field: 'due_date', value: fields.due_date.value || null });
  if (fields.labels.isDirty) edits.push({ field: 'labels', value: parseLabels(fields.labels.value) });
  const refusal = edits.length === 0 ? null : dispatch({ type: 'edit_card', card_id, edits });
  if (!refusal) discardFields(fields);
  return refusal;
}

/** The labels of a draft, which is kept as JSON text. */
export function parseLabels(text: string): string[] {
  try {
    const labels: unknown = JSON.parse(text);
    return Array.isArray(labels) ? labels.filter((label) => typeof label === 'string') : [];
  } catch {
    return [];
  }
}

/** The field that a refusal speaks of. */
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
  refusal: Rejection | null;
}

/** A card's fields to edit. */
export function CardForm({ card_id, fields, refusal }: CardFormProps) {
  // Only the title of a card that is opened for editing takes the focus, not that of one that comes back with a draft.
  const [titleFocus] = useState(!isUnsaved(fields));
  const errorField = refusal && errorFieldOf(refusal);
  const errorOf = (field: keyof CardFields) => (errorField === field ? refusal?.message : null);
  return (
    <div className="flex flex-col gap-5">
      {refusal && errorField === null && (
        <p role="alert" className="text-sm text-danger">
          {refusal.message}
        </p>
      )}
      <Field
        label="Title"
        autoFocus={titleFocus}
        autoComplete="off"
        value={fields.title.value}
        error={errorOf('title')}
        onChange={(event) => fields.title.change(event.target.value)}
      />
      <DescriptionField field={fields.description} error={errorOf('description')} />
      <div className="flex flex-wrap gap-x-6 gap-y-5">
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            Priority
          </span>
          <Select
            label="Priority"
            value={fields.priority.value as Priority}
            options={PRIORITIES}
            onValueChange={fields.priority.change}
          />
        </div>
        <DueDateField field={fields.due_date} error={errorOf('due_date')} />
      </div>
      <LabelsField card_id={card_id} field={fields.labels} error={errorOf('labels')} />
    </div>
  );
}
