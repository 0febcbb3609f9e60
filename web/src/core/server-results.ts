/** Passes what a search on the server has found to the page that shows it. */

type Listener = (query: string, results: string | null) => void;

const listeners = new Set<Listener>();

/** Passes the response to a search on: JSON text, or null if the request failed. */
export function showServerResults(query: string, results: string | null): void {
  for (const listener of listeners) listener(query, results);
}

/** Subscribes to the responses to searches. Returns a function that ends the subscription. */
export function subscribeToServerResults(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
