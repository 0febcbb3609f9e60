import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { cx } from '../../ui/cx';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { displayNoteTitle } from './noteLinks';
import { NotesSidebar } from './NotesSidebar';
import { preloadEditor, OpenNote } from './OpenNote';

/** The notes page: the list on the left and the open note on the right; on phones each fills the page. */
export function NotesPage() {
  const { noteId = null } = useParams();
  const [search] = useSearchParams();
  const isTrash = search.get('view') === 'trash';
  const title = useMirror(({ notes }) => (noteId === null ? null : displayNoteTitle(notes.get(noteId))));
  useDocumentTitle(title === null ? common.notes() : messages.notePageTitle({ title }));
  useEffect(() => {
    dispatch({ type: 'load_notes' });
    preloadEditor();
    return () => {
      if (mirror.getState().note_order.query !== '') dispatch({ type: 'search_notes', query: '' });
    };
  }, []);
  useEffect(() => {
    if (noteId === null) return;
    dispatch({ type: 'open_note', note_id: noteId });
    return () => void dispatch({ type: 'close_note' });
  }, [noteId]);

  return (
    <div data-notes className="flex h-[calc(100dvh-var(--banner))] md:gap-3 md:p-3 max-md:h-[calc(100dvh-var(--foot)-var(--banner)-env(safe-area-inset-bottom))]">
      <div
        className={cx(
          'sheet flex w-full min-w-0 flex-col overflow-clip md:w-64 md:shrink-0 md:rounded-lg lg:w-80 2xl:w-96',
          noteId !== null && 'max-md:hidden',
        )}
      >
        <NotesSidebar isTrash={isTrash} openId={noteId} />
      </div>
      <div className={cx('sheet flex min-w-0 flex-1 flex-col overflow-clip md:rounded-lg', noteId === null && 'max-md:hidden')}>
        <OpenNote key={noteId} noteId={noteId} isTrash={isTrash} />
      </div>
    </div>
  );
}
