import type { Board } from '@twentyfour/core';
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { ERROR_TEXTS } from '../features/import/errorText';
import { LOSS_TEXTS } from '../features/import/lossText';
import { fakeFormats, stubFormatsWorker } from '../testing/formats';
import { addBoard } from '../testing/boards';
import { startAccount, startGuest } from '../testing/real-core';
import { createImportReader, exportBoard } from './formats';
import { importBoard, newBoardId } from './import-board';
import type { ImportNames, ImportResult } from './formats-types';

const NAMES = {} as ImportNames;

const fileOf = (content: string, name = 'board.json') => new File([content], name);

/** Returns the variants of an enum in Rust, as they are written in JSON. The tests run in `web`. */
function variantsOf(file: string, name: string): string[] {
  const source = readFileSync(`../formats/src/${file}`, 'utf8');
  const body = source.split(`pub enum ${name} {`)[1]?.split('\n}')[0] ?? '';
  return Array.from(body.matchAll(/^ {4}(\w+),$/gm), ([, variant = '']) => variant.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase());
}

describe('boards as files', () => {
  it('an exported board is imported by a guest, and exported again as the same file', async () => {
    const core = await startGuest();
    stubFormatsWorker();
    const { board } = await addBoard(core, { name: 'Home move', lists: { 'To do': [{ title: 'Pack books', subtasks: ['Boxes'] }], Done: [] } });
    await core.settle();
    const text = await exportBoard(board, 'json');
    const file = fileOf(text ?? '');

    const progress: number[] = [];
    const reader = createImportReader(file, NAMES);
    expect(await reader.open((read_bytes) => progress.push(read_bytes))).toBeNull();
    expect(progress).toEqual([file.size]);
    const found = { name: 'Home move', lists: 2, cards: 1, subtasks: 1, comments: 0 };
    expect(await reader.read({})).toMatchObject({ source: 'twentyfour', boards: [found], losses: [], table: null });
    const id = newBoardId();
    expect(importBoard(await reader.board(0, id))).toBeNull();
    reader.close();
    await core.settle();

    const imported = core.state().boards.find((one) => one.id === id);
    expect(imported).toMatchObject({ name: 'Home move', slug: expect.stringMatching(/^home-move-/), import_key: expect.any(String) });
    expect(imported && (await exportBoard(imported, 'json'))).toBe(text);
  });

  it('a board is exported with its unsent changes, and one that is not on the device is not', async () => {
    const core = await startGuest();
    stubFormatsWorker();
    const { board } = await addBoard(core, { name: 'Groceries', lists: { 'To do': ['Milk'] } });
    await core.settle();
    expect(await exportBoard(board, 'markdown')).toContain('Milk');
    expect(await exportBoard({ ...board, id: newBoardId() }, 'markdown')).toBeNull();
  });

  it('a board that is not on the device is exported by the server', async () => {
    const id = newBoardId();
    const core = await startAccount({ [`GET /boards/${id}/export/?format=csv`]: { body: 'board,list\r\n' } });
    stubFormatsWorker();
    const exported = exportBoard({ id } as Board, 'csv');
    await vi.waitFor(async () => {
      await core.settle();
      expect(core.requests.some(({ path }) => path.includes('/export/'))).toBe(true);
    });
    expect(await exported).toBe('\ufeffboard,list\r\n');
  });

  it('a file that is too large is refused before it is read', async () => {
    await startGuest();
    stubFormatsWorker(() => Promise.reject(new Error('unused')));
    const file = new File([], 'large.json');
    Object.defineProperty(file, 'size', { value: 100_000_001 });
    expect(await createImportReader(file, NAMES).open(() => undefined)).toBe('too_large');
  });

  it('a file that was deleted meanwhile cannot be read, and a module that fails is an error', async () => {
    await startGuest();
    const result: ImportResult = { error: { code: 'empty', line: null } };
    stubFormatsWorker(() => Promise.resolve(fakeFormats(() => result)));
    const file = fileOf('{}');
    file.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotFoundError')) }) as unknown as Blob;
    expect(await createImportReader(file, NAMES).open(() => undefined)).toBe('file_unreadable');
    stubFormatsWorker(() => Promise.reject(new Error('offline')));
    await expect(createImportReader(fileOf('{}'), NAMES).open(() => undefined)).rejects.toThrow('offline');
  });

  it('ids of new boards are UUIDs of version 7', () => {
    expect(newBoardId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(Math.abs(Number.parseInt(newBoardId().replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000);
  });

  it('every error and every kind of loss of the module has a text', () => {
    expect(Object.keys(ERROR_TEXTS).toSorted()).toEqual([...variantsOf('import.rs', 'ImportErrorCode'), 'file_unreadable'].toSorted());
    expect(Object.keys(LOSS_TEXTS).toSorted()).toEqual(variantsOf('losses.rs', 'LossKind').toSorted());
  });
});
