import type { CalendarsResponse } from '@twentyfour/core';
import { useCallback, useEffect, useState } from 'react';
import { callServer } from '../../../core/call-server';
import { type ChangeError, changeErrorOf } from './changeError';

/** The calendars of the account, and changes to them. */
export interface Calendars {
  /** Null until they are loaded. */
  content: CalendarsResponse | null;
  /** Whether loading has failed. */
  hasFailed: boolean;
  isChanging: boolean;
  reload: () => void;
  /** Sends a change. Returns why it was refused; null if it was accepted. */
  change: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<ChangeError | null>;
}

/** Loads the calendars of the account. */
export function useCalendars(): Calendars {
  const [content, setContent] = useState<CalendarsResponse | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [isChanging, setIsChanging] = useState(false);
  const load = useCallback(
    () => void callServer<CalendarsResponse>('GET', '/account/calendar/').then(({ data }) => (data ? setContent(data) : setHasFailed(true))),
    [],
  );
  useEffect(load, [load]);
  const reload = () => {
    setHasFailed(false);
    load();
  };
  const change: Calendars['change'] = async (method, path, body) => {
    setIsChanging(true);
    const { data, failure } = await callServer<CalendarsResponse>(method, path, body);
    setIsChanging(false);
    if (data) setContent(data);
    return data ? null : changeErrorOf(failure);
  };
  return { content, hasFailed, isChanging, reload, change };
}
