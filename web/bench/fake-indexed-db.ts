/**
 * An IndexedDB in memory, with the few calls that the core makes. Everything succeeds, in a later task, as in a browser.
 * There is one object store, of texts by key.
 */

/** A request, whose `result` is set when it dispatches `success`. */
class FakeRequest<T> extends EventTarget {
  result: T | undefined;

  succeed(result: T): void {
    this.result = result;
    this.dispatchEvent(new Event('success'));
  }
}

/** A request to open the database, which is always new. */
class FakeOpenRequest<T> extends FakeRequest<T> {
  onupgradeneeded: ((event: Event) => void) | null = null;

  override succeed(result: T): void {
    this.result = result;
    this.onupgradeneeded?.(new Event('upgradeneeded'));
    super.succeed(result);
  }
}

interface KeyRange {
  lower: string;
  upper: string;
}

const contains = ({ lower, upper }: KeyRange, key: string): boolean => key >= lower && key <= upper;

/** Runs a transaction's steps in one task, in order, and then dispatches `complete`. */
class FakeTransaction extends EventTarget {
  readonly #texts: Map<string, string>;
  readonly #steps: (() => void)[] = [];

  constructor(texts: Map<string, string>) {
    super();
    this.#texts = texts;
    setImmediate(() => {
      for (const step of this.#steps) step();
      this.dispatchEvent(new Event('complete'));
    });
  }

  commit(): void {}

  objectStore(): object {
    const read = (range: KeyRange) => [...this.#texts].filter(([key]) => contains(range, key)).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return {
      put: (text: string, key: string) => this.#request(() => void this.#texts.set(key, text)),
      delete: (target: string | KeyRange) => this.#request(() => this.#delete(target)),
      getAllKeys: (range: KeyRange) => this.#request(() => read(range).map(([key]) => key)),
      getAll: (range: KeyRange) => this.#request(() => read(range).map(([, text]) => text)),
    };
  }

  #request<T>(run: () => T): FakeRequest<T> {
    const request = new FakeRequest<T>();
    this.#steps.push(() => request.succeed(run()));
    return request;
  }

  #delete(target: string | KeyRange): void {
    if (typeof target === 'string') this.#texts.delete(target);
    else for (const key of this.#texts.keys()) if (contains(target, key)) this.#texts.delete(key);
  }
}

/** Installs an empty database. */
export function installIndexedDb(): void {
  const texts = new Map<string, string>();
  const database = { createObjectStore: () => ({}), transaction: () => new FakeTransaction(texts), close: () => {} };
  const open = () => {
    const request = new FakeOpenRequest<object>();
    setImmediate(() => request.succeed(database));
    return request;
  };
  const bound = (lower: string, upper: string): KeyRange => ({ lower, upper });
  Object.defineProperty(globalThis, 'indexedDB', { value: { open }, configurable: true });
  Object.defineProperty(globalThis, 'IDBKeyRange', { value: { bound }, configurable: true });
}
