/** A part of the app whose file has not come: the connection is away, or a newer version has taken its place at the server. */
export class ModuleLoadError extends Error {
  override name = 'PartError';
}

/** Loads a part of the app. What goes wrong is told as a `PartError`: trying again would not help, loading the page anew does. */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ModuleLoadError(cause instanceof Error ? cause.message : 'Part of the app couldn’t load.', { cause });
  }
}
