/** Asks the browser for persistent storage, so that the app's data is not evicted when the disk is nearly full. */

/** The storage key of the last request's time, in milliseconds. */
const STORAGE_KEY = 'persistence_asked_at';

/**
 * A browser may deny the request of a new visitor and grant it to a regular one, so it is repeated; rarely, since some
 * browsers show a prompt.
 */
const RETRY_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** Requests persistent storage. If it is denied or unsupported, data is still stored until the browser evicts it. */
export async function requestPersistentStorage(): Promise<void> {
  // Undefined on plain HTTP.
  const storage = navigator.storage as StorageManager | undefined;
  try {
    const lastRequest = Number(localStorage.getItem(STORAGE_KEY));
    if (!storage || Date.now() - lastRequest < RETRY_AFTER_MS || (await storage.persisted())) return;
    localStorage.setItem(STORAGE_KEY, String(Date.now()));
    await storage.persist();
  } catch {
    // Problems with storage are reported where data would actually be lost.
  }
}
