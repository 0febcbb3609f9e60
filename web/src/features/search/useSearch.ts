import { useEffect, useMemo, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { type Finder, loadFinder, type QueryTerm } from '../../core/finder';
import { useIsGuest } from '../../core/hooks';
import { subscribeToServerResults } from '../../core/server-results';
import { mergeResults, parseServerResults, type SearchResult, toResult } from './results';

/** How long to wait after the last key before the server is asked, in milliseconds. */
const SERVER_DELAY_MS = 250;
/** The maximum number of results of the device. */
const LIMIT = 50;

interface Search {
  results: readonly SearchResult[];
  /** The terms of the query; null until the finder is loaded. */
  terms: readonly QueryTerm[] | null;
  /** Whether more may be found. */
  isLoading: boolean;
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
  const server = useServerResults(text);
  const { loaded } = device;
  const local = useMemo(() => (loaded && text !== '' ? loaded.finder.search(text, { limit: LIMIT }).map(toResult) : []), [loaded, text]);
  const terms = useMemo(() => (loaded ? loaded.finder.terms(query) : null), [loaded, query]);
  const results = useMemo(() => mergeResults(local, server.results ?? []), [local, server.results]);
  return {
    results,
    terms,
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

interface ServerResults {
  /** What the server has found; null while it is not known. */
  results: readonly SearchResult[] | null;
  isLoading: boolean;
  hasFailed: boolean;
  retry: () => void;
}

/** Asks the server once the user stops typing. A guest has nothing there. */
function useServerResults(text: string): ServerResults {
  const isGuest = useIsGuest();
  const [response, setResponse] = useState<{ query: string; results: readonly SearchResult[] | null } | null>(null);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(
    () =>
      subscribeToServerResults((query, results) => {
        // The response to an older query may arrive last.
        if (query === latest.current) setResponse({ query, results: results === null ? null : parseServerResults(results) });
      }),
    [],
  );
  const isAsked = !isGuest && text !== '';
  useEffect(() => {
    if (!isAsked) return undefined;
    const timer = setTimeout(() => dispatch({ type: 'search_server', query: text }), SERVER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isAsked, text]);
  const current = isAsked && response?.query === text ? response : null;
  return {
    results: current?.results ?? null,
    isLoading: isAsked && current === null,
    hasFailed: current !== null && current.results === null,
    retry: () => {
      if (!isAsked) return;
      setResponse(null);
      dispatch({ type: 'search_server', query: text });
    },
  };
}
