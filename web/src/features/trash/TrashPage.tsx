import { CloudOff, SearchX, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/trash';
import { formatNumber } from '../../messages/format';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { EmptyState } from '../../ui/EmptyState';
import { inputClassName } from '../../ui/Field';
import { ReadingPage } from '../../ui/ReadingPage';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { matchesText, groupEntries } from './trashEntries';
import { TrashRow } from './TrashRow';

/** The Trash page: deleted and archived items of all boards, which can be restored. */
export function TrashPage() {
  const { status, retention_days, entries } = useMirror((mirror) => mirror.trash);
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const groups = useMemo(() => groupEntries(entries.filter((entry) => matchesText(entry, text))), [entries, text]);
  useDocumentTitle(common.trash());
  useEffect(() => {
    dispatch({ type: 'load_trash' });
  }, []);

  return (
    <ReadingPage>
      <nav aria-label={common.breadcrumb()}>
        <Link
          to="/app/b"
          className="inline-flex min-h-9 items-center rounded-sm text-secondary underline-offset-4 hover:text-primary hover:underline coarse:min-h-11"
        >
          {messages.backToBoards()}
        </Link>
      </nav>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-xl font-semibold tracking-tight">{common.trash()}</h1>
          <p className="mt-1 text-secondary">{messages.retention({ days: retention_days })}</p>
        </div>
        {entries.length > 0 && (
          <input
            ref={search}
            type="search"
            dir="auto"
            aria-label={messages.filterLabel()}
            placeholder={messages.filterPlaceholder()}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={cx(inputClassName, 'h-9 sm:w-56 coarse:h-11')}
          />
        )}
      </header>
      {groups.length > 0 ? (
        <div className="-mx-2 flex flex-col gap-8">
          {groups.map((group) => (
            <section key={group.group} aria-labelledby={`trash-${group.group}`}>
              <h2 id={`trash-${group.group}`} className="mb-1 flex items-baseline gap-2 px-2 text-md font-semibold">
                {group.name}
                <span className="digits text-sm font-medium text-secondary">{formatNumber(group.entries.length)}</span>
              </h2>
              <ul>
                {group.entries.map((entry) => (
                  <TrashRow key={entry.id} entry={entry} fallbackFocus={search} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : entries.length > 0 ? (
        <EmptyState
          icon={SearchX}
          title={messages.noResults({ text: text.trim() })}
          action={<Button onClick={() => setText('')}>{messages.clearFilter()}</Button>}
        />
      ) : status === 'loading' ? (
        <RowsSkeleton label={messages.loading()} headingClassName="mb-3 h-5 w-24" rowClassName="h-[69px]" iconClassName="size-5" className="-mx-2" />
      ) : status === 'failed' ? (
        <EmptyState
          icon={CloudOff}
          title={messages.loadFailedTitle()}
          action={<Button onClick={() => dispatch({ type: 'load_trash' })}>{common.tryAgain()}</Button>}
        >
          {common.checkConnection()}
        </EmptyState>
      ) : (
        <EmptyState icon={Trash2} title={common.trashEmpty()}>
          {messages.emptyHint()}
        </EmptyState>
      )}
    </ReadingPage>
  );
}
