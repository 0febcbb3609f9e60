import * as messages from '../messages/recovery';

/** A module of the app that failed to load: the device is offline, or the server has a newer version. */
export class ModuleLoadError extends Error {
  override name = 'ModuleLoadError';
}

/** Loads a module. A failure is thrown as a `ModuleLoadError`. Retrying may work; otherwise the page must be reloaded. */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ModuleLoadError(cause instanceof Error ? cause.message : messages.moduleLoadFailed(), { cause });
  }
}
