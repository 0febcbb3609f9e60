import { useEffect } from 'react';
import { preloadDialog } from '../../ui/Dialog';
import { preloadPopover } from '../../ui/Popover';
import { preloadTooltip } from '../../ui/Tooltip';
import { preloadAccountMenu } from './AccountMenu';

/** The latest time to start in browsers that do not report idle time, in milliseconds. */
const FALLBACK_DELAY_MS = 2000;

/** Loads what opens on demand as soon as the page is idle, so that it opens at once and works offline. */
export function usePreload(others: readonly (() => Promise<void>)[]): void {
  useEffect(() => {
    // Not reported: whatever is missing is loaded, or its failure shown, when it is opened.
    const preload = () =>
      void Promise.allSettled([preloadDialog, preloadPopover, preloadTooltip, preloadAccountMenu, ...others].map((load) => load()));
    if (typeof requestIdleCallback === 'function') {
      const request = requestIdleCallback(preload);
      return () => cancelIdleCallback(request);
    }
    const timeout = setTimeout(preload, FALLBACK_DELAY_MS);
    return () => clearTimeout(timeout);
  }, [others]);
}
