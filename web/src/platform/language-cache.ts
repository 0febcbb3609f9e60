/**
 * Keeps the texts of the languages that this browser has used, so that they are available offline. For these languages, the
 * service worker also installs the texts of later builds.
 */

const CACHE = 'languages';

/** The built file of a language (`vite.config.ts`), with its name. */
const FILE = /\/assets\/language-(\w+)-[^/]+\.js$/;

/** Returns the language that a built file belongs to, if any. */
export const languageOfFile = (url: string): string | undefined => FILE.exec(url)?.[1];

/** Caches the file of a language in place of its earlier versions. */
export async function cacheLanguage(url: string): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    if (await cache.match(url, { ignoreVary: true })) return;
    await cache.add(url);
    const earlier = (await cache.keys()).filter((file) => file.url !== url && languageOfFile(file.url) === languageOfFile(url));
    await Promise.all(earlier.map((file) => cache.delete(file, { ignoreVary: true })));
  } catch {
    // The texts will be missing offline: the storage is full, or there is none, as on plain HTTP.
  }
}

/** Returns the languages that have been cached. */
export async function cachedLanguages(): Promise<Set<string | undefined>> {
  const files = (await caches.has(CACHE)) ? await (await caches.open(CACHE)).keys() : [];
  return new Set(files.map(({ url }) => languageOfFile(url)));
}
