import type { Id } from '@twentyfour/core';
import { GripVertical } from 'lucide-react';
import { use, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { useDraft } from '../../core/drafts';
import * as messages from '../../messages/board';
import { formatDuration } from '../../platform/format/durations';
import { cx } from '../../ui/cx';
import { inputClassName } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { isKey } from '../../ui/keyboard';
import { srOnly } from '../../ui/srOnly';
import { CanEditCardsContext } from './cardButtons';
import { useFocusedSeconds } from './cardTimer';
import { ListMenu } from './ListMenu';
import { displayListName } from './text';

interface ListHeaderProps {
  id: Id;
  name: string;
  count: number;
  /** The `tabIndex` of its controls. */
  tabIndex: 0 | -1;
  dragHandleRef: (element: Element | null) => void;
}

/**
 * A list's header: its name, the number of its cards and its menu. The whole header drags the list; the drag handle is
 * for the keyboard.
 */
export function ListHeader({ id, name, count, tabIndex, dragHandleRef }: ListHeaderProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const canEdit = use(CanEditCardsContext);
  const focused = useFocusedSeconds(id);
  const menu = useRef<HTMLButtonElement>(null);
  return (
    <header data-drag-header className={cx('flex items-center gap-1 p-2 compact:py-0.5', canEdit ? 'pl-1.5' : 'pl-3.5')}>
      {canEdit && (
        <button
          ref={dragHandleRef}
          type="button"
          tabIndex={tabIndex}
          aria-label={messages.listDragHandle({ name: displayListName(name) })}
          className="grid h-9 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-secondary hover:text-primary coarse:h-11"
        >
          <Icon icon={GripVertical} size={16} />
        </button>
      )}
      {isRenaming && canEdit ? (
        <RenameField
          id={id}
          name={name}
          onDone={(isByKey) => {
            setIsRenaming(false);
            if (isByKey) menu.current?.focus();
          }}
        />
      ) : (
        // Clicking the name is a shortcut for the pointer; Rename in the menu is accessible to all.
        <h2
          title={name}
          dir="auto"
          onClick={canEdit ? () => setIsRenaming(true) : undefined}
          className={cx('min-w-0 flex-1 truncate font-semibold', canEdit && 'cursor-text', name === '' && 'text-secondary')}
        >
          {displayListName(name)}
        </h2>
      )}
      {focused > 0 && (
        <span title={messages.listFocusTimeHint()} className="digits shrink-0 text-xs text-secondary">
          {messages.listFocusTime({ duration: formatDuration(focused), srOnly })}
        </span>
      )}
      <span className="digits px-1 text-sm text-secondary">
        {messages.listCount({ count, srOnly })}
      </span>
      <ListMenu id={id} name={name} is_collapsed={false} button={menu} tabIndex={tabIndex} onRename={() => setIsRenaming(true)} />
    </header>
  );
}

/** A field that renames a list in place: Enter or blur saves; Escape restores the old name and keeps the draft. */
function RenameField({ id, name, onDone }: { id: Id; name: string; onDone: (isByKey: boolean) => void }) {
  const draft = useDraft(`list/${id}/name`, name);
  const [error, setError] = useState<string | null>(null);
  // Moving the focus blurs the field, which must not save a second time.
  const isDone = useRef(false);
  const finish = (isByKey: boolean) => {
    isDone.current = true;
    onDone(isByKey);
  };
  const save = (isByKey: boolean) => {
    if (isDone.current) return;
    const edit = { field: 'name', value: draft.value } as const;
    const rejection = draft.isDirty ? dispatch({ type: 'edit_list', list_id: id, edit }) : null;
    setError(rejection?.message ?? null);
    if (rejection) return;
    draft.discard();
    finish(isByKey);
  };
  return (
    <div className="min-w-0 flex-1">
      <input
        dir="auto"
        aria-label={messages.listName()}
        aria-invalid={error ? true : undefined}
        autoFocus
        value={draft.value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => draft.change(event.target.value)}
        onBlur={() => save(false)}
        onKeyDown={(event) => {
          if (isKey(event, 'Enter')) save(true);
          if (isKey(event, 'Escape')) finish(true);
        }}
        className={cx(inputClassName, 'h-9 px-2 font-semibold')}
      />
      {error && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
