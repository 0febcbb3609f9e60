import type { Rejection } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';

interface BoardNameDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  button: string;
  initial?: string;
  /** Hands the name over; answers why it is refused. */
  submit: (name: string) => Rejection | null;
}

/** A dialog with the single field "Board Name", for a new board and for a new name. */
export function BoardNameDialog({ open, onClose, title, button, initial = '', submit }: BoardNameDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <NameForm button={button} initial={initial} submit={submit} onDone={onClose} />
    </Dialog>
  );
}

/** Apart from the dialog, so that it begins anew whenever that opens. */
function NameForm({
  button,
  initial,
  submit,
  onDone,
}: Pick<BoardNameDialogProps, 'button' | 'submit'> & { initial: string; onDone: () => void }) {
  const [name, setName] = useState(initial);
  const [refused, setRefused] = useState<Rejection | null>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const refusal = submit(name);
    setRefused(refusal);
    if (!refusal) onDone();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <Field
        label="Board Name"
        autoFocus
        value={name}
        autoComplete="off"
        error={refused?.message ?? null}
        onChange={(event) => {
          setName(event.target.value);
          setRefused(null);
        }}
      />
      <div className="flex justify-end">
        <Button type="submit" look="primary">
          {button}
        </Button>
      </div>
    </form>
  );
}
