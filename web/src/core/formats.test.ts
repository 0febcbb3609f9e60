import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOSS_TEXTS } from '../features/import/lossText';
import { fakeFormats, stubFormatsWorker } from '../testing/formats';
import { addBoard } from '../testing/boards';
import { startGuest } from '../testing/real-core';
import { createImportReader, exportBoard } from './formats';
import { importBoard, newBoardId } from './import-board';
import type { ImportNames, ImportResult } from './formats-types';

const NAMES: ImportNames = { untitled: 'Untitled', no_list: 'No list', archive: 'Archive', links: 'Links', files: 'Files', other_fields: 'Other fields' };

const TRELLO = {
  id: '66f1a2b30000000000000b01',
  name: 'Home move',
  desc: '',
  closed: false,
  labels: [],
  lists: [{ id: '66f1a2b30000000000000101', name: 'To do', closed: false, pos: 1 }],
  cards: [
    {
      id: '66f1a2b30000000000000c01',
      idList: '66f1a2b30000000000000101',
      name: 'Pack books',
      desc: '',
      closed: false,
      due: null,
      pos: 1,
      idLabels: [],
      idChecklists: [],
      labels: [],
    },
  ],
  checklists: [],
  actions: [],
};

const fileOf = (content: unknown, name = 'board.json') => new File([JSON.stringify(content)], name);

/** Returns the variants of an enum in Rust, as they are written in JSON. */
function variantsOf(file: string, name: string): string[] {
  const source = readFileSync(new URL(`../../../formats/src/${file}`, import.meta.url), 'utf8');
  const body = source.split(`pub enum ${name} {`)[1]?.split('\n}')[0] ?? '';
  return Array.from(body.matchAll(/^ {4}(\w+),$/gm), ([, variant = '']) => variant.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase());
}

describe('boards as files', () => {
  it('a board of another product is read, imported by a guest, and exported again', async () => {
    const core = await startGuest();
    stubFormatsWorker();
    const progress: number[] = [];
    const file = fileOf(TRELLO);
    const reader = createImportReader(file, NAMES);
    expect(await reader.open((read_bytes) => progress.push(read_bytes))).toBeNull();
    expect(progress.at(-1)).toBe(file.size);
    const preview = await reader.read({});
    expect(preview).toMatchObject({ source: 'trello', boards: [{ name: 'Home move', lists: 1, cards: 1 }], table: null });
    const id = newBoardId();
    expect(importBoard(await reader.board(0, id))).toBeNull();
    reader.close();
    await core.settle();

    const board = core.state().boards.find((one) => one.id === id);
    if (!board) throw new Error('The board is missing.');
    expect(board).toMatchObject({ name: 'Home move', slug: expect.stringMatching(/^home-move-/), import_key: expect.stringContaining(TRELLO.id) });
    const json = await exportBoard(board, 'json');
    expect(JSON.parse(json ?? '')).toMatchObject({ format: 'twentyfour-board', name: 'Home move', lists: [{ cards: [{ title: 'Pack books' }] }] });
    expect(await exportBoard(board, 'csv')).toContain('Pack books');
  });

  it('a board is exported with its unsent changes, and one that is not on the device is not', async () => {
    const core = await startGuest();
    stubFormatsWorker();
    const { board } = await addBoard(core, { name: 'Groceries', lists: { 'To do': ['Milk'] } });
    await core.settle();
    expect(await exportBoard(board, 'markdown')).toContain('Milk');
    expect(await exportBoard({ ...board, id: newBoardId() }, 'markdown')).toBeNull();
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
    const file = fileOf({});
    file.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotFoundError')) }) as unknown as Blob;
    expect(await createImportReader(file, NAMES).open(() => undefined)).toBe('file_unreadable');
    stubFormatsWorker(() => Promise.reject(new Error('offline')));
    await expect(createImportReader(fileOf({}), NAMES).open(() => undefined)).rejects.toThrow('offline');
  });

  it('ids of new boards are UUIDs of version 7', () => {
    expect(newBoardId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(Math.abs(Number.parseInt(newBoardId().replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000);
  });

  it('every kind of loss of the module has a text', () => {
    expect(Object.keys(LOSS_TEXTS).toSorted()).toEqual(variantsOf('losses.rs', 'LossKind').toSorted());
  });
});
