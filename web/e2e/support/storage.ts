/** The app's IndexedDB storage: texts by key. */
import { type Page, expect } from '@playwright/test';

const DATABASE = 'twentyfour';
const STORE = 'texts';

/** Returns every stored text by its key; empty if nothing has been stored yet. */
export async function storedTexts(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    async ([name, store]) => {
      const databases = await indexedDB.databases();
      if (!databases.some((database) => database.name === name)) return {};
      const open = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error);
      });
      try {
        const texts = database.transaction(store).objectStore(store);
        const read = <T>(request: IDBRequest<T>): Promise<T> =>
          new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const [keys, values] = await Promise.all([read(texts.getAllKeys()), read(texts.getAll())]);
        return Object.fromEntries(keys.map((key, index) => [String(key), String(values[index])]));
      } finally {
        database.close();
      }
    },
    [DATABASE, STORE] as const,
  );
}

/** Returns every stored key. */
export async function storedKeys(page: Page): Promise<string[]> {
  return Object.keys(await storedTexts(page));
}

/**
 * Waits until the browser has stored a board and its entry in the list of boards. A board is stored after it is shown,
 * and without the entry it is requested from the server the next time.
 */
export async function expectBoardStored(page: Page, name: string): Promise<void> {
  await expect
    .poll(async () => {
      const entries = Object.entries(await storedTexts(page)).filter(([, text]) => text.includes(JSON.stringify(name)));
      return entries.map(([key]) => key);
    }, `the board "${name}" is stored`)
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
