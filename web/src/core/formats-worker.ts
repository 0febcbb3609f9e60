/**
 * Runs the module of boards as files (`formats/`) in a Worker, so that reading a large file does not block the page.
 * Terminating the Worker cancels what it does.
 */
/* oxlint-disable no-underscore-dangle -- The names are wasm-bindgen's. */
import * as glue from '@twentyfour/core/formats/glue';
import url from '@twentyfour/core/formats/module?url';
import { createFormatsHandler, type FormatsModule, type FormatsRequest } from './formats-requests';

declare const self: DedicatedWorkerGlobalScope;

/** Loads the module's file. The script is a classic one, which cannot import it. */
async function load(): Promise<FormatsModule> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {
    './twentyfour_formats_bg.js': glue as unknown as WebAssembly.ModuleImports,
  });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers take no origin; only windows do.
const handle = createFormatsHandler(load, (response) => self.postMessage(response));

self.addEventListener('message', ({ data }: MessageEvent<FormatsRequest>) => void handle(data));
