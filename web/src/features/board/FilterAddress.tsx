import type { Id } from '@twentyfour/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { dispatch, mirror } from '../../core/client';
import { formatFilter, readFilter, writeFilter } from './filterQuery';

/** How long the filter is unchanged before it is written to the address. Browsers limit how often that may change. */
const WRITE_DELAY_MS = 300;

/**
 * Keeps the filter of the open board and the one in the address equal, so that a link, a reload, or going back applies
 * the filter. Its key must be the board's id.
 */
export default function FilterAddress({ board_id }: { board_id: Id }) {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef({ location, navigate });
  const isMounted = useRef(false);
  const inAddress = formatFilter(readFilter(new URLSearchParams(location.search)));

  useLayoutEffect(() => {
    latest.current = { location, navigate };
  });
  useLayoutEffect(() => {
    // A filter that was set while this was loading stays, unless the address has another one.
    const isSetBefore = !isMounted.current && inAddress === '';
    isMounted.current = true;
    if (isSetBefore || formatFilter(mirror.getState().filter) === inAddress) return;
    dispatch({ type: 'set_filter', filter: readFilter(new URLSearchParams(inAddress)) });
  }, [inAddress]);
  useEffect(() => {
    let timeout: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = mirror.subscribe((state, before) => {
      // Closing a board clears its filter, while the address is the next page's already.
      if (state.filter === before.filter || state.board?.id !== board_id || before.board?.id !== board_id) return;
      clearTimeout(timeout);
      timeout = setTimeout(() => {
        const { filter } = mirror.getState();
        const { search, state: entry } = latest.current.location;
        const query = new URLSearchParams(search);
        if (formatFilter(filter) === formatFilter(readFilter(query))) return;
        void latest.current.navigate({ search: writeFilter(filter, query).toString() }, { replace: true, state: entry as unknown });
      }, WRITE_DELAY_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timeout);
    };
  }, [board_id]);
  return null;
}
