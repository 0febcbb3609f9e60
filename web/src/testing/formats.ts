/** Test support: the module of boards as files, without a Worker. */
import { vi } from 'vitest';
import { createFormatsHandler, type FormatsModule, type FormatsRequest } from '../core/formats-requests';
import type { FoundBoard, ImportOptions, ImportResult } from '../core/formats-types';

/** Lets Workers run the module in the test's thread. Cannot be used beside the Worker of the timer's alarm. */
export function stubFormatsWorker(load: () => Promise<FormatsModule> = () => import('@twentyfour/core/formats')): void {
  class FormatsWorker extends EventTarget {
    private isTerminated = false;
    private readonly handle = createFormatsHandler(load, (data) => {
      // A Worker's messages are copies, too.
      if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
    });

    postMessage(request: FormatsRequest): void {
      void this.handle(request);
    }

    terminate(): void {
      this.isTerminated = true;
    }
  }
  vi.stubGlobal('Worker', FormatsWorker);
}

/** Returns a board that a file may contain. */
export const foundBoard = (name: string, fields: Partial<FoundBoard> = {}): FoundBoard => ({
  key: `trello:${name}`,
  name,
  lists: 1,
  cards: 2,
  archived_cards: 0,
  is_archived: false,
  subtasks: 0,
  comments: 0,
  ...fields,
});

/** Returns a module that reads whatever `read` returns, and makes empty boards of it, after a call of `onBoard`. */
export function fakeFormats(read: (options: ImportOptions) => ImportResult, onBoard: (index: number) => void = () => {}): FormatsModule {
  let boards: readonly FoundBoard[] = [];
  class ImportFile {
    push() {}
    free() {}
    read(_name: string, options: string): string {
      const result = read(JSON.parse(options) as ImportOptions);
      boards = 'error' in result ? [] : result.boards;
      return JSON.stringify(result);
    }
    board_records(index: number, id: string, _account: string | undefined, slug: string): string {
      onBoard(index);
      const { name, key } = boards[index] ?? foundBoard('');
      const board = { id, slug, name, description: '', color: null, image: null, favorite: false, label_colors: [], trashed_at: null, import_key: key };
      return JSON.stringify({ version: 1, is_complete: true, board, lists: [], cards: [], items: [] });
    }
  }
  return {
    ImportFile,
    board_slug: (name, id) => `${name.toLowerCase().replaceAll(' ', '-')}-${id.slice(-4)}`,
    stored_board: () => undefined,
    export_board: () => '',
  };
}
