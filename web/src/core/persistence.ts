/** Asks the browser to keep what the app stores even when the disk is nearly full. */

/** When it was last asked, in milliseconds. */
const STORAGE_KEY = 'persistence_asked_at';

/** A browser may say no to a newcomer and yes to a regular, so it is asked again; seldom, since some show a question. */
const RETRY_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** Asks quietly. A browser that refuses or cannot still keeps everything until it runs out of room. */
export async function requestPersistentStorage(): Promise<void> {
  // Absent on plain http.
  const storage = navigator.storage as StorageManager | undefined;
  try {
    const asked = Number(localStorage.getItem(STORAGE_KEY));
    if (!storage || Date.now() - asked < RETRY_AFTER_MS || (await storage.persisted())) return;
    localStorage.setItem(STORAGE_KEY, String(Date.now()));
    await storage.persist();
  } catch {
    // Storage that is forbidden or full is told where something is lost by it.
  }
}
