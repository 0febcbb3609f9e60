/* oxlint-disable no-underscore-dangle -- The names are wasm-bindgen's. */
/** The script that wasm-bindgen generates between the module and the browser, as far as `core-module.ts` uses it. */
declare module '@twentyfour/core/glue' {
  /** Sets the instance that the script's functions call. */
  export function __wbg_set_wasm(exports: object): void;
}
