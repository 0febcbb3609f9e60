/**
 * Makes a core in a new instance of its module, in the place of one that has crashed. What the crash has left in the memory of
 * the old instance is unknown, so that nothing of it is used again.
 */
/* oxlint-disable no-underscore-dangle -- The names are wasm-bindgen's. */
import type { CoreConfig } from '@twentyfour/core';
import { __wbg_set_wasm } from '@twentyfour/core/glue';
// oxlint-disable-next-line import/default -- The bundler makes the export.
import glue_address from '@twentyfour/core/glue?url';
// A copy of the address that is its own: one that both this and the core's script need would become a file apart.
import module_address from '@twentyfour/core/module?url&again';
import type { CoreHandle } from './client';

/** The script between a module and the browser, which wasm-bindgen makes. It serves one instance. */
interface Glue {
  Core: new (config: CoreConfig) => CoreHandle;
  __wbg_set_wasm: (exports: object) => void;
}

/** By what the module names that script. */
const IMPORTS = './twentyfour_core_bg.js';

/** How long the module may take to come, in milliseconds. */
const PATIENCE = 10_000;

/** How many cores were made here. */
let made = 0;
/** The script of the core that was made last: at first the page's own. */
let last: Pick<Glue, '__wbg_set_wasm'> = { __wbg_set_wasm };

/** Makes a core of all that is stored. The one before is silenced, and what it held of the browser is given back. */
export async function makeFreshCore(config: CoreConfig): Promise<CoreHandle> {
  silence(last);
  await releaseLocks(navigator.locks as LockManager | undefined);
  made += 1;
  // By another fragment the same file is a script of its own.
  const glue = (await import(/* @vite-ignore */ `${glue_address}#${made}`)) as Glue;
  // Without what only tells the copy apart: the file is kept under its bare address for the time without a network.
  const answer = await fetch(new URL(module_address, location.href).pathname, { signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw new Error(`The core's module could not be loaded: ${answer.status}.`);
  const { instance } = await WebAssembly.instantiate(await answer.arrayBuffer(), { [IMPORTS]: { ...glue } });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  last = glue;
  return new glue.Core(config);
}

/** Whatever the browser still calls of an instance does nothing from here on: its timers, its listeners, its requests. */
export function silence(glue: Pick<Glue, '__wbg_set_wasm'>): void {
  // What is called answers with as many numbers as any function of the module: none is a failure.
  glue.__wbg_set_wasm(new Proxy({}, { get: () => () => [0, 0, 0] }));
}

/**
 * Gives back the Web Locks that this page holds. The core that asked for them cannot any more, and without them the next could
 * neither send nor ring (SPEC T27, Y22). Those of other tabs stay theirs.
 */
export async function releaseLocks(locks: LockManager | undefined): Promise<void> {
  // There are none on plain http.
  if (!locks) return;
  // Which of the holders this page is, only a lock of its own tells.
  const own = `twentyfour-page-${crypto.randomUUID()}`;
  await locks.request(own, async () => {
    const { held = [] } = await locks.query();
    const page = held.find(({ name }) => name === own)?.clientId;
    const kept = held.filter(({ name, clientId }) => clientId === page && name !== own);
    await Promise.all(kept.map(({ name = '' }) => locks.request(name, { steal: true }, () => undefined)));
  });
}
