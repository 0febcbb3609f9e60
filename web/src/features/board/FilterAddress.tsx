import type { Id } from '@twentyfour/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { dispatch, mirror } from '../../core/client';
import { formatFilter, readFilter, writeFilter } from './filterQuery';

/** How long the filter is unchanged before it is written to the address. Browsers limit how often that may change. */
const WRITE_DELAY_MS = 300;

/**
 * Keeps the filter of the open board and the one in the address equal, so that a link, a reload, or going back applies
 * the filter. Calls `onNoFilter` if the address has none that is valid. Its key must be the board's id.
 */
export default function FilterAddress({ board_id, onNoFilter }: { board_id: Id; onNoFilter?: () => void }) {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef({ location, navigate });
  const isMounted = useRef(false);
  const inAddress = formatFilter(readFilter(new URLSearchParams(location.search)));

  useLayoutEffect(() => {
    latest.current = { location, navigate };
  });
  useLayoutEffect(() => {
    const isLoaded = isMounted.current;
    isMounted.current = true;
    if (formatFilter(mirror.getState().filter) === inAddress) return;
    // A filter that was set while this was loading stays, unless the address has another one.
    if (!isLoaded && inAddress === '') writeAddress(latest.current);
    else dispatch({ type: 'set_filter', filter: readFilter(new URLSearchParams(inAddress)) });
  }, [inAddress]);
  useLayoutEffect(() => {
    if (inAddress === '') onNoFilter?.();
  }, [inAddress, onNoFilter]);
  useEffect(() => {
    let timeout: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = mirror.subscribe((state, before) => {
      // Closing a board clears its filter, while the address is the next page's already.
      if (state.filter === before.filter || state.board?.id !== board_id || before.board?.id !== board_id) return;
      clearTimeout(timeout);
      timeout = setTimeout(() => writeAddress(latest.current), WRITE_DELAY_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timeout);
    };
  }, [board_id]);
  return null;
}

/** Writes the filter of the open board to the address, unless it is there. */
function writeAddress({ location, navigate }: { location: Location; navigate: NavigateFunction }): void {
  const { filter } = mirror.getState();
  const query = new URLSearchParams(location.search);
  if (formatFilter(filter) === formatFilter(readFilter(query))) return;
  void navigate({ search: writeFilter(filter, query).toString() }, { replace: true, state: location.state as unknown });
}
