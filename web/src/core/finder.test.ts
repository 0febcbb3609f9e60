import { describe, expect, it } from 'vitest';
import { addBoard } from '../testing/boards';
import { type RealCore, startAccount, startGuest } from '../testing/real-core';
import { type Finder, loadFinder } from './finder';

const NOW = { now: '2026-11-21T08:40' };

/** Returns the finder, after it has read what the core has stored. */
async function openFinder(core: RealCore): Promise<Finder> {
  await core.settle();
  const finder = await loadFinder();
  await finder.refresh();
  return finder;
}

function document(text: string): string {
  return JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
}

/** Adds a note, as the editor does. */
async function addNote(core: RealCore, text: string): Promise<string> {
  core.do({ type: 'load_notes' });
  await core.settle();
  core.do({ type: 'add_note' });
  const paths = core.effects.flatMap((effect) => (effect.type === 'navigate' ? [effect.path] : []));
  const note_id = paths.at(-1)?.split('/').at(-1) ?? '';
  core.do({ type: 'open_note', note_id }, { type: 'edit_note', note_id, document: document(text), edition: 0 }, { type: 'close_note' });
  await core.settle();
  return note_id;
}

const titles = (hits: readonly { title: string }[]) => hits.map(({ title }) => title);

describe('the finder', () => {
  it('finds boards, cards and notes of the device by some letters of their titles', async () => {
    const core = await startGuest(NOW);
    const { board, cards } = await addBoard(core, { name: 'Bakery', lists: { 'To do': ['Bake bread', 'Buy flour'] } });
    const note_id = await addNote(core, 'Baking times');
    const finder = await openFinder(core);

    expect(finder.find('bk', { limit: 10 }).map(({ kind, id }) => [kind, id])).toEqual(
      expect.arrayContaining([['board', board.id], ['card', cards['Bake bread']], ['note', note_id]]),
    );
    expect(finder.find('bak bre', { limit: 10 })).toEqual([
      {
        kind: 'card',
        id: cards['Bake bread'],
        board_id: board.id,
        title: 'Bake bread',
        context: 'Bakery',
        path: `/app/b/${board.slug}?card=${cards['Bake bread']}`,
        ranges: [[0, 3], [5, 8]],
        is_done: false,
      },
    ]);
    expect(finder.find('baking', { limit: 1 })).toMatchObject([{ kind: 'note', board_id: null, context: '', path: `/app/notes/${note_id}` }]);
    expect(finder.find(' ', { limit: 10 })).toEqual([]);
  });

  it('ranks other texts', async () => {
    const finder = await loadFinder();
    expect(finder.rank('set', ['Reset the timer', 'Open settings', 'Boards'])).toEqual([
      { index: 1, ranges: [[5, 8]] },
      { index: 0, ranges: [[2, 5]] },
    ]);
  });

  it('searches all texts, with filters', async () => {
    const core = await startGuest(NOW);
    await addBoard(core, {
      name: 'Café',
      lists: {
        Open: [
          { title: 'Order beans', description: 'From the roastery in Łódź', due_date: '2026-11-21', labels: ['Supplies'] },
          { title: 'Clean', comments: ['Ask the roastery for help'], priority: 'completed' },
        ],
      },
    });
    const finder = await openFinder(core);
    const search = (query: string) => finder.search(query, { limit: 10 });
    const [hit] = search('lodz');
    expect(hit).toMatchObject({ title: 'Order beans', context: 'Café', due_date: '2026-11-21', state: 'active', is_done: false });
    expect(hit?.snippet.slice(...(hit.snippet_ranges[0] ?? [0, 0]))).toBe('Łódź');
    expect(titles(search('roastery'))).toEqual(expect.arrayContaining(['Order beans', 'Clean']));
    expect(titles(search('roastery is:done'))).toEqual(['Clean']);
    expect(titles(search('due:today label:supp board:cafe'))).toEqual(['Order beans']);
    expect(titles(search('-roastery'))).toEqual(['Café']);
    expect(finder.terms('bread -is:done').map(({ text, is_filter, range }) => [text, is_filter, range])).toEqual([
      ['bread', false, [0, 5]],
      ['-is:done', true, [6, 14]],
    ]);
  });

  it('follows changes, the archive and the trash at the next refresh', async () => {
    const core = await startGuest(NOW);
    const { board, cards } = await addBoard(core, { name: 'Home', lists: { 'To do': ['Paint the door', 'Paint the wall'] } });
    const finder = await openFinder(core);
    core.do({ type: 'open_board', slug: board.slug });
    core.do({ type: 'archive_card', card_id: cards['Paint the door'] ?? '' }, { type: 'delete_card', card_id: cards['Paint the wall'] ?? '' });
    await core.settle();
    expect(titles(finder.find('paint', { limit: 10 }))).toHaveLength(2);
    await finder.refresh();
    expect(finder.find('paint', { limit: 10 })).toEqual([]);
    expect(finder.search('paint', { limit: 10 })).toEqual([]);
    expect(finder.search('paint is:archived', { limit: 10 })).toMatchObject([{ title: 'Paint the door', state: 'archived', path: '/app/trash' }]);
    expect(titles(finder.search('paint is:archived is:trashed', { limit: 10 }))).toHaveLength(2);
    core.do({ type: 'delete_board', board_id: board.id });
    await core.settle();
    await finder.refresh();
    expect(finder.find('home', { limit: 10 })).toEqual([]);
  });

  it('forgets what it knows when another user logs in', async () => {
    const guest = await startGuest(NOW);
    await addBoard(guest, { name: 'Secret plan' });
    const finder = await openFinder(guest);
    expect(finder.find('secret', { limit: 10 })).toHaveLength(1);
    await startAccount({ '/boards/get-boards/': { body: [] } }, NOW);
    expect(finder.find('secret', { limit: 10 })).toEqual([]);
  });
});
