import type { Board, BoardView, CardDetails, CardView, NotesView, NoteSummary, NoteVersion, Patch } from '@twentyfour/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cardDetails, cardView, noteSummary, noteView, snapshot } from '../testing/fake-core';
import { applyPatches, createMirror, loadSnapshot, type MirrorStore } from './mirror';
import type { Mirror } from './mirror-state';

const card = (id: string): CardView => cardView({ id, title: `Card ${id}` });

const board = (id: string): Board => ({
  id,
  slug: `board-${id}`,
  name: `Board ${id}`,
  description: '',
  color: null,
  image: null,
  favorite: false,
  label_colors: [],
  trashed_at: null,
});

const view: BoardView = {
  board: board('1'),
  lists: [
    { id: 'A', name: 'First', is_collapsed: false, card_ids: ['a1', 'a2', 'a3'] },
    { id: 'B', name: 'Second', is_collapsed: false, card_ids: ['b1'] },
    { id: 'C', name: '', is_collapsed: false, card_ids: [] },
  ],
  cards: ['a1', 'a2', 'a3', 'b1'].map(card),
};

const details: CardDetails = cardDetails({ id: 'a1', description: 'Rye' });

/** Returns what the open board shows. */
function drawn({ list_ids, lists, cards }: Mirror) {
  return list_ids.map((id) => [lists.get(id)?.name, lists.get(id)?.card_ids.map((card_id) => cards.get(card_id)?.title)]);
}

describe('a snapshot', () => {
  it('keeps the parts of the preview that are the same', () => {
    const store = createMirror();
    const before = store.getState();
    const { clock } = snapshot();
    loadSnapshot(store, JSON.stringify(snapshot({ clock: { ...clock, time: '12:00' } })));
    const { timer, background, clock: shown } = store.getState();
    expect(timer).toBe(before.timer);
    expect(background).toBe(before.background);
    expect(shown.time).toBe('12:00');
  });
});

