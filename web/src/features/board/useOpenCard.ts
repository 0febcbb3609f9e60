import type { Id } from '@twentyfour/core';
import { useCallback, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

interface OpenCard {
  /** The card whose dialog is open; null while none is. */
  card_id: Id | null;
  open: (card_id: Id) => void;
  close: () => void;
}

/** Which card is open is told by the address, so that a link opens it and going back closes it. */
export function useOpenCard(): OpenCard {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { key, pathname, state } = useLocation() as { key: string; pathname: string; state: { isOpenedHere?: boolean } | null };
  // The visit that is being left. Going back takes a moment, in which a deleted card closes its dialog once more.
  const closedLocationKey = useRef<string | null>(null);
  const isOpenedHere = state?.isOpenedHere === true;
  const open = useCallback(
    (card_id: Id) => navigate({ pathname, search: `?card=${card_id}` }, { state: { isOpenedHere: true } }),
    [navigate, pathname],
  );
  const close = useCallback(() => {
    if (closedLocationKey.current === key) return;
    closedLocationKey.current = key;
    // Opened by a press, closing it is going back; opened by a link, there is nothing of ours to go back to.
    if (isOpenedHere) void navigate(-1);
    else void navigate({ pathname }, { replace: true });
  }, [navigate, key, pathname, isOpenedHere]);
  return { card_id: search.get('card'), open, close };
}
