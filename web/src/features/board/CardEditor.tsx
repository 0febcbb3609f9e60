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

/** Hands every changed field to the core, one intent each, up to the first that is refused. */
export function saveCard(card: CardView, draft: CardDraft): Rejection | null {
  const card_id = card.id;
  let refusal: Rejection | null = null;
  if (draft.title.trim() !== card.title) {
    refusal = dispatch({ type: 'edit_card', card_id, edit: { field: 'title', value: draft.title } });
  }
  if (!refusal && draft.description !== card.description) {
    refusal = dispatch({ type: 'edit_card', card_id, edit: { field: 'description', value: draft.description } });
  }
  if (!refusal && draft.priority !== card.priority) {
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
