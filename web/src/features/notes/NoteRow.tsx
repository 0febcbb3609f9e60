import type { Id } from '@twentyfour/core';
import { Pin, RotateCcw, Split } from 'lucide-react';
import { memo, type MouseEvent, type RefObject } from 'react';
import { Link } from 'react-router';
import { useMirror, useTimeFormat } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { formatShortTimestamp } from '../../platform/format/times';
import { cx } from '../../ui/cx';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { srOnly } from '../../ui/srOnly';
import { Tooltip } from '../../ui/Tooltip';
import { formatDaysLeft } from '../trash';
import { restoreNote } from './actions';
import { notePath, displayNoteTitle } from './noteLinks';
import { NoteMenu } from './NoteMenu';

interface NoteRowProps {
  id: Id;
  isTrash: boolean;
  isOpen: boolean;
  /** Whether this row is the tab stop. */
  isTabStop: boolean;
  /**
   * The position in a virtualized list: the offset in pixels, and its number out of how many. Null if all rows are
   * mounted.
   */
  virtualPosition: { start: number; position: number; size: number } | null;
  onRowFocus: () => void;
  onMenu: (event: MouseEvent) => void;
  fallbackFocus: RefObject<HTMLElement | null>;
}

/** A note in the list: its title, a preview of the text, and the time of its last edit. */
export const NoteRow = memo(function NoteRow({ id, isTrash, isOpen, isTabStop, virtualPosition, onRowFocus, onMenu, fallbackFocus }: NoteRowProps) {
  const note = useMirror(({ notes }) => notes.get(id));
  const format = useTimeFormat();
  if (!note) return null;
  const title = displayNoteTitle(note);
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li
      aria-setsize={virtualPosition?.size}
      aria-posinset={virtualPosition?.position}
      style={virtualPosition ? { top: virtualPosition.start } : undefined}
      onContextMenu={onMenu}
      className={cx(
        'group flex h-16 items-center rounded-md pr-1 transition-colors duration-120 hover:bg-hover',
        isOpen && 'bg-hover',
        virtualPosition ? 'absolute inset-x-0' : 'relative',
      )}
    >
      <Link
        to={notePath(id, isTrash)}
        data-note-id={id}
        aria-current={isOpen ? 'page' : undefined}
        tabIndex={tabIndex}
        title={title}
        onFocus={onRowFocus}
        className="flex h-full min-w-0 flex-1 flex-col justify-center gap-0.5 rounded-md px-3 focus-visible:-outline-offset-2"
      >
        <span className="flex items-center gap-1.5">
          <NoteTitle title={title} isPinned={note.pinned_at !== null} hasConflict={note.has_apart} />
        </span>
        <span className="flex gap-2 text-sm text-secondary">
          <span className="digits shrink-0">
            {isTrash && note.days_left !== null ? formatDaysLeft(note.days_left) : formatShortTimestamp(note.edited_at, format)}
          </span>
          {!isTrash && (
            <span dir="auto" className="truncate">
              {note.snippet}
            </span>
          )}
        </span>
      </Link>
      {isTrash ? (
        <Tooltip text={common.restore()}>
          <IconButton
            data-note-menu
            label={messages.rowRestore({ title })}
            tabIndex={tabIndex}
            onClick={(event) => {
              // The row is removed in the next render, so the focus is moved before.
              moveFocusBeforeUnmount(event.currentTarget, '[data-note-menu]', fallbackFocus.current);
              restoreNote(note);
            }}
          >
            <Icon icon={RotateCcw} />
          </IconButton>
        </Tooltip>
      ) : (
        <NoteMenu
          id={id}
          fallbackFocus={fallbackFocus}
          tabIndex={tabIndex}
          className="group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 [@media(hover:hover)]:opacity-0"
        />
      )}
    </li>
  );
});

/** The title of a note; pinned and conflicting are shown by icons, and in words for screen readers. */
function NoteTitle({ title, isPinned, hasConflict }: { title: string; isPinned: boolean; hasConflict: boolean }) {
  if (isPinned && hasConflict) return messages.rowPinnedConflict({ title, pinned, name, conflict });
  if (isPinned) return messages.rowPinned({ title, pinned, name });
  if (hasConflict) return messages.rowConflict({ title, name, conflict });
  return name(title);
}

const name = (text: string) => (
  <span dir="auto" className="truncate font-semibold">
    {text}
  </span>
);

const pinned = (text: string) => (
  <>
    <Icon icon={Pin} size={14} className="shrink-0 text-accent-text" />
    {srOnly(text)}
  </>
);

const conflict = (text: string) => (
  <>
    <Icon icon={Split} size={14} className="shrink-0 text-warning" />
    {srOnly(text)}
  </>
);
