import type { CommentAuthor, CommentView, Id } from '@twentyfour/core';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useMirror } from '../../../core/hooks';
import { useDraft } from '../../../core/drafts';
import { useBoardPermissions, useTimeFormat } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { formatTimestamp } from '../../../platform/format/times';
import { memberName } from '../../../shell/memberName';
import { Avatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { Markdown } from '../../../ui/Markdown';
import { Menu, MenuItem } from '../../../ui/Menu';
import { useEditing } from '../../sharing';
import { OtherText } from '../OtherText';
import { authorName } from './authorName';
import { CommentField } from './CommentField';
import { AddReaction, Reactions } from './Reactions';

/** A comment with its time and text. If it has a draft, the draft is shown instead. */
export function Comment({ card_id, comment }: { card_id: Id; comment: CommentView }) {
  const format = useTimeFormat();
  const draft = useDraft(`item/${comment.id}`, comment.text);
  const editing = useEditing(card_id, 'comment');
  const [isEditing, setIsEditing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const { can_comment } = useBoardPermissions();
  const isShared = useMirror(({ board }) => (board?.members?.length ?? 0) > 0);
  const when = formatTimestamp(comment.created_at, format);

  const finish = () => {
    draft.discard();
    setIsEditing(false);
    menu.current?.focus();
  };
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    const rejection = draft.isDirty
      ? dispatch({ type: 'edit_item', item_id: comment.id, edit: { field: 'text', value: draft.value } })
      : null;
    setError(rejection?.message ?? null);
    if (!rejection) finish();
  };

  return (
    <li className="group flex flex-col gap-1 rounded-md px-3 py-2 ring-1 ring-line ring-inset">
      <div className="flex items-center gap-2 text-xs text-secondary">
        {comment.author && <Author author={comment.author} />}
        <time dateTime={comment.created_at} className="shrink-0">
          {when}
        </time>
        {comment.edited_at && <span title={formatTimestamp(comment.edited_at, format)}>{messages.commentEdited()}</span>}
        <span className="ml-auto flex items-center">
          {can_comment && isShared && <AddReaction comment={comment} />}
          {(comment.can_edit || comment.can_delete) && (
            <Menu
              trigger={
                <IconButton
                  ref={menu}
                  label={messages.commentMenu({ time: when })}
                  className="-my-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 coarse:opacity-100"
                >
                  <Icon icon={Ellipsis} size={16} />
                </IconButton>
              }
            >
              {comment.can_edit && (
                <MenuItem icon={Pencil} movesFocus onSelect={() => setIsEditing(true)}>
                  {common.edit()}
                </MenuItem>
              )}
              {comment.can_delete && (
                <MenuItem icon={Trash2} isDanger onSelect={() => dispatch({ type: 'delete_item', item_id: comment.id })}>
                  {common.deleteAction()}
                </MenuItem>
              )}
            </Menu>
          )}
        </span>
      </div>
      {comment.can_edit && (isEditing || draft.isDirty) ? (
        <form onSubmit={save} className="flex flex-col gap-2">
          <CommentField
            label={messages.comment()}
            isLabelHidden
            autoFocus={isEditing}
            rows={2}
            value={draft.value}
            error={error}
            onValueChange={draft.change}
            onSubmit={save}
            {...editing}
          />
          <OtherText field={draft} />
          <div className="flex justify-end gap-1">
            <Button variant="quiet" onClick={finish}>
              {common.discard()}
            </Button>
            <Button type="submit">{messages.commentSave()}</Button>
          </div>
        </form>
      ) : (
        <Markdown text={comment.text} mentions={comment.mentions} />
      )}
      <Reactions comment={comment} />
    </li>
  );
}

/** The face and the name of a comment's author. */
function Author({ author }: { author: CommentAuthor }) {
  const { member } = author;
  const shown = authorName(author);
  return (
    <>
      {member && <Avatar name={memberName(member)} userId={member.user_id} picture={member.picture} size="small" />}
      <span title={shown} dir="auto" className="min-w-0 truncate font-medium text-primary">
        {shown}
      </span>
    </>
  );
}
