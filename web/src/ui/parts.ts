/** A part of the app whose file has not come: the connection is away, or a newer version has taken its place at the server. */
export class ModuleLoadError extends Error {
  override name = 'PartError';
}

/** Loads a part of the app. A failure is thrown as a `ModuleLoadError`: only a reload of the page helps then, not a retry. */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ModuleLoadError(cause instanceof Error ? cause.message : 'Part of the app couldn’t load.', { cause });
  }
}
