import type { CardView, Id } from '@twentyfour/core';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { CardEditor, type CardDraft, saveCard } from './CardEditor';
import { dueDateWords } from './dates';
import { PriorityMark } from './priorities';

/** What a card holds, to read and to edit. Closing it while editing keeps what was typed. */
export function CardDialog({ id, onClose }: { id: Id | null; onClose: () => void }) {
  const card = useMirror((mirror) => (id === null ? undefined : mirror.cards.get(id)));
  const [draft, setDraft] = useState<CardDraft | null>(null);
  // The card as it was when editing began: only what the person changed since then is theirs to save.
  const [original, setOriginal] = useState<CardView | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isGone = id !== null && !card;

  // Deleted elsewhere: nothing is open any more, so that the board can be used again.
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (!card) return null;

  /** Saves what was typed. Answers whether it was taken; what was refused stays in the form with the reason. */
  const save = (): boolean => {
    const refusal = draft && original && saveCard(original, draft);
    setError(refusal?.message ?? null);
    if (refusal) return false;
    setDraft(null);
    return true;
  };
  const close = () => {
    if (save()) onClose();
  };

  return (
    <Dialog open onClose={close} title={card.title}>
      {draft ? (
        <CardEditor draft={draft} error={error} onChange={setDraft} />
      ) : (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <PriorityMark priority={card.priority} />
            {card.due_date && <span className="text-secondary">Due {dueDateWords(card.due_date)}</span>}
            {card.labels.map((label) => (
              <span key={label} className="rounded-sm bg-hover px-1.5 py-0.5 text-xs">
                {label}
              </span>
            ))}
          </div>
          <p className={card.description ? 'whitespace-pre-wrap' : 'text-secondary'}>
            {card.description || 'No description yet.'}
          </p>
        </div>
      )}
      <div className="mt-6 flex justify-between gap-2">
        <Button
          look="danger"
          onClick={() => {
            setDraft(null);
            onClose();
            dispatch({ type: 'delete_card', card_id: card.id });
          }}
        >
          <Icon of={Trash2} size={16} />
          Delete
        </Button>
        {draft ? (
          <Button look="primary" onClick={save}>
            Save
          </Button>
        ) : (
          <Button
            look="primary"
            onClick={() => {
              setOriginal(card);
              setDraft({ title: card.title, description: card.description, priority: card.priority });
            }}
          >
            Edit Details
          </Button>
        )}
      </div>
    </Dialog>
  );
}
