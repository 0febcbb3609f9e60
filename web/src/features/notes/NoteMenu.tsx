import type { Id } from '@twentyfour/core';
import { Download, EllipsisVertical, Pin, PinOff, RotateCcw, Trash2 } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { useMirror } from '../../core/hooks';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { exportNote, restoreNote, togglePin, trashNote } from './actions';
import { displayNoteTitle } from './words';

interface NoteMenuItemsProps {
  id: Id;
  /** The button in the row of the note, whose focus has to go on when the row goes. */
  anchor?: HTMLElement | null;
  fallbackFocus?: RefObject<HTMLElement | null> | undefined;
  /** Called when the note has gone into the trash. */
  onTrash?: (() => void) | undefined;
}

/** What can be done with a note. */
export function NoteMenuItems({ id, anchor = null, fallbackFocus, onTrash }: NoteMenuItemsProps) {
  const note = useMirror(({ notes }) => notes.get(id));
  if (!note) return null;
  const withFocusMoved = (act: () => void) => () => {
    // The row goes when React draws next.
    if (anchor) moveFocusBeforeUnmount(anchor, '[data-note-menu]', fallbackFocus?.current);
    act();
  };
  const download = (
    <MenuItem icon={Download} onSelect={() => exportNote(id)}>
      Export as Markdown
    </MenuItem>
  );
  if (note.trashed_at !== null) {
    return (
      <>
        <MenuItem icon={RotateCcw} movesFocus={anchor !== null} onSelect={withFocusMoved(() => restoreNote(note))}>
          Restore
        </MenuItem>
        {download}
      </>
    );
  }
  return (
    <>
      <MenuItem icon={note.pinned_at === null ? Pin : PinOff} onSelect={() => togglePin(note)}>
        {note.pinned_at === null ? 'Pin' : 'Unpin'}
      </MenuItem>
      {download}
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        isDanger
        movesFocus={anchor !== null}
        onSelect={withFocusMoved(() => {
          trashNote(note);
          onTrash?.();
        })}
      >
        Move to trash
      </MenuItem>
    </>
  );
}

interface NoteMenuProps {
  id: Id;
  /** For the menu of a row in the list: what takes the focus when that was the last. */
  fallbackFocus?: RefObject<HTMLElement | null> | undefined;
  onTrash?: () => void;
  tabIndex?: number;
  className?: string;
}

/** The button that opens the options of a note. */
export function NoteMenu({ id, fallbackFocus, onTrash, tabIndex, className }: NoteMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const title = useMirror(({ notes }) => displayNoteTitle(notes.get(id)));
  return (
    <Menu
      trigger={
        <IconButton
          ref={button}
          data-note-menu={fallbackFocus ? '' : undefined}
          label={`Options for ${title}`}
          tabIndex={tabIndex}
          className={className}
        >
          <Icon icon={EllipsisVertical} />
        </IconButton>
      }
    >
      <Items id={id} button={button} fallbackFocus={fallbackFocus} onTrash={onTrash} />
    </Menu>
  );
}

/** Reads the button when the menu is open, and the button there. */
function Items({ button, fallbackFocus, ...rest }: NoteMenuItemsProps & { button: RefObject<HTMLElement | null> }) {
  return <NoteMenuItems {...rest} anchor={fallbackFocus ? button.current : null} fallbackFocus={fallbackFocus} />;
}
