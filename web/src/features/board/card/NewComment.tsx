import { type FormEvent, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useDraft } from '../../../core/drafts';
import * as messages from '../../../messages/card';
import { Button } from '../../../ui/Button';
import { useEditing } from '../../sharing';
import { CommentField } from './CommentField';

/** A field for a new comment. Its button appears with the first letter. */
export function NewComment({ card_id }: { card_id: string }) {
  const draft = useDraft(`card/${card_id}/comment`);
  const editing = useEditing(card_id, 'comment');
  const [error, setError] = useState<string | null>(null);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (draft.value.trim() === '') return;
    const rejection = dispatch({ type: 'add_comment', card_id, text: draft.value });
    setError(rejection?.message ?? null);
    if (!rejection) draft.discard();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <CommentField
        label={messages.commentNew()}
        isLabelHidden
        rows={2}
        placeholder={messages.commentPlaceholder()}
        value={draft.value}
        error={error}
        aria-keyshortcuts="Control+Enter"
        onValueChange={draft.change}
        onSubmit={submit}
        {...editing}
      />
      {draft.value.trim() !== '' && (
        <div className="flex items-center justify-end gap-3">
          <span className="text-xs text-secondary coarse:hidden">{messages.commentKeys()}</span>
          <Button type="submit">{messages.commentSubmit()}</Button>
        </div>
      )}
    </form>
  );
}
