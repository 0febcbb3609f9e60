import { useMirror } from '../../core/hooks';

/**
 * Whether the server seems to be out of reach. That changes do not arrive by themselves says nothing alone, since some
 * networks let no WebSocket through; together with something that failed just now it does.
 */
export function useIsServerUnreachable(hasFailed = false): boolean {
  return useMirror(({ sync }) => sync.send_failure === 'offline' || (hasFailed && !sync.is_live));
}
