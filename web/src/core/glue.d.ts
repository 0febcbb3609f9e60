/** The script that wasm-bindgen makes around the core's module. What of it is used is told where it is used (`fresh-core.ts`). */
declare module '@twentyfour/core/glue';
