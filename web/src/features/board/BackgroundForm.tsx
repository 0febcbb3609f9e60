import type { Board, Rejection } from '@twentyfour/core';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { dispatch } from '../../core/client';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Icon } from '../../ui/Icon';
import { pictures } from './pictures';

interface BackgroundFormProps {
  board: Board;
  /** The picture that is looked at; undefined while it is the board's own. */
  preview: string | undefined;
  onPreview: (image: string | undefined) => void;
}

/** Picking a picture shows it behind the board at once; Save keeps it. Default takes the picture away and saves at once. */
export function BackgroundForm({ board, preview, onPreview }: BackgroundFormProps) {
  const group = useId();
  const [refused, setRefused] = useState<Rejection | null>(null);
  const chosen = preview ?? board.image;

  const save = (value: string | null) => {
    const refusal =
      value === board.image
        ? null
        : dispatch({ type: 'edit_board', board_id: board.id, edits: [{ field: 'image', value }] });
    setRefused(refusal);
    if (!refusal) onPreview(undefined);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(chosen);
      }}
      className="flex flex-col gap-5"
    >
      <div role="radiogroup" aria-label="Pictures" className="grid grid-cols-2 gap-3">
        {pictures().map(({ name, image, thumb }) => (
          <label
            key={image}
            className={classes(
              'relative block aspect-video cursor-pointer overflow-hidden rounded-md',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus-ring)',
              chosen === image ? 'ring-2 ring-accent-text' : 'ring-1 ring-line',
            )}
          >
            <input
              type="radio"
              name={group}
              aria-label={name}
              checked={chosen === image}
              onChange={() => onPreview(image)}
              className="sr-only"
            />
            <img src={thumb} alt="" loading="lazy" className="size-full object-cover" />
            {chosen === image && (
              <span className="absolute top-2 right-2 grid size-6 place-items-center rounded-full bg-raised text-accent-text">
                <Icon of={Check} size={16} />
              </span>
            )}
          </label>
        ))}
      </div>
      {refused && (
        <p role="alert" className="text-sm text-danger">
          {refused.message}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={() => save(null)}>Default</Button>
        <Button type="submit" look="primary">
          Save
        </Button>
      </div>
    </form>
  );
}
