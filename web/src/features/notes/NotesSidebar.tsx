import type { Id } from '@twentyfour/core';
import { ArrowLeft, CloudOff, NotebookPen, SearchX, SquarePen, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { PartialDataNotice } from '../../shell/PartialDataNotice';
import { useCommand } from '../../shell/commands/bindings';
import { ariaKeys, useShortcut } from '../../shell/commands/shortcuts';
import { useIsServerUnreachable } from '../../shell/useIsServerUnreachable';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { EmptyState } from '../../ui/EmptyState';
import { inputClassName } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { IconButton, iconButtonClassName } from '../../ui/IconButton';
import { isKey } from '../../ui/keyboard';
import { Skeleton } from '../../ui/Skeleton';
import { Tooltip } from '../../ui/Tooltip';
import { addNote } from './actions';
import { notePath } from './noteLinks';
import { NoteList } from './NoteList';

interface NotesSidebarProps {
  /** Whether the trash is shown instead of the notes. */
  isTrash: boolean;
  openId: Id | null;
}

/** The list of all notes, or of those in the trash, with a search field. */
export function NotesSidebar({ isTrash, openId }: NotesSidebarProps) {
  const search = useRef<HTMLInputElement>(null);
  const ids = useMirror(({ note_order }) => (isTrash ? note_order.trashed : note_order.shown));
  // Local state, so that typing does not wait for the core's results.
  const [query, setQuery] = useState(useMirror(({ note_order }) => note_order.query));
  const find = (text: string) => {
    setQuery(text);
    dispatch({ type: 'search_notes', query: text });
  };
  const retentionDays = useMirror(({ trash }) => trash.retention_days);
  const hasFailed = useMirror(({ notes_status }) => notes_status === 'failed');
  const newNoteKeys = useShortcut('new_note');
  const searchKeys = useShortcut('search_notes');
  useCommand('search_notes', () => search.current?.focus());
  useCommand('new_note', addNote);
  return (
    <>
      <header className="flex flex-col gap-3 px-3 pt-4 pb-3">
        <div className="flex h-9 items-center gap-1 coarse:h-11">
          {isTrash && (
            <Tooltip text={messages.backToNotes()}>
              <Link to={notePath(openId, false)} aria-label={messages.backToNotes()} className={iconButtonClassName}>
                <Icon icon={ArrowLeft} />
              </Link>
            </Tooltip>
          )}
          <h1 className={cx('min-w-0 flex-1 truncate text-lg font-semibold tracking-tight', !isTrash && 'pl-2')}>
            {isTrash ? common.trash() : common.notes()}
          </h1>
          {!isTrash && (
            <>
              <Tooltip text={common.trash()}>
                <Link to={notePath(openId, true)} aria-label={common.trash()} className={iconButtonClassName}>
                  <Icon icon={Trash2} />
                </Link>
              </Tooltip>
              <Tooltip text={messages.newNote()} keys={newNoteKeys}>
                <IconButton label={messages.newNote()} aria-keyshortcuts={ariaKeys(newNoteKeys)} onClick={addNote} className="text-accent-text hover:text-accent-text">
                  <Icon icon={SquarePen} />
                </IconButton>
              </Tooltip>
            </>
          )}
        </div>
        <input
          ref={search}
          type="search"
          dir="auto"
          aria-label={isTrash ? messages.searchTrash() : messages.searchNotes()}
          aria-keyshortcuts={ariaKeys(searchKeys)}
          placeholder={common.search()}
          autoComplete="off"
          value={query}
          onChange={(event) => find(event.target.value)}
          onKeyDown={(event) => {
            if (isKey(event, 'Escape') && query !== '') {
              event.preventDefault();
              find('');
            }
          }}
          className={cx(inputClassName, 'h-9 coarse:h-11')}
        />
      </header>
      {isTrash && (
        <p className="px-5 pb-2 text-sm text-secondary">{messages.trashHint({ days: retentionDays })}</p>
      )}
      {ids.length > 0 && hasFailed && (
        <PartialDataNotice
          offlineText={messages.othersOffline()}
          errorText={messages.othersLoadFailed()}
          onRetry={loadNotes}
          className="px-5 pb-2"
        />
      )}
      {ids.length > 0 ? (
        <NoteList key={String(isTrash)} ids={ids} isTrash={isTrash} openId={openId} search={search} />
      ) : (
        <EmptyNotes isTrash={isTrash} isSearched={query.trim() !== ''} onClear={() => find('')} />
      )}
    </>
  );
}

const loadNotes = () => void dispatch({ type: 'load_notes' });

interface EmptyNotesProps {
  isTrash: boolean;
  isSearched: boolean;
  onClear: () => void;
}

/** The empty state of the list: a reason and an action. */
function EmptyNotes({ isTrash, isSearched, onClear }: EmptyNotesProps) {
  const status = useMirror(({ notes_status }) => notes_status);
  const isUnreachable = useIsServerUnreachable(true);
  if (status === 'loading') return <NotesSkeleton />;
  if (status === 'failed' && !isSearched) {
    return (
      <EmptyState
        icon={CloudOff}
        title={isUnreachable ? messages.listOffline() : messages.listLoadFailed()}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {!isTrash && (
              <Button variant="primary" onClick={addNote}>
                {messages.newNote()}
              </Button>
            )}
            <Button onClick={loadNotes}>{common.tryAgain()}</Button>
          </div>
        }
      >
        {isTrash ? null : messages.listLoadFailedHint()}
      </EmptyState>
    );
  }
  if (isSearched) {
    return <EmptyState icon={SearchX} title={messages.searchEmpty()} action={<Button onClick={onClear}>{messages.clearSearch()}</Button>} />;
  }
  if (isTrash) return <EmptyState icon={Trash2} title={common.trashEmpty()} />;
  return (
    <EmptyState
      icon={NotebookPen}
      title={messages.listEmpty()}
      action={
        // On wider windows, the empty page beside the list has the same button.
        <Button variant="primary" onClick={addNote} className="md:hidden">
          {messages.newNote()}
        </Button>
      }
    />
  );
}

/** Placeholder rows of the real size. */
function NotesSkeleton() {
  return (
    <div role="status" className="px-5">
      <span className="sr-only">{messages.listLoading()}</span>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="h-16 py-3">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="mt-2.5 h-3 w-4/5" />
        </div>
      ))}
    </div>
  );
}
