import type { AdminAudit, AdminMails, AdminPeople, AdminQuery, AdminStorage, AdminWaitlist, LoadStatus } from '@twentyfour/core';
import { useEffect, useMemo, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';

/** The contents of the sections, by the section's name. */
interface Contents {
  people: AdminPeople;
  waitlist: AdminWaitlist;
  mails: AdminMails;
  storage: AdminStorage;
  audit: AdminAudit;
}

/** The content of a section as far as it is loaded. */
export interface AdminContent<T> {
  status: LoadStatus;
  /** The last content of the section, until the requested one is loaded; null if there is none. */
  content: T | null;
  reload: () => void;
}

/** Loads a section and returns its content. */
export function useAdminContent<S extends keyof Contents>(section: S, page = 0, search = ''): AdminContent<Contents[S]> {
  const { query, status, content } = useMirror((mirror) => mirror.admin);
  const isShown = query?.section === section && query.page === page && query.search === search;
  const request = useMemo((): AdminQuery => ({ section, page, search }), [section, page, search]);
  useEffect(() => {
    dispatch({ type: 'load_admin', selection: request });
  }, [request]);
  const [last, setLast] = useState<Contents[S] | null>(null);
  const parsed = useMemo(() => (isShown && content !== null ? (JSON.parse(content) as Contents[S]) : null), [isShown, content]);
  if (parsed && parsed !== last) setLast(parsed);
  const current = isShown ? status : 'loading';
  return {
    status: current,
    content: parsed ?? (current === 'loading' ? last : null),
    reload: () => dispatch({ type: 'load_admin', selection: request }),
  };
}
