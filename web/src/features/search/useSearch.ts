import { useEffect, useMemo, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { type Finder, loadFinder, type QueryTerm } from '../../core/finder';
import { useIsGuest } from '../../core/hooks';
import { type ServerResults, subscribeToServerResults } from '../../core/server-results';
import { mergePages, parseServerPage, type SearchResult, type ServerPage, toResult } from './results';

/** How long to wait after the last key before the server is asked, in milliseconds. */
const SERVER_DELAY_MS = 250;
/** The number of results of the device per page; the server has as many. */
const PAGE_SIZE = 50;

interface Search {
  results: readonly SearchResult[];
  /** The terms of the query; null until the finder is loaded. */
  terms: readonly QueryTerm[] | null;
  /** Whether the first results are still searched. */
  isLoading: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Shows more results: of the device at once, and then those of the server. */
  showMore: () => void;
  /** Whether the device could not be searched, because the finder could not be loaded. */
  hasDeviceFailed: boolean;
  /** Whether the server could not be asked. */
  hasServerFailed: boolean;
  retry: () => void;
}

/** Searches on this device at once, and then on the server. */
export function useSearch(query: string): Search {
  const text = query.trim();
  const device = useDeviceFinder(text);
  const { loaded } = device;
  const [shown, setShown] = useState({ text, pages: 1 });
  const limit = (shown.text === text ? shown.pages : 1) * PAGE_SIZE;
  const server = useServerSearch(text, limit);
  // One more shows whether there are more.
  const found = useMemo(() => (loaded && text !== '' ? loaded.finder.search(text, { limit: limit + 1 }).map(toResult) : []), [loaded, text, limit]);
  const terms = useMemo(() => (loaded ? loaded.finder.terms(query) : null), [loaded, query]);
  const results = useMemo(() => mergePages(found.slice(0, limit), server.pages), [found, limit, server.pages]);
  return {
    results,
    terms,
    hasMore: found.length > limit || server.hasMore,
    isLoadingMore: server.isLoadingMore,
    showMore: () => {
      if (server.isLoadingMore) return;
      setShown({ text, pages: limit / PAGE_SIZE + 1 });
      server.loadMore();
    },
    isLoading: text !== '' && (device.isLoading || server.isLoading),
    hasDeviceFailed: device.hasFailed,
    hasServerFailed: server.hasFailed,
    retry: () => {
      device.retry();
      server.retry();
    },
  };
}

interface DeviceFinder {
  /** The finder, in a new object after each refresh; null until it is loaded. */
  loaded: { finder: Finder } | null;
  isLoading: boolean;
  hasFailed: boolean;
  retry: () => void;
}

/** Loads the finder, and lets it read what has changed whenever another text is searched. */
function useDeviceFinder(text: string): DeviceFinder {
  const [loaded, setLoaded] = useState<{ finder: Finder } | null>(null);
  const [isRead, setIsRead] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (hasFailed) return undefined;
    let isCurrent = true;
    const show = (finder: Finder) => isCurrent && setLoaded({ finder });
    loadFinder()
      .then(async (finder) => {
        // What it knows from before is found at once.
        show(finder);
        await finder.refresh();
        show(finder);
        if (isCurrent) setIsRead(true);
      })
      .catch(() => isCurrent && setHasFailed(true));
    return () => {
      isCurrent = false;
    };
  }, [hasFailed]);
  const finder = loaded?.finder;
  useEffect(() => {
    let isCurrent = true;
    if (finder && text !== '') void finder.refresh().then(() => isCurrent && setLoaded({ finder }), () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [finder, text]);
  return { loaded, isLoading: !isRead && !hasFailed, hasFailed, retry: () => setHasFailed(false) };
}

interface ServerSearch {
  /** What the server has found so far. */
  pages: readonly ServerPage[];
  hasMore: boolean;
  /** Whether the first page is loading. */
  isLoading: boolean;
  isLoadingMore: boolean;
  hasFailed: boolean;
  loadMore: () => void;
  retry: () => void;
}

interface Response {
  query: string;
  pages: readonly ServerPage[];
  isLoadingMore: boolean;
  /** Whether the last request has failed. */
  hasFailed: boolean;
}

const NO_PAGES: readonly ServerPage[] = [];

/** Returns the cursor of the page that follows; null if there is none. */
const cursorAfter = (pages: readonly ServerPage[]): string | null => pages.at(-1)?.next ?? null;

/** Adds the response to a search, unless its page does not follow the known ones. A first page replaces the known one, but not several. */
function addResponse(known: Response | null, { query, cursor, results }: ServerResults, local_count: number): Response | null {
  const pages = known?.query === query ? known.pages : NO_PAGES;
  if (cursor === null ? pages.length > 1 : cursor !== cursorAfter(pages)) return known;
  if (results === null) return { query, pages, isLoadingMore: false, hasFailed: true };
  const page = parseServerPage(results, local_count);
  return { query, pages: cursor === null ? [page] : [...pages, page], isLoadingMore: false, hasFailed: false };
}

/** Asks the server once the user stops typing. A guest has nothing there. `local_count` results of the device are shown. */
function useServerSearch(text: string, local_count: number): ServerSearch {
  const isGuest = useIsGuest();
  const [response, setResponse] = useState<Response | null>(null);
  const latest = useRef({ text, local_count });
  useEffect(() => {
    latest.current = { text, local_count };
  }, [text, local_count]);
  useEffect(
    () =>
      subscribeToServerResults((next) => {
        const shown = latest.current;
        // The response to an older query may arrive last. The user may return to the query whose pages are known.
        setResponse((known) => (next.query === shown.text || next.query === known?.query ? addResponse(known, next, shown.local_count) : known));
      }),
    [],
  );
  const isAsked = !isGuest && text !== '';
  // Pages that the user has asked for are kept. A single page is asked for again, because the server may find more by now.
  const hasSeveralPages = response?.query === text && response.pages.length > 1;
  useEffect(() => {
    if (!isAsked || hasSeveralPages) return undefined;
    const timer = setTimeout(() => dispatch({ type: 'search_server', query: text }), SERVER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isAsked, hasSeveralPages, text]);
  const current = isAsked && response?.query === text ? response : null;
  const pages = current?.pages ?? NO_PAGES;
  const cursor = cursorAfter(pages);
  const hasFailed = current?.hasFailed ?? false;
  const isLoadingMore = current?.isLoadingMore ?? false;
  const loadMore = () => {
    if (cursor === null || isLoadingMore) return;
    setResponse({ query: text, pages, isLoadingMore: true, hasFailed: false });
    dispatch({ type: 'search_server', query: text, cursor });
  };
  return {
    pages,
    hasMore: cursor !== null,
    isLoading: isAsked && current === null,
    isLoadingMore,
    hasFailed,
    loadMore,
    retry: () => {
      if (pages.length > 0) loadMore();
      else if (isAsked) {
        setResponse(null);
        dispatch({ type: 'search_server', query: text });
      }
    },
  };
}
