import { useEffect } from 'react';
import { useStore } from 'zustand';
import { mirror, openCore, type CoreStatus, coreStatus } from './client';
import type { Mirror } from './mirror';
import type { TimeFormat } from './times';

/** A piece of the mirror. The component draws again when the selected value is another one. */
export function useMirror<T>(select: (mirror: Mirror) => T): T {
  return useStore(mirror, select);
}

/** Returns what the words for a time depend on: the person's day and hour format. */
export function useTimeFormat(): TimeFormat {
  const today = useMirror(({ clock }) => clock.minute.slice(0, 10));
  const hour_format = useMirror(({ preferences }) => preferences.hour_format);
  return { today, hour_format };
}

/** Whether whoever is here tries the app out without an account. */
export function useIsGuest(): boolean {
  return useMirror(({ session }) => session.guest !== null);
}

/** Returns how the core stands, and begins to load it. */
export function useCoreStatus(): CoreStatus {
  useEffect(() => void openCore(), []);
  return useStore(coreStatus);
}
