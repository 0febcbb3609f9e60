import type { Id, Priority } from '@twentyfour/core';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { fieldClasses } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
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
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);

  if (!isOpen) {
    return (
      <Button ref={opener} look="quiet" className="m-2 mt-0 justify-start px-2" onClick={() => setIsOpen(true)}>
        <Icon of={Plus} />
        Add card
      </Button>
    );
  }

  const close = () => {
    setIsOpen(false);
    setError(null);
    // The button exists again only after React has drawn.
    requestAnimationFrame(() => opener.current?.focus());
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
    if (draft.title.trim() === '') return;
    const refusal = dispatch({ type: 'add_card', list_id, title: draft.title, priority: draft.priority });
    setError(refusal?.message ?? null);
    if (!refusal) onDraft({ title: '', priority: 'low' });
  };

  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      className="flex flex-col gap-2 p-2 pt-0"
    >
      <input
        ref={field}
        aria-label="Card title"
        aria-invalid={error ? true : undefined}
        placeholder="Card title"
        autoFocus
        autoComplete="off"
        value={draft.title}
        onChange={(event) => onDraft({ ...draft, title: event.target.value })}
        className={classes(fieldClasses, 'h-10 coarse:h-11')}
      />
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <div className="flex items-center justify-between gap-2">
        <Select
          label="Priority"
          value={draft.priority}
          options={PRIORITIES}
          onChoose={(priority) => onDraft({ ...draft, priority })}
        />
        <div className="flex gap-1">
          <Button look="quiet" className="px-3" onClick={close}>
            Close
          </Button>
          <Button type="submit" look="primary">
            Add
          </Button>
        </div>
      </div>
    </form>
  );
}
