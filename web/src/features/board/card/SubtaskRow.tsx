import type { SubtaskView } from '@twentyfour/core';
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useDraft } from '../../../core/drafts';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { cx } from '../../../ui/cx';
import { inputClassName } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { isKey } from '../../../ui/keyboard';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/Menu';

interface SubtaskRowProps {
  subtask: SubtaskView;
  index: number;
  isLast: boolean;
  canEdit: boolean;
}

/** A sub-task: its checkbox, its name, which is renamed by a click, and a menu to move and delete it. */
export const SubtaskRow = memo(function SubtaskRow({ subtask, index, isLast, canEdit }: SubtaskRowProps) {
  const { id: item_id, title, is_done } = subtask;
  // A draft reopens the field.
  const hasDraft = useMirror(({ drafts }) => drafts.has(`item/${item_id}`));
  const [isRenaming, setIsRenaming] = useState<'closed' | 'restored' | 'opened'>(hasDraft ? 'restored' : 'closed');
  const menu = useRef<HTMLButtonElement>(null);
  const moveTo = (to: number) => dispatch({ type: 'move_subtask', item_id, index: to });
  return (
    <li className="group flex items-start gap-1 rounded-sm hover:bg-hover">
      <label className={cx('grid size-9 shrink-0 place-items-center coarse:size-11', canEdit && 'cursor-pointer')}>
        <input
          type="checkbox"
          aria-label={title}
          checked={is_done}
          disabled={!canEdit}
          onChange={() => dispatch({ type: 'edit_item', item_id, edit: { field: 'done', value: !is_done } })}
          className={cx('size-4', canEdit && 'cursor-pointer')}
        />
      </label>
      {isRenaming !== 'closed' && canEdit ? (
        <RenameSubtask
          subtask={subtask}
          takesFocus={isRenaming === 'opened'}
          onDone={() => {
            setIsRenaming('closed');
            menu.current?.focus();
          }}
        />
      ) : (
        // Clicking the name is a shortcut for the pointer; Rename in the menu is accessible to all.
        <p
          dir="auto"
          onClick={canEdit ? () => setIsRenaming('opened') : undefined}
          className={cx('min-w-0 flex-1 py-2 coarse:py-3', canEdit && 'cursor-text', is_done && 'text-secondary line-through')}
        >
          {title}
        </p>
      )}
      {canEdit && (
        <Menu
          trigger={
            <IconButton
              ref={menu}
              label={common.optionsFor({ name: title })}
              className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 coarse:opacity-100"
            >
              <Icon icon={Ellipsis} size={16} />
            </IconButton>
          }
        >
          <MenuItem icon={Pencil} movesFocus onSelect={() => setIsRenaming('opened')}>
            {common.rename()}
          </MenuItem>
          {index > 0 && (
            <MenuItem icon={ArrowUp} onSelect={() => moveTo(index - 1)}>
              {messages.subtaskMoveUp()}
            </MenuItem>
          )}
          {!isLast && (
            <MenuItem icon={ArrowDown} onSelect={() => moveTo(index + 1)}>
              {messages.subtaskMoveDown()}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={Trash2} isDanger onSelect={() => dispatch({ type: 'delete_item', item_id })}>
            {common.deleteAction()}
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}, isSame);

/** Returns whether two rows look the same. The core sends all sub-tasks as new objects when one of them changes. */
function isSame({ subtask: before, ...rest }: SubtaskRowProps, { subtask, ...next }: SubtaskRowProps): boolean {
  return (
    before.id === subtask.id && before.title === subtask.title && before.is_done === subtask.is_done &&
    rest.index === next.index && rest.isLast === next.isLast && rest.canEdit === next.canEdit
  );
}

interface RenameSubtaskProps {
  subtask: SubtaskView;
  takesFocus: boolean;
  onDone: () => void;
}

/**
 * A field that renames a sub-task: Enter or blur saves; Escape restores the old name and keeps the draft. The dialog
 * stays open.
 */
function RenameSubtask({ subtask, takesFocus, onDone }: RenameSubtaskProps) {
  const draft = useDraft(`item/${subtask.id}`, subtask.title);
  const [error, setError] = useState<string | null>(null);
  // Moving the focus blurs the field, which must not save a second time.
  const isDone = useRef(false);
  const close = () => {
    isDone.current = true;
    onDone();
  };
  const save = () => {
    if (isDone.current) return;
    const rejection = draft.isDirty
      ? dispatch({ type: 'edit_item', item_id: subtask.id, edit: { field: 'title', value: draft.value } })
      : null;
    setError(rejection?.message ?? null);
    if (rejection) return;
    draft.discard();
    close();
  };
  return (
    <div className="min-w-0 flex-1">
      <input
        dir="auto"
        aria-label={messages.subtask()}
        aria-invalid={error ? true : undefined}
        data-handles-escape
        autoFocus={takesFocus}
        autoComplete="off"
        value={draft.value}
        onChange={(event) => draft.change(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (isKey(event, 'Enter')) save();
          if (isKey(event, 'Escape')) close();
        }}
        className={cx(inputClassName, 'h-9 px-2 coarse:h-11')}
      />
      {error && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
