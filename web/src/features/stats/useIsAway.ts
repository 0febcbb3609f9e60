import { useMirror } from '../../core/hooks';

/** Whether the server seems to be out of reach: what failed then failed for want of a connection. */
export function useIsAway(): boolean {
  return useMirror(({ sync }) => sync.is_offline || !sync.is_live);
}
