/** Answers the page's requests in the Worker of `formats-worker.ts`, which loads the module. */
import { offsetAt } from '../platform/time-zone';
import type { ExportFormat, FoundBoard, ImportErrorCode, ImportNames, ImportOptions, ImportResult, StoredBoard } from './formats-types';

/** The functions of the module. */
export type FormatsModule = Pick<typeof import('@twentyfour/core/formats/glue'), 'ImportFile' | 'board_slug' | 'export_board' | 'stored_board'>;

/** What the page asks for, with what it gets. */
export interface FormatsCalls {
  /** Reads the bytes of a file, which replaces the one before; null, or why that failed. */
  open: { request: { file: File; now: string; names: ImportNames }; result: ImportErrorCode | null };
  /** Reads what is in the file. */
  read: { request: { options: ImportOptions }; result: ImportResult };
  /** Makes the records of a board of the file, as JSON text. */
  board: { request: { index: number; board_id: string; account_id: string | null }; result: string };
  /** Writes a board of the device as a file; null if too little of it is stored. */
  export: { request: { board: StoredBoard; format: ExportFormat }; result: string | null };
}

/** A request of the page, with a number that its responses have too. */
export type FormatsRequest = { [Type in keyof FormatsCalls]: { call: number; type: Type } & FormatsCalls[Type]['request'] }[keyof FormatsCalls];

/** A response to a request: its result, its failure, or how many bytes were read so far. */
export type FormatsResponse = { call: number } & ({ result: unknown } | { failure: string } | { read_bytes: number });

/** How much of a file is read at once, in bytes. */
const CHUNK_BYTES = 1_000_000;

/**
 * Returns a function that handles requests.
 *
 * @param load Loads the module. It is called once.
 */
export function createFormatsHandler(
  load: () => Promise<FormatsModule>,
  respond: (response: FormatsResponse) => void,
): (request: FormatsRequest) => Promise<void> {
  let loading: Promise<FormatsModule> | null = null;
  let opened: { file: InstanceType<FormatsModule['ImportFile']>; name: string; boards: readonly FoundBoard[] } | null = null;
  const openedFile = () => {
    if (!opened) throw new Error('No file is open.');
    return opened;
  };

  const handle = async (module: FormatsModule, request: FormatsRequest): Promise<FormatsCalls[keyof FormatsCalls]['result']> => {
    switch (request.type) {
      case 'open': {
        const { call, file, now, names } = request;
        opened = { file: new module.ImportFile(JSON.stringify({ now, names })), name: file.name, boards: [] };
        return readBytes(file, (chunk) => openedFile().file.push(chunk), (read_bytes) => respond({ call, read_bytes }));
      }
      case 'read': {
        const current = openedFile();
        const result = JSON.parse(current.file.read(current.name, JSON.stringify(request.options), offsetAt)) as ImportResult;
        current.boards = 'error' in result ? [] : result.boards;
        return result;
      }
      case 'board': {
        const { index, board_id, account_id } = request;
        const { file, boards } = openedFile();
        const slug = module.board_slug(boards[index]?.name ?? '', board_id);
        if (slug === undefined) throw new Error(`There is no board ${index}.`);
        return file.board_records(index, board_id, account_id ?? undefined, slug);
      }
      case 'export': {
        const { account_id, board_id, keys, texts, outbox_keys, outbox_texts, names } = request.board;
        const records = module.stored_board(account_id ?? undefined, board_id, keys, texts, outbox_keys, outbox_texts);
        return records === undefined ? null : module.export_board(records, account_id ?? undefined, JSON.stringify(names), request.format);
      }
    }
  };
  return async (request) => {
    try {
      loading ??= load();
      respond({ call: request.call, result: await handle(await loading, request) });
    } catch (error) {
      respond({ call: request.call, failure: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** Reads a file in parts, so that the module can refuse it early. Returns why it cannot be read, or null. */
async function readBytes(
  file: File,
  push: (chunk: Uint8Array) => void,
  report: (read_bytes: number) => void,
): Promise<ImportErrorCode | null> {
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    const chunk = await readChunk(file.slice(start, start + CHUNK_BYTES));
    // It was changed, moved or deleted since it was chosen.
    if (!chunk) return 'file_unreadable';
    try {
      push(chunk);
    } catch (error) {
      if (error instanceof Error && error.message === 'too_large') return 'too_large';
      throw error;
    }
    report(Math.min(start + CHUNK_BYTES, file.size));
  }
  return null;
}

async function readChunk(part: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    return null;
  }
}
