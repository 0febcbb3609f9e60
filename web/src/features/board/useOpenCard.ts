import type { Id } from '@twentyfour/core';
import { useCallback } from 'react';
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
  const { pathname, state } = useLocation() as { pathname: string; state: { isOpenedHere?: boolean } | null };
  const isOpenedHere = state?.isOpenedHere === true;
  const open = useCallback(
    (card_id: Id) => navigate({ pathname, search: `?card=${card_id}` }, { state: { isOpenedHere: true } }),
    [navigate, pathname],
  );
  const close = useCallback(() => {
    // Opened by a press, closing it is going back; opened by a link, there is nothing of ours to go back to.
    if (isOpenedHere) void navigate(-1);
    else void navigate({ pathname }, { replace: true });
  }, [navigate, pathname, isOpenedHere]);
  return { card_id: search.get('card'), open, close };
}
