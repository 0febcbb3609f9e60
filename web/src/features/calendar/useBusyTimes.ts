import type { BusyResponse, CalendarsResponse } from '@twentyfour/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { callServer } from '../../core/call-server';
import { useMirror } from '../../core/hooks';
import { busyPath } from '../../platform/busyTimes';
import { addDays } from '../../platform/format/dates';
import { type BusyBlock, busyBlocks } from './busyBlocks';

/** The busy hours of the account's other calendar. */
export interface BusyTimes {
  /** By day. */
  blocks: ReadonlyMap<string, readonly BusyBlock[]>;
  /** Whether the other calendar could not be read. */
  hasFailed: boolean;
}

const NONE: BusyResponse = { busy: [], error: null };

/**
 * Loads the busy hours of a week, if the week is shown. Without an account or a connection there are none. Without
 * another calendar, only the first week sends a request.
 */
export function useBusyTimes(days: readonly string[], isShown: boolean): BusyTimes {
  const isGuest = useMirror((mirror) => mirror.session.guest !== null);
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  const isLoading = isShown && !isGuest;
  const [loaded, setLoaded] = useState<{ first: string; response: BusyResponse } | null>(null);
  /** Whether there is another calendar; null until the server has responded. */
  const hasSource = useRef<boolean | null>(null);
  useEffect(() => {
    if (!isLoading) return undefined;
    let isClosed = false;
    const load = async () => {
      if (hasSource.current === null) {
        const { data } = await callServer<CalendarsResponse>('GET', '/account/calendar/');
        if (data) hasSource.current = data.source !== null;
      }
      if (!hasSource.current || isClosed) return;
      const { data } = await callServer<BusyResponse>('GET', busyPath(first, addDays(last, 1)));
      if (!isClosed) setLoaded({ first, response: data ?? NONE });
    };
    void load();
    return () => {
      isClosed = true;
    };
  }, [isLoading, first, last]);
  const { busy, error } = isLoading && loaded?.first === first ? loaded.response : NONE;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- The days follow from the first and the last one.
  return useMemo(() => ({ blocks: busyBlocks(busy, days), hasFailed: error !== null }), [busy, error, first, last]);
}
