/** Makes the core crash. The product has no API for that, so the test wraps the WebAssembly module. */
import type { Page } from '@playwright/test';

interface Armed {
  /** What crashes next: a call from the page, or a callback from the browser (a timer, a response, an event). */
  crashNext: 'call' | 'callback' | null;
}

/** Enables the functions below on every page opened from now on. */
export async function prepareCrashes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const armed = globalThis as unknown as Armed;
    armed.crashNext = null;
    type Call = (...args: unknown[]) => unknown;
    /** The module's exports. A call that is to crash gets pointers outside of the module's memory, which traps. */
    const exportsOf = (instance: WebAssembly.Instance): WebAssembly.Exports => {
      const exports = { ...instance.exports };
      for (const [name, call] of Object.entries(exports)) {
        const kind = name === 'core_dispatch' ? 'call' : name.includes('closures') ? 'callback' : null;
        if (kind === null) continue;
        exports[name] = (...args: unknown[]) => {
          if (armed.crashNext !== kind) return (call as Call)(...args);
          armed.crashNext = null;
          const snapshot = instance.exports.core_snapshot as Call;
          return snapshot(0x7fff_fff0);
        };
      }
      return exports;
    };
    const changed = (made: WebAssembly.WebAssemblyInstantiatedSource) => ({ module: made.module, instance: { exports: exportsOf(made.instance) } });
    const { instantiate, instantiateStreaming } = WebAssembly;
    const of = WebAssembly as unknown as Record<string, unknown>;
    of.instantiate = async (source: BufferSource, imports: WebAssembly.Imports) => changed(await instantiate(source, imports));
    of.instantiateStreaming = async (source: Response, imports: WebAssembly.Imports) => changed(await instantiateStreaming(source, imports));
  });
}

/** Makes the next callback by the browser crash the core: a timer, a response or an event. */
export async function crashNextCallback(page: Page): Promise<void> {
  await page.evaluate(() => {
    (globalThis as unknown as Armed).crashNext = 'callback';
  });
}

/**
 * Makes the next click, key press or text insertion crash the core. Only that event arms the crash: otherwise, a call that the
 * page makes on its own could crash the core before the user does anything.
 */
export async function crashNextPress(page: Page): Promise<void> {
  await page.evaluate(() => {
    const armed = new AbortController();
    const arm = () => {
      armed.abort();
      (globalThis as unknown as Armed).crashNext = 'call';
    };
    for (const press of ['click', 'keydown', 'beforeinput']) addEventListener(press, arm, { capture: true, signal: armed.signal });
  });
}
