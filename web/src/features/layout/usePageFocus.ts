import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Moves the focus to the page when another one is opened and the element with the focus is gone, so that Tab continues in the page
 * and screen readers do not start at the top of the document.
 */
export function usePageFocus(pathname: string): void {
  const type = useNavigationType();
  // The first page of a visit gets no focus: the skip link is the first stop there.
  const shown = useRef(type === 'POP' ? pathname : null);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}
