import type { Id, Priority } from '@twentyfour/core';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { dispatch } from '../../core/client';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { InlineButtons, InlineField, useInlineForm } from '../../ui/InlineForm';
import { Select } from '../../ui/Select';
import { PRIORITIES } from './priorities';

interface Draft {
  title: string;
  priority: Priority;
}

interface AddCardProps {
  list_id: Id;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

/** "Add card" opens a focused field. Enter adds and keeps it open; Escape closes it and loses nothing. */
export function AddCard({ list_id, draft, onDraft }: AddCardProps) {
  const { isOpen, opener, error, open, close, tell } = useInlineForm();
  const field = useRef<HTMLInputElement>(null);

  if (!isOpen) {
    return (
      <Button ref={opener} look="quiet" className="m-2 mt-0 justify-start px-2" onClick={open}>
        <Icon of={Plus} />
        Add card
      </Button>
    );
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
    if (draft.title.trim() === '') return;
    const isTaken = tell(dispatch({ type: 'add_card', list_id, title: draft.title, priority: draft.priority }));
    if (isTaken) onDraft({ title: '', priority: 'low' });
  };

  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      className="flex flex-col gap-2 p-2 pt-0"
    >
      <InlineField
        ref={field}
        label="Card title"
        error={error}
        value={draft.title}
        onChange={(event) => onDraft({ ...draft, title: event.target.value })}
      />
      <div className="flex items-center justify-between gap-2">
        <Select
          label="Priority"
          value={draft.priority}
          options={PRIORITIES}
          onChoose={(priority) => onDraft({ ...draft, priority })}
        />
        <InlineButtons onClose={close} />
      </div>
    </form>
  );
}
