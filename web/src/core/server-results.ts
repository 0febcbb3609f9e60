/** Passes what a search on the server has found to the page that shows it. */

/** The response to a search. */
export interface ServerResults {
  query: string;
  /** The cursor of the page that was requested; null for the first page. */
  cursor: string | null;
  /** JSON text; null if the request failed. */
  results: string | null;
}

type Listener = (response: ServerResults) => void;

const listeners = new Set<Listener>();

/** Passes the response to a search on. */
export function showServerResults(response: ServerResults): void {
  for (const listener of listeners) listener(response);
}

/** Subscribes to the responses to searches. Returns a function that ends the subscription. */
export function subscribeToServerResults(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
