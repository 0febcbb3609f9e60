import { useEffect } from 'react';
import { useLocation } from 'react-router';

function parseToken(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;
}

/**
 * Returns the token of an emailed link while its page is shown, or null if the URL has none. The token is in the
 * fragment, so it appears in no server log, and it is removed from the address bar and the browser's history right
 * away.
 */
export function useLinkToken(): string | null {
  // The router's location still has the fragment that the link was opened with.
  const { hash } = useLocation();
  // On every render, because the same link may be opened again in this tab.
  useEffect(() => {
    if (parseToken(location.hash)) history.replaceState(history.state, '', location.pathname + location.search);
  });
  return parseToken(hash);
}