describe('the mirror', () => {
  let store: MirrorStore;
  /** Applies a patch twice and checks that the second time changes nothing. */
  const put = (patch: Patch): Mirror => {
    applyPatches(store, [patch]);
    const once = structuredClone(store.getState());
    applyPatches(store, [patch]);
    expect(store.getState()).toEqual(once);
    return store.getState();
  };

  beforeEach(() => {
    store = createMirror();
    loadSnapshot(
      store,
      JSON.stringify(
        snapshot({ boards: [board('1'), board('2')], boards_status: 'ready', open_slug: 'board-1', open_status: 'ready', open_board: view }),
      ),
    );
  });

  it('starts with the default state before the first snapshot', () => {
    const { session, preferences } = createMirror().getState();
    expect(session).toMatchObject({ isAuthenticated: false, loading: true });
    expect(preferences).toMatchObject({ theme: 'system', focus_minutes: 25 });
  });

  it('indexes a snapshot by id', () => {
    const state = store.getState();
    expect(drawn(state)).toEqual([
      ['First', ['Card a1', 'Card a2', 'Card a3']],
      ['Second', ['Card b1']],
      ['', []],
    ]);
    expect(state.list_of.get('b1')).toBe('B');
  });

  it('replaces whole values', () => {
    const { session, user, clock, timer, preferences, stats, sync } = snapshot();
    const fresh: Patch[] = [
      { type: 'session', session: { ...session, welcome: true } },
      { type: 'user', user },
      { type: 'clock', clock: { ...clock, time: '03:07' } },
      { type: 'timer', timer: { ...timer, length: 60 } },
      { type: 'preferences', preferences: { ...preferences, theme: 'light' } },
      { type: 'stats', stats: { ...stats, total_sessions: 3 } },
      { type: 'sync', sync: { ...sync, unsent: 2 } },
    ];
    fresh.forEach(put);
    const state = store.getState();
    expect(state.session.welcome).toBe(true);
    expect(state.clock.time).toBe('03:07');
    expect(state.timer.length).toBe(60);
    expect(state.preferences.theme).toBe('light');
    expect(state.stats.total_sessions).toBe(3);
    expect(state.sync.unsent).toBe(2);
  });

  it('loads, places and removes boards', () => {
    const names = (state: Mirror) => state.boards.map(({ id }) => id);
    expect(names(put({ type: 'boards_loaded', status: 'ready', boards: JSON.stringify([board('3'), board('4')]) }))).toEqual(['3', '4']);
    expect(names(put({ type: 'board_placed', board: board('5'), index: 1 }))).toEqual(['3', '5', '4']);
    expect(names(put({ type: 'board_placed', board: { ...board('4'), favorite: true }, index: 0 }))).toEqual(['4', '3', '5']);
    expect(store.getState().boards[0]?.favorite).toBe(true);
    expect(names(put({ type: 'board_removed', id: '3' }))).toEqual(['4', '5']);
  });

  it('opens and closes a board', () => {
    const gone = put({ type: 'board_status_changed', slug: '', status: 'closed' });
    expect(gone).toMatchObject({ open_slug: '', open_status: 'closed', board: null, list_ids: [] });
    expect(gone.cards.size).toBe(0);
    put({ type: 'board_status_changed', slug: 'board-1', status: 'ready' });
    const opened = put({ type: 'board_opened', board: JSON.stringify(view) });
    expect(opened.board?.name).toBe('Board 1');
    expect(drawn(opened)[1]).toEqual(['Second', ['Card b1']]);
    expect(put({ type: 'open_board_changed', board: { ...board('1'), name: 'Renamed' } }).board?.name).toBe('Renamed');
  });

  it('moves a card within its list, up and down', () => {
    const move = (index: number, from_index: number | null): Patch => ({
      type: 'card_placed',
      id: 'a1',
      from_list_id: 'A',
      from_index,
      list_id: 'A',
      index,
      card: null,
    });
    expect(put(move(2, 0)).lists.get('A')?.card_ids).toEqual(['a2', 'a3', 'a1']);
    expect(put(move(1, null)).lists.get('A')?.card_ids).toEqual(['a2', 'a1', 'a3']);
    expect(put(move(0, 7)).lists.get('A')?.card_ids).toEqual(['a1', 'a2', 'a3']);
  });

  it('moves a card to another list even if the hinted index is wrong', () => {
    const state = put({ type: 'card_placed', id: 'a2', from_list_id: 'A', from_index: 0, list_id: 'B', index: 0, card: null });
    expect(state.lists.get('A')?.card_ids).toEqual(['a1', 'a3']);
    expect(state.lists.get('B')?.card_ids).toEqual(['a2', 'b1']);
    expect(state.list_of.get('a2')).toBe('B');
  });

  it('replaying a chain of moves gives the same state', () => {
    const chain: Patch[] = [
      { type: 'card_placed', id: 'a1', from_list_id: 'A', from_index: 0, list_id: 'B', index: 1, card: null },
      { type: 'card_placed', id: 'a1', from_list_id: 'B', from_index: 1, list_id: 'C', index: 0, card: null },
    ];
    applyPatches(store, chain);
    applyPatches(store, chain);
    expect(drawn(store.getState())).toEqual([
      ['First', ['Card a2', 'Card a3']],
      ['Second', ['Card b1']],
      ['', ['Card a1']],
    ]);
  });

  it('adds, changes and removes a card', () => {
    const added = put({ type: 'card_placed', id: 'c1', from_list_id: null, from_index: null, list_id: 'C', index: 9, card: card('c1') });
    expect(drawn(added)[2]).toEqual(['', ['Card c1']]);
    expect(put({ type: 'card_changed', card: { ...card('c1'), title: 'New' } }).cards.get('c1')?.title).toBe('New');
    const removed = put({ type: 'card_removed', id: 'c1', list_id: 'C' });
    expect(removed.lists.get('C')?.card_ids).toEqual([]);
    expect(removed.cards.has('c1')).toBe(false);
    expect(removed.list_of.has('c1')).toBe(false);
  });

  it('adds a list with its cards, renames, moves and removes it', () => {
    put({ type: 'list_placed', id: 'D', from_index: null, index: 1, list: { id: 'D', name: 'New', is_collapsed: false, card_ids: ['d1'] } });
    expect(drawn(put({ type: 'cards_added', cards: JSON.stringify([card('d1')]) }))[1]).toEqual(['New', ['Card d1']]);
    const colored = put({ type: 'list_changed', id: 'D', name: 'New', is_collapsed: false, color: '#4caf50' }).lists.get('D');
    expect(colored?.color).toBe('#4caf50');
    const changed = put({ type: 'list_changed', id: 'D', name: 'Renamed', is_collapsed: true }).lists.get('D');
    expect(changed).toEqual({ id: 'D', name: 'Renamed', is_collapsed: true, card_ids: ['d1'] });
    const moved = put({ type: 'list_placed', id: 'D', from_index: 1, index: 3, list: null });
    expect(moved.list_ids).toEqual(['A', 'B', 'C', 'D']);
    const removed = put({ type: 'list_removed', id: 'D' });
    expect(removed.list_ids).toEqual(['A', 'B', 'C']);
    expect(removed.cards.has('d1')).toBe(false);
  });

  it('ignores patches for a board that is no longer open', () => {
    const before = drawn(store.getState());
    put({ type: 'card_placed', id: 'x', from_list_id: null, from_index: null, list_id: 'gone', index: 0, card: card('x') });
    put({ type: 'list_placed', id: 'gone', from_index: null, index: 0, list: null });
    put({ type: 'list_changed', id: 'gone', name: 'x', is_collapsed: false });
    expect(drawn(store.getState())).toEqual(before);
  });

  it('keeps the identity of everything that a move does not touch', () => {
    const before = store.getState();
    const [untouched, order, record] = [before.lists.get('C'), before.lists.get('A')?.card_ids, before.cards.get('a2')];
    applyPatches(store, [{ type: 'card_placed', id: 'a1', from_list_id: 'A', from_index: 0, list_id: 'B', index: 0, card: null }]);
    const after = store.getState();
    expect(after.lists.get('C')).toBe(untouched);
    expect(after.cards.get('a2')).toBe(record);
    expect(after.lists.get('A')?.card_ids).not.toBe(order);
    expect(after.list_ids).toBe(before.list_ids);
  });

  it('sets and clears the open card', () => {
    expect(put({ type: 'card_details', details }).open_card).toEqual(details);
    expect(put({ type: 'card_details', details: null }).open_card).toBeNull();
    put({ type: 'card_details', details });
    expect(put({ type: 'board_status_changed', slug: '', status: 'closed' }).open_card).toBeNull();
  });

  it('keeps matching card ids in a Set that is replaced on each change', () => {
    const filter = { text: 'b', labels: [], priorities: [], due: null };
    const filtered = put({ type: 'filter_changed', filter, matching: JSON.stringify(['a1', 'b1']) });
    expect(filtered.filter).toEqual(filter);
    expect(filtered.matching).toEqual(new Set(['a1', 'b1']));
    const more = put({ type: 'card_matched', id: 'a2', fits: true });
    expect(more.matching).toEqual(new Set(['a1', 'b1', 'a2']));
    expect(more.matching).not.toBe(filtered.matching);
    expect(put({ type: 'card_matched', id: 'a1', fits: false }).matching).toEqual(new Set(['b1', 'a2']));
    const all = put({ type: 'filter_changed', filter: null, matching: null });
    expect(all).toMatchObject({ filter: null, matching: null });
    expect(put({ type: 'card_matched', id: 'a1', fits: true }).matching).toBeNull();
  });

  it('keeps drafts by their field, an empty one among them', () => {
    put({ type: 'draft_changed', key: 'card/a1/title', text: 'Bread and' });
    expect(put({ type: 'draft_changed', key: 'card/a1/description', text: '' }).drafts).toEqual(
      new Map([
        ['card/a1/title', 'Bread and'],
        ['card/a1/description', ''],
      ]),
    );
    expect(put({ type: 'draft_changed', key: 'card/a1/title', text: null }).drafts.has('card/a1/title')).toBe(false);
  });

  it('replaces the history, the tasks and the trash', () => {
    expect(put({ type: 'history', history: { undo: 'Move card', redo: null } }).history.undo).toBe('Move card');
    const tasks = { status: 'ready', tasks: [] } as const;
    expect(put({ type: 'tasks_loaded', tasks: JSON.stringify(tasks) }).tasks).toEqual(tasks);
    const trash = { status: 'failed', entries: [] } as const;
    expect(put({ type: 'trash_loaded', trash: JSON.stringify(trash) }).trash).toEqual(trash);
  });

  it('takes the filter, the open card and the drafts from a snapshot', () => {
    const filter = { text: '', labels: ['Bakery'], priorities: [], due: null };
    const fields = { open_card: details, filter: { filter, matching: ['a1'] }, drafts: [{ key: 'boards/name', text: 'Thes' }] };
    loadSnapshot(store, JSON.stringify(snapshot(fields)));
    const state = store.getState();
    expect(state).toMatchObject({ open_card: details, filter });
    expect(state.matching).toEqual(new Set(['a1']));
    expect(state.drafts.get('boards/name')).toBe('Thes');
  });

  it('notifies once for a batch, and not at all for none', () => {
    const listener = vi.fn();
    store.subscribe(listener);
    applyPatches(store, []);
    expect(listener).not.toHaveBeenCalled();
    applyPatches(store, [
      { type: 'list_changed', id: 'A', name: 'x', is_collapsed: false },
      { type: 'list_changed', id: 'B', name: 'y', is_collapsed: false },
    ]);
    expect(listener).toHaveBeenCalledOnce();
  });

  describe('of notes', () => {
    const note = (id: string, fields: Partial<NoteSummary> = {}): NoteSummary => noteSummary({ id, title: `Note ${id}`, ...fields });
    const version: NoteVersion = { save_id: 's1', edited_at: '2026-03-01T08:00:00.000Z', device: 'Chrome on Linux', snippet: 'Rye' };
    const open = noteView({ id: 'n1', document: '{"type":"doc"}' });
    const load = () =>
      put({
        type: 'notes_loaded',
        notes: JSON.stringify({
          status: 'ready',
          notes: [note('n1'), note('n2')],
          order: { shown: ['n2', 'n1'], trashed: [], query: '' },
          open,
        }),
      });

    it('indexes a snapshot of notes by id without loss', () => {
      const notes: NotesView = {
        status: 'ready',
        notes: [note('n1'), note('n2')],
        order: { shown: ['n1'], trashed: ['n2'], query: 'rye' },
        open,
      };
      loadSnapshot(store, JSON.stringify(snapshot({ notes })));
      const { notes_status, notes: laid, note_order, open_note } = store.getState();
      expect({ status: notes_status, notes: [...laid.values()], order: note_order, open: open_note }).toEqual(notes);
      expect(laid.get('n2')?.title).toBe('Note n2');
    });

    it('replaces all notes and their load status', () => {
      expect(load()).toMatchObject({ notes_status: 'ready', note_order: { shown: ['n2', 'n1'] }, open_note: { id: 'n1' } });
      expect(put({ type: 'notes_status', status: 'failed' })).toMatchObject({ notes_status: 'failed' });
    });

    it('replaces a changed note and keeps the others identical', () => {
      const before = load().notes.get('n2');
      const { notes } = put({ type: 'note_changed', note: note('n1', { title: 'Bread' }) });
      expect(notes.get('n1')?.title).toBe('Bread');
      expect(notes.get('n2')).toBe(before);
      expect([...put({ type: 'note_removed', id: 'n2' }).notes.keys()]).toEqual(['n1']);
      const order = { shown: ['n1'], trashed: [], query: 'bread' };
      expect(put({ type: 'notes_ordered', order: JSON.stringify(order) }).note_order).toEqual(order);
    });

    it('replaces the open note and its versions', () => {
      load();
      const apart = [version];
      expect(put({ type: 'note_versions', apart, versions: null }).open_note).toEqual({ ...open, apart });
      const shown_version = { version, document: null };
      const shown = put({ type: 'note_version_shown', shown_version: JSON.stringify(shown_version) });
      expect(shown.open_note).toEqual({ ...open, apart, shown_version });
      expect(put({ type: 'note_version_shown', shown_version: null }).open_note?.shown_version).toBeNull();
      expect(put({ type: 'note_opened', note: null }).open_note).toBeNull();
      // Late patches for a note that is no longer open change nothing.
      expect(put({ type: 'note_versions', apart: [], versions: [] }).open_note).toBeNull();
      expect(put({ type: 'note_version_shown', shown_version: null }).open_note).toBeNull();
    });
  });
});
