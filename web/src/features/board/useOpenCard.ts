import type { Id } from '@twentyfour/core';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

interface OpenCard {
  /** The id of the card whose dialog is open; null if none is. */
  card_id: Id | null;
  open: (card_id: Id) => void;
  close: () => void;
}

/** Returns a query string with another card. The filter in it stays. */
function withCard(search: string, card_id: Id | null): string {
  const query = new URLSearchParams(search);
  query.delete('card');
  if (card_id !== null) query.set('card', card_id);
  return query.toString();
}

/** Returns the open card. It is stored in the URL, so that a link opens the card and going back closes it. */
export function useOpenCard(): OpenCard {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { key, pathname, search, state } = useLocation() as { key: string; pathname: string; search: string; state: { isOpenedHere?: boolean } | null };
  // The key of the location being closed. Going back is asynchronous, and a deleted card closes its dialog a second
  // time meanwhile.
  const closedLocationKey = useRef<string | null>(null);
  // Read when a card is opened or closed, so that another query does not change `open` and re-render the board.
  const latestSearch = useRef(search);
  useLayoutEffect(() => {
    latestSearch.current = search;
  });
  const isOpenedHere = state?.isOpenedHere === true;
  const open = useCallback(
    (card_id: Id) => navigate({ pathname, search: withCard(latestSearch.current, card_id) }, { state: { isOpenedHere: true } }),
    [navigate, pathname],
  );
  const close = useCallback(() => {
    if (closedLocationKey.current === key) return;
    closedLocationKey.current = key;
    // A card opened by a click closes by going back; one opened by a link has no earlier page of ours.
    if (isOpenedHere) void navigate(-1);
    else void navigate({ pathname, search: withCard(latestSearch.current, null) }, { replace: true });
  }, [navigate, key, pathname, isOpenedHere]);
  return { card_id: query.get('card'), open, close };
}
