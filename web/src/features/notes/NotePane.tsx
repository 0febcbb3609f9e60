import type { Id } from '@twentyfour/core';
import { ArrowLeft, FileQuestion, History, NotebookPen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useMirror } from '../../core/hooks';
import { Button, buttonClasses } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { EmptyState } from '../../ui/EmptyState';
import { Guarded } from '../../ui/Guarded';
import { Icon } from '../../ui/Icon';
import { IconButton, iconButtonClasses } from '../../ui/IconButton';
import { loadPart } from '../../ui/parts';
import { Tooltip } from '../../ui/Tooltip';
import { goneWords } from '../trash/entries';
import { addNote, restoreNote, saveNote } from './actions';
import { Line } from './Line';
import { NoteFrame } from './NoteFrame';
import { NoteMenu } from './NoteMenu';
import { OtherTexts } from './OtherTexts';
import { TextSkeleton } from './TextSkeleton';
import { UnsavedText } from './UnsavedText';
import { VersionsPanel } from './VersionsPanel';
import { notePath } from './words';

// It weighs as much as the rest of the page.
const load = () => loadPart(() => import('./NoteEditor'));
const NoteEditor = lazy(load);

/** Asks for the editor before there is a note to show in it. */
export function loadEditor(): void {
  load().catch(() => undefined);
}

interface NotePaneProps {
  /** The note of the address; null for none. */
  noteId: Id | null;
  /** Whether the trash is looked at. */
  isTrash: boolean;
}

/** The open note. */
export function NotePane({ noteId, isTrash }: NotePaneProps) {
  const hasNotes = useMirror(({ note_order }) => note_order.shown.length > 0);
  // An answer may still be about the note that was open before.
  const open = useMirror(({ open_note }) => (open_note?.id === noteId ? open_note : null));
  const note = useMirror(({ notes }) => (noteId === null ? undefined : notes.get(noteId)));
  const today = useMirror(({ clock }) => clock.minute.slice(0, 10));
  const [isListing, setIsListing] = useState(false);
  const navigate = useNavigate();
  if (noteId === null) {
    // Where no note is, the list has the way to the first one.
    return (
      hasNotes &&
      !isTrash && (
        <div className="m-auto">
          <EmptyState icon={NotebookPen} title="No note selected" action={<Button onClick={addNote}>New note</Button>} />
        </div>
      )
    );
  }
  const list = notePath(null, isTrash);
  const back = (
    <Link to={list} aria-label="Back to notes" className={classes(iconButtonClasses, 'md:hidden')}>
      <Icon of={ArrowLeft} />
    </Link>
  );
  const actions = note && (
    <div className="flex shrink-0">
      <Tooltip text="Version history" side="bottom">
        <IconButton label="Version history" onClick={() => setIsListing(true)}>
          <Icon of={History} />
        </IconButton>
      </Tooltip>
      <NoteMenu id={noteId} onTrash={() => void navigate(list)} />
    </div>
  );
  if (open?.status === 'missing') {
    return (
      <NoteFrame back={back} actions={null}>
        <UnsavedText note={open} onRestore={(document) => saveNote(open, document)} />
        <EmptyState
          icon={FileQuestion}
          title="Note not found"
          action={
            <Link to={list} className={buttonClasses()}>
              Show all notes
            </Link>
          }
        >
          It may have been permanently deleted.
        </EmptyState>
      </NoteFrame>
    );
  }
  const skeleton = (
    <NoteFrame back={back} actions={actions}>
      <TextSkeleton label="note" />
    </NoteFrame>
  );
  if (open?.status !== 'ready') return skeleton;
  const trashed_at = note?.trashed_at ?? null;
  const above = (
    <>
      {note && trashed_at !== null && (
        <Line action={<Button onClick={() => restoreNote(note)}>Restore</Button>}>
          In the trash. {goneWords(trashed_at, today)}.
        </Line>
      )}
      <OtherTexts note={open} isTrashed={trashed_at !== null} />
    </>
  );
  return (
    <Guarded what="this note">
      <Suspense fallback={skeleton}>
        <NoteEditor note={open} isTrashed={trashed_at !== null} back={back} actions={actions} above={above} />
        <VersionsPanel note={open} isOpen={isListing} onClose={() => setIsListing(false)} />
      </Suspense>
    </Guarded>
  );
}
