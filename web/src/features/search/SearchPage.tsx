import { CloudOff, SearchX } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import * as common from '../../messages/common';
import * as messages from '../../messages/search';
import { formatList } from '../../platform/format/lists';
import { useCommand } from '../../shell/commands/bindings';
import { PartialDataNotice } from '../../shell/PartialDataNotice';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { EmptyState } from '../../ui/EmptyState';
import { inputClassName } from '../../ui/Field';
import { isKey, keyOf } from '../../ui/keyboard';
import { ReadingPage } from '../../ui/ReadingPage';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { FilterHelp } from './FilterHelp';
import { Filters } from './Filters';
import { unknownFilters } from './query';
import { SearchRow } from './SearchRow';
import type { SearchResult } from './results';
import { useSearch } from './useSearch';

/** The maximum length of a query that the server accepts, in characters. */
const MAX_QUERY_CHARS = 200;
/** How long after the last key the address is changed, in milliseconds. */
const ADDRESS_DELAY_MS = 250;

/** The search page: everything that the user can read, by words and filters. The query is in the address. */
export function SearchPage() {
  const [query, setQuery, flush] = useQuery();
  const { results, terms, isLoading, hasMore, isLoadingMore, showMore, hasDeviceFailed, hasServerFailed, retry } = useSearch(query);
  const field = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLDivElement>(null);
  useDocumentTitle(common.search());
  useEffect(() => field.current?.focus(), []);

  const isBlank = query.trim() === '';
  const unknown = terms ? unknownFilters(query, terms) : [];
  const changeAndFocus = (next: string) => {
    setQuery(next);
    field.current?.focus();
  };
  // On this page, the command that opens it must not clear the query.
  useCommand('search_everywhere', () => {
    field.current?.focus();
    field.current?.select();
  });

  return (
    <ReadingPage>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The keys move between the field and the links in it. */}
      <div ref={page} onBlur={flush} onKeyDown={(event) => page.current && moveFocus(event, page.current)}>
        <h1 className="mb-4 text-xl font-semibold tracking-tight">{common.search()}</h1>
        <input
          ref={field}
          type="search"
          data-result
          dir="auto"
          aria-label={messages.fieldLabel()}
          placeholder={messages.fieldLabel()}
          autoComplete="off"
          maxLength={MAX_QUERY_CHARS}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => isKey(event, 'Enter') && flush()}
          className={cx(inputClassName, 'h-10 coarse:h-11')}
        />
        <Filters query={query} terms={terms} onChange={setQuery} onRemove={changeAndFocus} />
        {isBlank ? (
          <FilterHelp query={query} onChoose={changeAndFocus} />
        ) : (
          <>
            {hasServerFailed && !hasDeviceFailed && (
              <PartialDataNotice
                offlineText={messages.onDeviceOnly()}
                errorText={messages.serverFailed()}
                onRetry={retry}
                className="mt-3 px-2"
              />
            )}
            {results.length > 0 ? (
              <Results results={results} hasMore={hasMore} isLoadingMore={isLoadingMore} onShowMore={showMore} />
            ) : isLoading ? (
              <RowsSkeleton label={messages.loading()} rowClassName="h-[69px]" iconClassName="size-5" className="-mx-2 mt-4" />
            ) : hasDeviceFailed && hasServerFailed ? (
              <EmptyState icon={CloudOff} title={messages.failedTitle()} action={<Button onClick={retry}>{common.tryAgain()}</Button>}>
                {common.checkConnection()}
              </EmptyState>
            ) : (
              <EmptyState icon={SearchX} title={messages.noResults({ text: query.trim() })}>
                {unknown.length > 0 ? messages.unknownFilters({ count: unknown.length, filters: formatList(unknown) }) : messages.noResultsHint()}
              </EmptyState>
            )}
          </>
        )}
        <p role="status" className="sr-only">
          {/* The text changes while more is loading, so that the same count is announced again. */}
          {!isBlank && !isLoading && (isLoadingMore ? messages.loading() : messages.resultCount({ count: results.length }))}
        </p>
      </div>
    </ReadingPage>
  );
}

/**
 * Returns the query of the address, a function to change it, and one that puts it into the address at once. Typing changes the
 * field at once, and the address soon after; a link to a result must not be followed before.
 */
function useQuery(): [query: string, change: (query: string) => void, flush: () => void] {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const fromAddress = (parameters.get('q') ?? '').slice(0, MAX_QUERY_CHARS);
  const [query, setQuery] = useState(fromAddress);
  const [seenKey, setSeenKey] = useState(key);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The query that is not in the address yet. */
  const pending = useRef<string | null>(null);
  if (seenKey !== key) {
    setSeenKey(key);
    // A link or a step in the history, such as the palette's last row or Back. Typing replaces the address.
    if (navigationType !== 'REPLACE') setQuery(fromAddress);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  // Once per change: changing the address again would cancel a navigation to a result that is still loading.
  const flush = () => {
    const next = pending.current;
    if (next === null) return;
    clearTimeout(timer.current);
    pending.current = null;
    setParameters(next === '' ? {} : { q: next }, { replace: true });
  };
  const change = (typed: string) => {
    const next = typed.slice(0, MAX_QUERY_CHARS);
    setQuery(next);
    pending.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, ADDRESS_DELAY_MS);
  };
  return [query, change, flush];
}

/** Moves the focus between the field and the results by the arrow keys. */
function moveFocus(event: KeyboardEvent, page: Element): void {
  const key = keyOf(event);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  const stops = Array.from(page.querySelectorAll<HTMLElement>('[data-result]'));
  const at = stops.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  stops[at + (key === 'ArrowDown' ? 1 : -1)]?.focus();
}

interface ResultsProps {
  results: readonly SearchResult[];
  hasMore: boolean;
  isLoadingMore: boolean;
  onShowMore: () => void;
}

function Results({ results, hasMore, isLoadingMore, onShowMore }: ResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  /** The number of results before the button was pressed. */
  const shownBefore = useRef(0);
  useEffect(() => {
    // With the last results, the button that had the focus is gone.
    if (hasMore || shownBefore.current === 0) return;
    // The last page may have added nothing, because the device had found the same.
    const next = list.current?.children[shownBefore.current] ?? list.current?.lastElementChild;
    if (document.activeElement === document.body) next?.querySelector('a')?.focus();
    shownBefore.current = 0;
  }, [hasMore]);
  return (
    <section aria-labelledby="search-results" className="-mx-2 mt-4">
      <h2 id="search-results" className="sr-only">
        {messages.results()}
      </h2>
      <ul ref={list}>
        {results.map((result) => (
          <SearchRow key={result.key} result={result} />
        ))}
      </ul>
      {hasMore && (
        <div className="mt-4 flex justify-center">
          <Button
            data-result
            // Not disabled, so that it keeps the focus.
            aria-disabled={isLoadingMore}
            aria-busy={isLoadingMore}
            onClick={() => {
              shownBefore.current = results.length;
              onShowMore();
            }}
          >
            {messages.showMore()}
          </Button>
        </div>
      )}
    </section>
  );
}
