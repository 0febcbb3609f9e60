import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { fieldClasses } from '../../ui/Field';
import { Icon } from '../../ui/Icon';

/** "New List" opens a focused field. Enter adds and keeps it open; Escape closes it and loses nothing. */
export function NewList() {
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);

  if (!isOpen) {
    return (
      <Button ref={opener} className="w-full justify-start" onClick={() => setIsOpen(true)}>
        <Icon of={Plus} />
        New List
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
    const refusal = dispatch({ type: 'add_list', name });
    setError(refusal?.message ?? null);
    if (refusal) return;
    setName('');
    // The new list pushes the form to the right, out of the window.
    requestAnimationFrame(() => form.current?.scrollIntoView({ inline: 'end', block: 'nearest' }));
  };

  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      className="flex flex-col gap-2 rounded-lg bg-(--list-bg) p-2 ring-1 ring-line ring-inset"
    >
      <input
        aria-label="List name"
        aria-invalid={error ? true : undefined}
        placeholder="List name"
        autoFocus
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        className={classes(fieldClasses, 'h-10 coarse:h-11')}
      />
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <div className="flex justify-end gap-1">
        <Button look="quiet" className="px-3" onClick={close}>
          Close
        </Button>
        <Button type="submit" look="primary">
          Add
        </Button>
      </div>
    </form>
  );
}
