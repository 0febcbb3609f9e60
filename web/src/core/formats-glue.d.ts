/* oxlint-disable no-underscore-dangle -- The name is wasm-bindgen’s. */
/** The glue of the package of boards as files, which is built without declarations (`formats/src/wasm.rs`, `on_device.rs`). */
declare module '@twentyfour/core/formats/glue' {
  /** A file that is imported. */
  export class ImportFile {
    constructor(context: string);
    push(chunk: Uint8Array): void;
    read(name: string, options: string, utc_offset: (milliseconds: number) => number): string;
    board_records(index: number, board_id: string, account_id: string | undefined, slug: string): string;
    free(): void;
  }
  export function board_slug(name: string, board_id: string): string | undefined;
  export function stored_board(
    account_id: string | undefined,
    board_id: string,
    keys: string[],
    texts: string[],
    outbox_keys: string[],
    outbox_texts: string[],
  ): string | undefined;
  export function export_board(records: string, account_id: string | undefined, names: string, format: string): string;
  export function __wbg_set_wasm(exports: object): void;
}

/** The package with its module, for tests. */
declare module '@twentyfour/core/formats' {
  export { board_slug, export_board, ImportFile, stored_board } from '@twentyfour/core/formats/glue';
}

/** The URL of the module's file. */
declare module '@twentyfour/core/formats/module?url' {
  const url: string;
  export default url;
}
