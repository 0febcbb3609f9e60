import type { CardView, Priority, Rejection } from '@twentyfour/core';
import { useId } from 'react';
import { dispatch } from '../../core/client';
import { classes } from '../../ui/classes';
import { Field, fieldClasses } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { PRIORITIES } from './priorities';

/** What the editor changes. */
export interface CardDraft {
  title: string;
  description: string;
  priority: Priority;
}

/**
 * Hands every field that differs from the card as it was when editing began to the core, one intent each, up to the first
 * that is refused. What others changed meanwhile stays theirs.
 */
export function saveCard(original: CardView, draft: CardDraft): Rejection | null {
  const card_id = original.id;
  let refusal: Rejection | null = null;
  if (draft.title.trim() !== original.title) {
    refusal = dispatch({ type: 'edit_card', card_id, edit: { field: 'title', value: draft.title } });
  }
  if (!refusal && draft.description !== original.description) {
    refusal = dispatch({ type: 'edit_card', card_id, edit: { field: 'description', value: draft.description } });
  }
  if (!refusal && draft.priority !== original.priority) {
    refusal = dispatch({ type: 'edit_card', card_id, edit: { field: 'priority', value: draft.priority } });
  }
  return refusal;
}

interface CardEditorProps {
  draft: CardDraft;
  error: string | null;
  onChange: (draft: CardDraft) => void;
}

export function CardEditor({ draft, error, onChange }: CardEditorProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Title"
        autoFocus
        value={draft.title}
        error={error}
        onChange={(event) => onChange({ ...draft, title: event.target.value })}
      />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          Description
        </label>
        <textarea
          id={id}
          rows={6}
          value={draft.description}
          onChange={(event) => onChange({ ...draft, description: event.target.value })}
          className={classes(fieldClasses, 'resize-y py-2')}
        />
      </div>
      <Select
        label="Priority"
        className="self-start"
        value={draft.priority}
        options={PRIORITIES}
        onChoose={(priority) => onChange({ ...draft, priority })}
      />
    </div>
  );
}
