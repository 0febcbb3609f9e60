import type { Rejection } from '@twentyfour/core';
import { useState } from 'react';
import * as common from '../../messages/common';
import * as messages from '../../messages/views';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { isViewName } from './views';

interface ViewNameFormProps {
  initialName: string;
  /** Saves the name. Returns why it was rejected; null if it was accepted. */
  onSave: (name: string) => Rejection | null;
  onClose: () => void;
}

/** A form for the name of a view. It closes when the name is accepted. */
export function ViewNameForm({ initialName, onSave, onClose }: ViewNameFormProps) {
  const [name, setName] = useState(initialName);
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const message = isViewName(name) ? (onSave(name)?.message ?? null) : messages.nameInvalid();
        setError(message);
        if (message === null) onClose();
      }}
    >
      <Field
        label={messages.name()}
        value={name}
        error={error}
        autoFocus
        autoComplete="off"
        onChange={(event) => {
          setName(event.target.value);
          setError(null);
        }}
      />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {common.cancel()}
        </Button>
        <Button type="submit" variant="primary">
          {common.save()}
        </Button>
      </div>
    </form>
  );
}
