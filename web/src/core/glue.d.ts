/* oxlint-disable no-underscore-dangle -- The names are wasm-bindgen's. */
/** The part of wasm-bindgen's generated glue script that `core-module.ts` uses. */
declare module '@twentyfour/core/glue' {
  /** Sets the WebAssembly instance that the glue's functions call. */
  export function __wbg_set_wasm(exports: object): void;
}
