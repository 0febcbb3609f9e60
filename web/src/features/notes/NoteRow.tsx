import type { Id } from '@twentyfour/core';
import { Pin, RotateCcw, Split } from 'lucide-react';
import { memo, type MouseEvent, type RefObject } from 'react';
import { Link } from 'react-router';
import { useMirror, useTimeFormat } from '../../core/hooks';
import { shortMomentWords } from '../../core/times';
import { classes } from '../../ui/classes';
import { handFocusOn } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Tooltip } from '../../ui/Tooltip';
import { goneWords } from '../trash/entries';
import { restoreNote } from './actions';
import { NoteMenu } from './NoteMenu';
import { notePath, noteTitle } from './words';

interface NoteRowProps {
  id: Id;
  isTrash: boolean;
  isOpen: boolean;
  /** Whether it is the row that the keyboard comes to. */
  isReached: boolean;
  /** Where it stands among all, where not all are mounted: pixels from the top, and its number of how many. */
  place: { start: number; position: number; size: number } | null;
  onReach: () => void;
  onMenu: (event: MouseEvent) => void;
  whereElse: RefObject<HTMLElement | null>;
}

/** A note in the list: its title, how it goes on, when it was written. */
export const NoteRow = memo(function NoteRow({ id, isTrash, isOpen, isReached, place, onReach, onMenu, whereElse }: NoteRowProps) {
  const note = useMirror(({ notes }) => notes.get(id));
  const format = useTimeFormat();
  if (!note) return null;
  const title = noteTitle(note);
  const tabIndex = isReached ? 0 : -1;
  return (
    <li
      aria-setsize={place?.size}
      aria-posinset={place?.position}
      style={place ? { top: place.start } : undefined}
      onContextMenu={onMenu}
      className={classes(
        'group flex h-16 items-center rounded-md pr-1 transition-colors duration-120 hover:bg-hover',
        isOpen && 'bg-hover',
        place ? 'absolute inset-x-0' : 'relative',
      )}
    >
      <Link
        to={notePath(id, isTrash)}
        data-note-id={id}
        aria-current={isOpen ? 'page' : undefined}
        tabIndex={tabIndex}
        title={title}
        onFocus={onReach}
        className="flex h-full min-w-0 flex-1 flex-col justify-center gap-0.5 rounded-md px-3 focus-visible:-outline-offset-2"
      >
        <span className="flex items-center gap-1.5">
          {note.pinned_at !== null && (
            <>
              <Icon of={Pin} size={14} className="shrink-0 text-accent-text" />
              <span className="sr-only">Pinned: </span>
            </>
          )}
          <span className="truncate font-semibold">{title}</span>
          {note.has_apart && (
            <>
              <Icon of={Split} size={14} className="shrink-0 text-warning" />
              <span className="sr-only">, has a conflicting version</span>
            </>
          )}
        </span>
        <span className="flex gap-2 text-sm text-secondary">
          <span className="digits shrink-0">
            {isTrash && note.trashed_at !== null ? goneWords(note.trashed_at, format.today) : shortMomentWords(note.edited_at, format)}
          </span>
          {!isTrash && <span className="truncate">{note.snippet}</span>}
        </span>
      </Link>
      {isTrash ? (
        <Tooltip text="Restore">
          <IconButton
            data-note-menu
            label={`Restore ${title}`}
            tabIndex={tabIndex}
            onClick={(event) => {
              // The row goes when React draws next.
              handFocusOn(event.currentTarget, '[data-note-menu]', whereElse.current);
              restoreNote(note);
            }}
          >
            <Icon of={RotateCcw} />
          </IconButton>
        </Tooltip>
      ) : (
        <NoteMenu
          id={id}
          whereElse={whereElse}
          tabIndex={tabIndex}
          className="group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 [@media(hover:hover)]:opacity-0"
        />
      )}
    </li>
  );
});
