import { useEffect } from 'react';
import { useStore } from 'zustand';
import { mirror, openCore, type Standing, standing } from './client';
import type { Mirror } from './mirror';

/** A piece of the mirror. The component draws again when the selected value is another one. */
export function useMirror<T>(select: (mirror: Mirror) => T): T {
  return useStore(mirror, select);
}

/** Whether whoever is here tries the app out without an account. */
export function useIsGuest(): boolean {
  return useMirror(({ session }) => session.guest !== null);
}

/** How the core stands, which this begins to load; and where its file did not come, a way to try again. */
export function useCore(): Standing & { retry: () => void } {
  const now = useStore(standing);
  useEffect(() => void openCore(), []);
  return { ...now, retry: () => void openCore() };
}
