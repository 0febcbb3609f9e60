import type { Id } from '@twentyfour/core';
import { ArrowLeft, FileQuestion, History, NotebookPen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { Button, buttonClassName } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { IconButton, iconButtonClassName } from '../../ui/IconButton';
import { lazyComponent } from '../../ui/lazyComponent';
import { SectionErrorBoundary } from '../../ui/SectionErrorBoundary';
import { Tooltip } from '../../ui/Tooltip';
import { formatDaysLeft } from '../trash';
import { addNote, restoreNote, saveNote } from './actions';
import { NoteBanner } from './NoteBanner';
import { NoteFrame } from './NoteFrame';
import { notePath } from './noteLinks';
import { NoteMenu } from './NoteMenu';
import { TextSkeleton } from './TextSkeleton';
import { UnsavedTextBanner } from './UnsavedTextBanner';
import { VersionBanner } from './VersionBanner';
import { VersionsPanel } from './VersionsPanel';

// Lazy, because the editor is as large as the rest of the page. Once loaded, it must not suspend: React would show the
// skeleton for at least 300 ms.
const NoteEditor = lazyComponent(() => import('./NoteEditor'));

/** Starts loading the editor before a note is open. */
export function preloadEditor(): void {
  NoteEditor.preload().catch(() => undefined);
}

interface OpenNoteProps {
  /** The id of the note in the URL; null for none. */
  noteId: Id | null;
  /** Whether the trash is shown. */
  isTrash: boolean;
}

/** The open note, or an empty state. */
export function OpenNote({ noteId, isTrash }: OpenNoteProps) {
  // The mirror may still contain the note that was open before.
  const open = useMirror(({ open_note }) => (open_note?.id === noteId ? open_note : null));
  const note = useMirror(({ notes }) => (noteId === null ? undefined : notes.get(noteId)));
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const navigate = useNavigate();
  if (noteId === null) {
    return (
      !isTrash && (
        <div className="m-auto">
          <EmptyState
            icon={NotebookPen}
            title={messages.startTitle()}
            action={
              <Button variant="primary" onClick={addNote}>
                {messages.newNote()}
              </Button>
            }
          >
            {messages.startHint()}
          </EmptyState>
        </div>
      )
    );
  }
  const list = notePath(null, isTrash);
  const back = (
    <Link to={list} aria-label={messages.backToList()} className={cx(iconButtonClassName, 'md:hidden')}>
      <Icon icon={ArrowLeft} />
    </Link>
  );
  const actions = note && (
    <div className="flex shrink-0">
      <Tooltip text={messages.versionHistory()} side="bottom">
        <IconButton label={messages.versionHistory()} onClick={() => setIsHistoryOpen(true)}>
          <Icon icon={History} />
        </IconButton>
      </Tooltip>
      <NoteMenu id={noteId} onTrash={() => void navigate(list)} />
    </div>
  );
  if (open?.status === 'missing') {
    return (
      <NoteFrame back={back} actions={null}>
        <UnsavedTextBanner note={open} onRestore={(document) => saveNote(open, document)} />
        <EmptyState
          icon={FileQuestion}
          title={messages.notFoundTitle()}
          action={
            <Link to={list} className={buttonClassName()}>
              {messages.showAll()}
            </Link>
          }
        >
          {messages.notFoundHint()}
        </EmptyState>
      </NoteFrame>
    );
  }
  const skeleton = (
    <NoteFrame back={back} actions={actions}>
      <TextSkeleton label={messages.noteLoading()} />
    </NoteFrame>
  );
  if (open?.status !== 'ready') return skeleton;
  const trashed_at = note?.trashed_at ?? null;
  const above = (
    <>
      {note && note.days_left !== null && (
        <NoteBanner action={<Button onClick={() => restoreNote(note)}>{common.restore()}</Button>}>
          {messages.noteTrashedUntil({ deletion: formatDaysLeft(note.days_left) })}
        </NoteBanner>
      )}
      <VersionBanner note={open} isTrashed={trashed_at !== null} />
    </>
  );
  return (
    <SectionErrorBoundary sectionName={messages.noteSection()}>
      <Suspense fallback={skeleton}>
        <NoteEditor note={open} isTrashed={trashed_at !== null} back={back} actions={actions} above={above} />
        <VersionsPanel note={open} isOpen={isHistoryOpen} onClose={() => setIsHistoryOpen(false)} />
      </Suspense>
    </SectionErrorBoundary>
  );
}
