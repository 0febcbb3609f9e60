import { useEffect } from 'react';
import { useLocation } from 'react-router';

function parseToken(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;
}

/**
 * The token of a mailed link, for as long as the page that it leads to is shown; null where the address has none. It stands
 * behind the `#`, so that no server and no log sees it, and it is taken out of the address at once, so that it stays neither
 * in sight nor in the browser's history.
 */
export function useLinkToken(): string | null {
  // The router's own location is of the moment at which the link was opened.
  const { hash } = useLocation();
  // At each drawing, since the same link may be opened in this tab once more.
  useEffect(() => {
    if (parseToken(location.hash)) history.replaceState(history.state, '', location.pathname + location.search);
  });
  return parseToken(hash);
}
