import { useMirror } from '../core/hooks';

/**
 * Returns whether the server seems unreachable. A missing live connection alone is no evidence, since some networks
 * block WebSockets; together with a recent failure it is.
 */
export function useIsServerUnreachable(hasFailed = false): boolean {
  return useMirror(({ sync }) => sync.send_failure === 'offline' || (hasFailed && !sync.is_live));
}
