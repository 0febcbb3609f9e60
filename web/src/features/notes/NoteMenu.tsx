import type { Id } from '@twentyfour/core';
import { Download, EllipsisVertical, Pin, PinOff, RotateCcw, Trash2 } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { exportNote, restoreNote, togglePin, trashNote } from './actions';
import { displayNoteTitle } from './noteLinks';

interface NoteMenuItemsProps {
  id: Id;
  /** The button in the note's row; its focus must move when the row is removed. */
  anchor?: HTMLElement | null;
  fallbackFocus?: RefObject<HTMLElement | null> | undefined;
  /** Called when the note was moved to the trash. */
  onTrash?: (() => void) | undefined;
}

/** The menu items of a note. */
export function NoteMenuItems({ id, anchor = null, fallbackFocus, onTrash }: NoteMenuItemsProps) {
  const note = useMirror(({ notes }) => notes.get(id));
  if (!note) return null;
  const withFocusMoved = (act: () => void) => () => {
    // The row is removed in the next render, so the focus is moved before.
    if (anchor) moveFocusBeforeUnmount(anchor, '[data-note-menu]', fallbackFocus?.current);
    act();
  };
  const download = (
    <MenuItem icon={Download} onSelect={() => exportNote(id)}>
      {messages.exportMarkdown()}
    </MenuItem>
  );
  if (note.trashed_at !== null) {
    return (
      <>
        <MenuItem icon={RotateCcw} onSelect={withFocusMoved(() => restoreNote(note))}>
          {common.restore()}
        </MenuItem>
        {download}
      </>
    );
  }
  return (
    <>
      <MenuItem icon={note.pinned_at === null ? Pin : PinOff} onSelect={() => togglePin(note)}>
        {note.pinned_at === null ? messages.pin() : messages.unpin()}
      </MenuItem>
      {download}
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        isDanger
        onSelect={withFocusMoved(() => {
          trashNote(note);
          onTrash?.();
        })}
      >
        {messages.moveToTrash()}
      </MenuItem>
    </>
  );
}

interface NoteMenuProps {
  id: Id;
  /** For the menu of a row in the list: the element to focus if that row was the last one. */
  fallbackFocus?: RefObject<HTMLElement | null> | undefined;
  onTrash?: () => void;
  tabIndex?: number;
  className?: string;
}

/** The button that opens a note's menu. */
export function NoteMenu({ id, fallbackFocus, onTrash, tabIndex, className }: NoteMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const title = useMirror(({ notes }) => displayNoteTitle(notes.get(id)));
  return (
    <Menu
      trigger={
        <IconButton
          ref={button}
          data-note-menu={fallbackFocus ? '' : undefined}
          label={common.optionsFor({ name: title })}
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

/** Reads the ref only when the menu is open and the button is mounted. */
function Items({ button, fallbackFocus, ...rest }: NoteMenuItemsProps & { button: RefObject<HTMLElement | null> }) {
  return <NoteMenuItems {...rest} anchor={fallbackFocus ? button.current : null} fallbackFocus={fallbackFocus} />;
}
