import type { Board, BoardPermissions } from '@twentyfour/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { TimeFormat } from '../platform/format/times';
import { mirror, openCore, type CoreStatus, coreStatus } from './client';
import type { Mirror } from './mirror-state';

/** Returns the selected part of the mirror and re-renders when it changes. */
export function useMirror<T>(select: (mirror: Mirror) => T): T {
  return useStore(mirror, select);
}

/** Returns what time formatting depends on: the user's day and hour format. */
export function useTimeFormat(): TimeFormat {
  const today = useMirror(({ clock }) => clock.today);
  const hour_format = useMirror(({ preferences }) => preferences.hour_format);
  return { today, hour_format };
}

/** Returns whether the user owns a board. A board without a role is from before boards could be shared. */
export function isOwnBoard({ role = 'owner' }: Board): boolean {
  return role === 'owner';
}

/** Returns what the user may do on a board; nothing while the board is not loaded. */
export function usePermissionsOn(board: Board | null): BoardPermissions {
  const role = board === null ? 'viewer' : (board.role ?? 'owner');
  return useMirror(({ permissions }) => permissions[role]);
}

/** Returns what the user may do on the open board; nothing while it is not loaded. */
export function useBoardPermissions(): BoardPermissions {
  return usePermissionsOn(useMirror(({ board }) => board));
}

/** Returns whether the user is a guest without an account. */
export function useIsGuest(): boolean {
  return useMirror(({ session }) => session.guest !== null);
}

/** Returns the loading state of the core, and starts loading it. */
export function useCoreStatus(): CoreStatus {
  useEffect(() => void openCore(), []);
  return useStore(coreStatus);
}

/** Returns whether the page is the preview that Home shows until the core is ready. */
export function useIsPreview(): boolean {
  return useStore(coreStatus, ({ status }) => status === 'preview');
}
