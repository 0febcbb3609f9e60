/**
 * The core's package and the URL of the file that it is built into. Importing that file under another fragment
 * evaluates it again, with a new WebAssembly instance. Because of its top-level await, `load-core.ts` imports it
 * dynamically and no other module imports it statically.
 */
export { Core, setLanguage } from '@twentyfour/core';
export { __wbg_set_wasm } from '@twentyfour/core/glue';
export const url = import.meta.url;
