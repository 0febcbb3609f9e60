/** Reads the texts that the core stores in IndexedDB (`core-wasm/src/wasm/indexed_db.rs`), without changing any. */

const DATABASE = 'twentyfour';
const STORE = 'texts';

/** Stored texts by key. */
export interface StoredTexts {
  keys: string[];
  texts: string[];
}

/** A connection to the database. */
export interface TextStore {
  /** Returns the keys that start with a prefix, in order. */
  keys: (prefix: string) => Promise<string[]>;
  /** Returns the texts whose keys start with a prefix, in the order of the keys. */
  texts: (prefix: string) => Promise<StoredTexts>;
  close: () => void;
}

/** Opens the database. Returns null if the browser has none, or refuses it. */
export async function openTextStore(): Promise<TextStore | null> {
  // Private windows and browsers with forbidden storage have none.
  if (typeof indexedDB === 'undefined') return null;
  const database = await open();
  return database && { keys: (prefix) => readKeys(database, prefix), texts: (prefix) => readTexts(database, prefix), close: () => database.close() };
}

function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(DATABASE, 1);
    // The database does not exist. The core creates it.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('error', (event) => {
      event.preventDefault();
      resolve(null);
    });
    opening.addEventListener('success', () => resolve(opening.result));
  });
}

/** Returns the range of all keys with a prefix. No key contains U+FFFF. */
const rangeOf = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\u{ffff}`);

const storeOf = (database: IDBDatabase): IDBObjectStore => database.transaction(STORE).objectStore(STORE);

async function readKeys(database: IDBDatabase, prefix: string): Promise<string[]> {
  return (await done(storeOf(database).getAllKeys(rangeOf(prefix)))) as string[];
}

async function readTexts(database: IDBDatabase, prefix: string): Promise<StoredTexts> {
  const store = storeOf(database);
  const range = rangeOf(prefix);
  // Both requests belong to one transaction, so nothing is written in between.
  const [keys, texts] = await Promise.all([done(store.getAllKeys(range)), done(store.getAll(range) as IDBRequest<string[]>)]);
  return { keys: keys as string[], texts };
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB request failed')));
  });
}
