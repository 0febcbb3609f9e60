/** The app's IndexedDB storage: texts by key. */
import type { Page } from '@playwright/test';

const DATABASE = 'twentyfour';
const STORE = 'texts';

/** Returns every stored key; empty if nothing has been stored yet. */
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

/** Stores texts by key, to simulate corrupt data. */
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
