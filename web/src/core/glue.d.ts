/* oxlint-disable no-underscore-dangle -- The names are wasm-bindgen's. */
/** The script that wasm-bindgen makes around the core's module, as far as it is used here (`fresh-core.ts`). */
declare module '@twentyfour/core/glue' {
  /** Says whose instance the script serves. */
  export function __wbg_set_wasm(exports: object): void;
}

declare module '@twentyfour/core/module?url&again' {
  /** Where the module lies. */
  const address: string;
  export default address;
}
