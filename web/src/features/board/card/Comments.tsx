import type { CommentView } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useDraft } from '../../../core/drafts';
import { useBoardPermissions } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import { formatNumber } from '../../../messages/format';
import { Button } from '../../../ui/Button';
import { EditedBy, useEditing } from '../../sharing';
import { CardSection } from './CardSection';
import { Comment } from './Comment';
import { CommentField } from './CommentField';

/** The comments of a card, oldest first, and a field for a new one. */
export function Comments({ card_id, comments }: { card_id: string; comments: readonly CommentView[] }) {
  const { can_comment } = useBoardPermissions();
  if (!can_comment && comments.length === 0) return null;
  const list = comments.length > 0 && (
    <ol aria-label={messages.comments()} className="flex flex-col gap-4">
      {comments.map((comment) => (
        <Comment key={comment.id} card_id={card_id} comment={comment} />
      ))}
    </ol>
  );
  return (
    <CardSection
      title={messages.comments()}
      aside={comments.length > 0 && <span className="digits text-sm text-secondary">{formatNumber(comments.length)}</span>}
    >
      {can_comment && list}
      <EditedBy card_id={card_id} field="comment">
        {can_comment ? <NewComment card_id={card_id} /> : list}
      </EditedBy>
    </CardSection>
  );
}

function NewComment({ card_id }: { card_id: string }) {
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
