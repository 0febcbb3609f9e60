/** The app's IndexedDB storage: texts by key. */
import { type Page, expect } from '@playwright/test';

const DATABASE = 'twentyfour';
const STORE = 'texts';

/** Returns every stored key, or those whose text contains `part`; none if nothing has been stored yet. */
export async function storedKeys(page: Page, part = ''): Promise<string[]> {
  return page.evaluate(
    async ([name, store, searched]) => {
      const databases = await indexedDB.databases();
      if (!databases.some((database) => database.name === name)) return [];
      const read = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await read(indexedDB.open(name));
      try {
        const entries = database.transaction(store).objectStore(store);
        if (searched === '') return (await read(entries.getAllKeys())).map(String);
        const [keys, texts] = await Promise.all([read(entries.getAllKeys()), read(entries.getAll())]);
        return keys.map(String).filter((_, index) => String(texts[index]).includes(searched));
      } finally {
        database.close();
      }
    },
    [DATABASE, STORE, part] as const,
  );
}

/**
 * Waits until the browser has stored a board and the list of boards with it, which happens after the board is shown. A board
 * that is missing in the stored list is requested from the server when it is opened again.
 */
export async function expectBoardStored(page: Page, name: string): Promise<void> {
  await expect
    .poll(() => storedKeys(page, JSON.stringify(name)), `the board "${name}" is stored`)
    .toEqual(expect.arrayContaining([expect.stringContaining('/board/'), expect.stringMatching(/\/kept\/overview$/)]));
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
