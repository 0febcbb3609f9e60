/** The requests of pages that wait for a response, by the number of their call. `call-server.ts` makes the requests. */

/** The response to a request of a page. */
export interface ServerResponse {
  call_id: number;
  /** The HTTP status; null if the server has not responded. */
  status: number | null;
  body: string;
}

const waiting = new Map<number, (response: ServerResponse) => void>();
let lastCallId = 0;

/** Returns the number of a new request, and calls `onResponse` with its response. */
export function registerCall(onResponse: (response: ServerResponse) => void): number {
  lastCallId += 1;
  waiting.set(lastCallId, onResponse);
  return lastCallId;
}

/** Passes a response to the caller that waits for it. */
export function finishCall(response: ServerResponse): void {
  waiting.get(response.call_id)?.(response);
  waiting.delete(response.call_id);
}
