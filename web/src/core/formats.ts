/**
 * Boards as files: reads files to import, and writes boards as files. Both run in a Worker (`formats-worker.ts`). Boards are
 * exported from what the core has stored on this device, so that this also works offline and for guests.
 */
import type { Board, Id } from '@twentyfour/core';
import * as common from '../messages/common';
import { fetchFile } from './call-server';
import { mirror } from './client';
import type { FormatsCalls, FormatsRequest, FormatsResponse } from './formats-requests';
import {
  type ExportFormat,
  type ImportErrorCode,
  type ImportNames,
  type ImportOptions,
  type ImportResult,
  MAX_FILE_BYTES,
} from './formats-types';
import { currentAccount, GUEST } from './stored-account';
import { openTextStore } from './stored-texts';
// oxlint-disable-next-line import/default -- Vite generates this module and its default export.
import worker_url from './formats-worker?worker&url';

/** A file that is imported. */
export interface ImportReader {
  /** Reads the file's bytes. Returns why that failed, or null. */
  open: (onProgress: (read_bytes: number) => void) => Promise<ImportErrorCode | null>;
  /** Reads what is in the file. Can be called again with other options. */
  read: (options: ImportOptions) => Promise<ImportResult>;
  /** Makes the records of a board of the file, for the id that it will get. Returns their JSON text. */
  board: (index: number, board_id: Id) => Promise<string>;
  /** Cancels what is in progress, and frees the memory. */
  close: () => void;
}

/** Starts the Worker for a file. Its promises are rejected if the module cannot be loaded, or fails. */
export function createImportReader(file: File, names: ImportNames): ImportReader {
  const worker = new FormatsWorker();
  return {
    open: async (onProgress) => {
      if (file.size > MAX_FILE_BYTES) return 'too_large';
      return worker.call('open', { file, now: new Date().toISOString(), names }, onProgress);
    },
    read: (options) => worker.call('read', { options }),
    board: (index, board_id) => worker.call('board', { index, board_id, account_id: mirror.getState().user?.id ?? null }),
    close: () => worker.terminate(),
  };
}

/**
 * Writes a board as a file. If this device does not have it, such as in a private window without IndexedDB, the server writes the file.
 * Returns its text, or null if it does not respond.
 */
export async function exportBoard(board: Board, format: ExportFormat): Promise<string | null> {
  const text = await exportStoredBoard(board, format);
  if (text !== null || !mirror.getState().user) return text;
  const file = await fetchFile(`/boards/${board.id}/export/?format=${format}`);
  // Reading a response removes the byte order mark, without which spreadsheets misread CSV.
  return file !== null && format === 'csv' ? `\ufeff${file.replace('\ufeff', '')}` : file;
}

async function exportStoredBoard({ id: board_id, members = [] }: Board, format: ExportFormat): Promise<string | null> {
  const account = currentAccount();
  const store = account === null ? null : await openTextStore();
  if (account === null || !store) return null;
  const worker = new FormatsWorker();
  try {
    const outbox = await store.texts(`${account}/kept/outbox/`);
    const { keys, texts } = await store.texts(`${account}/board/${board_id}/`);
    const names = Object.fromEntries(
      members.map(({ user_id, first_name, last_name }) => [user_id, common.personName({ first: first_name, last: last_name })]),
    );
    const account_id = account === GUEST ? null : account;
    const board = { account_id, board_id, keys, texts, outbox_keys: outbox.keys, outbox_texts: outbox.texts, names };
    return await worker.call('export', { board, format });
  } finally {
    store.close();
    worker.terminate();
  }
}

/** A request that has no result yet. */
interface Call {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  onProgress: (read_bytes: number) => void;
}

/** The Worker, started with the first request. */
class FormatsWorker {
  private worker: Worker | null = null;
  private readonly calls = new Map<number, Call>();
  private count = 0;

  /** Sends a request. The promise never settles if the Worker is terminated. */
  call<Type extends keyof FormatsCalls>(
    type: Type,
    request: FormatsCalls[Type]['request'],
    onProgress: (read_bytes: number) => void = () => undefined,
  ): Promise<FormatsCalls[Type]['result']> {
    this.worker ??= this.start();
    this.count += 1;
    const call = this.count;
    const { worker } = this;
    return new Promise((resolve, reject) => {
      this.calls.set(call, { resolve: resolve as Call['resolve'], reject, onProgress });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers take no origin; only windows do.
      worker.postMessage({ call, type, ...request } as FormatsRequest);
    });
  }

  terminate(): void {
    this.worker?.terminate();
    this.calls.clear();
  }

  private start(): Worker {
    // During development the script is a module.
    const worker = new Worker(worker_url, { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FormatsResponse>) => this.onResponse(data));
    worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.calls.values()) reject(new Error(message));
      this.calls.clear();
    });
    return worker;
  }

  private onResponse(response: FormatsResponse): void {
    const call = this.calls.get(response.call);
    if (!call) return;
    if ('read_bytes' in response) {
      call.onProgress(response.read_bytes);
      return;
    }
    this.calls.delete(response.call);
    if ('failure' in response) call.reject(new Error(response.failure));
    else call.resolve(response.result);
  }
}
