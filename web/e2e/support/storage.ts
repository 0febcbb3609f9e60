/** What the app keeps in the browser's IndexedDB: texts under keys. */
import type { Page } from '@playwright/test';

const DATABASE = 'twentyfour';
const STORE = 'texts';

/** Every key that is kept; none where nothing has been kept yet. */
export async function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(
    async ([name, store]) => {
      const databases = await indexedDB.databases();
      if (!databases.some((database) => database.name === name)) return [];
      const open = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error);
      });
      try {
        const request = database.transaction(store).objectStore(store).getAllKeys();
        return await new Promise<string[]>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result.map(String));
          request.onerror = () => reject(request.error);
        });
      } finally {
        database.close();
      }
    },
    [DATABASE, STORE] as const,
  );
}

/** Puts texts under keys, as something that went wrong would have left them. */
export async function storeTexts(page: Page, texts: Record<string, string>): Promise<void> {
  await page.evaluate(
    async ([name, store, entries]) => {
      const open = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error);
      });
      const transaction = database.transaction(store, 'readwrite');
      for (const [key, text] of Object.entries(entries)) transaction.objectStore(store).put(text, key);
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error);
      });
      database.close();
    },
    [DATABASE, STORE, texts] as const,
  );
}
