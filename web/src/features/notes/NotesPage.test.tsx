import type { Editor } from '@tiptap/core';
import type { Id, NoteVersion } from '@twentyfour/core';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RealCore, startAccount } from '../../testing/real-core';
import { type MockResponse, type MockResponses, NETWORK_ERROR, SERVER_ERROR } from '../../testing/responses';
import { Announcer } from '../../ui/Announcer';
import { NotesPage } from './NotesPage';
import { noteView } from './noteView';

/** Returns a timestamp in this device's time zone. */
const at = (date: number, hours = 12) => new Date(2026, 10, date, hours, 5).toISOString();
const text = (...lines: string[]) =>
  JSON.stringify({ type: 'doc', content: lines.map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })) });
const uuid = (kind: number, number: number): Id => `0190000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;

const RYE = uuid(6, 1);
const MILK = uuid(6, 2);
const OLD = uuid(6, 3);
const UNKNOWN = uuid(6, 9);
const version: NoteVersion = { save_id: uuid(7, 9), edited_at: at(20, 9), device: 'Firefox on macOS', snippet: 'Only flour' };

/** Returns a note in the server's format. */
const record = (id: Id, document: string, edited_at: string, fields: object = {}) => ({
  id,
  document,
  save_id: id.replace(/^01900006/, '01900007'),
  created_at: at(1),
  edited_at,
  pinned_at: null,
  trashed_at: null,
  apart: [],
  version: 1,
  ...fields,
});
const rye = record(RYE, text('Rye bread', 'Flour and water'), at(21, 14));
const milk = record(MILK, text('Milk'), at(20), { pinned_at: at(20), apart: [version] });
const old = record(OLD, text('Old'), at(1), { trashed_at: at(20) });

/** Returns the response to `GET /notes/`: the given notes at first, and nothing new later. */
const notesResponse = (notes: object[]): MockResponse => ({ path }) => ({
  body: { notes: path.endsWith('?since=0') ? notes : [], removed: [], version: 1, has_more: false },
});

/** Returns the responses of a server that has these notes, beside others. */
const responses = (...notes: object[]): MockResponses => ({ 'GET /notes/?since=': notesResponse(notes) });

const start = (more: MockResponses = {}) => startAccount({ ...responses(rye, milk, old), ...more }, { now: '2026-11-21T20:40' });

async function show(core: RealCore, address = '/app/notes') {
  const router = createMemoryRouter([{ path: '/app/notes/:noteId?', Component: NotesPage }], { initialEntries: [address] });
  const view = render(
    <>
      <RouterProvider router={router} />
      <Announcer />
    </>,
  );
  await core.settle();
  return { core, router, ...view };
}

/** Opens the page of an account with the notes Rye bread and Milk, and Old in the trash. */
const open = async (address?: string, more: MockResponses = {}) => show(await start(more), address);

/** Opens the page with a note and returns its editor. */
async function openNote(id: Id = RYE, more: MockResponses = {}) {
  const page = await open(`/app/notes/${id}`, more);
  // The editor's module is loaded first.
  const box = await screen.findByRole('textbox', { name: 'Note' }, { timeout: 15_000 });
  const { editor } = box as HTMLElement & { editor: Editor };
  return { ...page, box, editor, edition: page.core.state().notes.open?.edition ?? -1 };
}

/** Opens the page with a note of this text alone. */
const openText = (...lines: string[]) => openNote(RYE, responses(record(RYE, text(...lines), at(21, 14))));

const link = (name: string | RegExp) => screen.getByRole('link', { name });
const edits = ({ intents }: RealCore) => intents.filter(({ type }) => type === 'edit_note');
const noteIn = (core: RealCore, id: Id) => core.state().notes.notes.find((note) => note.id === id);
/** Returns the ids of the new notes to which the core has navigated. A new note is stored with its first text. */
const newNotes = ({ effects }: RealCore) =>
  effects.flatMap((effect) => (effect.type === 'navigate' ? [effect.path.replace('/app/notes/', '')] : []));
const EMPTY = responses();

beforeEach(() => {
  // jsdom has no layout, so there is nowhere to scroll to.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  noteView.setState(noteView.getInitialState(), true);
});

describe('the list of notes', () => {
  it('loads on mount and shows a skeleton until data arrives', async () => {
    const { core } = await open('/app/notes', { 'GET /notes/?since=': null });
    expect(core.intents).toEqual([{ type: 'load_notes' }]);
    expect(screen.getByRole('status')).toHaveTextContent('Loading your notes');
    expect(document.title).toBe('Notes');
  });

  it('shows the notes in the order of the core, with how they go on and when they were written', async () => {
    await open();
    const rows = within(screen.getByRole('navigation', { name: 'Notes' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Pinned: Milk, has a conflicting versionYesterday',
      'Rye bread2:05\u00a0PMFlour and water',
    ]);
    expect(link(/Rye bread/)).toHaveAttribute('title', 'Rye bread');
    expect(link(/Rye bread/)).toHaveAttribute('href', `/app/notes/${RYE}`);
    expect(screen.getByRole('heading', { name: 'Start a note' })).toBeVisible();
  });

  it('arrow keys move between notes and from the first to the search', async () => {
    await open();
    expect(link(/Milk/)).toHaveAttribute('tabindex', '0');
    expect(link(/Rye bread/)).toHaveAttribute('tabindex', '-1');
    act(() => link(/Milk/).focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(link(/Rye bread/)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(link(/Rye bread/)).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(link(/Milk/)).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole('searchbox', { name: 'Search notes' })).toHaveFocus();
  });

  it('searches on every key and shows an empty result', async () => {
    const { core, unmount } = await open();
    await userEvent.keyboard('/');
    await userEvent.keyboard('n/');
    expect(core.intents.slice(1)).toEqual([
      { type: 'search_notes', query: 'n' },
      { type: 'search_notes', query: 'n/' },
    ]);
    expect(screen.getByRole('heading', { name: 'No matching notes' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(link(/Rye bread/)).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'rye');
    expect(core.state().notes.order).toMatchObject({ query: 'rye', shown: [RYE] });
    unmount();
    expect(core.state().notes.order.query).toBe('');
  });

  it('creates a note with the button and the n key', async () => {
    const { core } = await open();
    await userEvent.click(screen.getAllByRole('button', { name: 'New note' })[0] as HTMLElement);
    await userEvent.keyboard('n');
    expect(new Set(newNotes(core)).size).toBe(2);
  });

  it('shows the empty state or an error', async () => {
    const core = await start({ 'GET /notes/?since=': SERVER_ERROR });
    await core.goLive();
    await show(core);
    expect(screen.getByRole('heading', { name: 'Couldn’t load your notes' })).toBeVisible();
    await core.serve(EMPTY);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(screen.getByRole('heading', { name: 'No notes yet' })).toBeVisible();
  });

  it('creates a note offline and shows that other notes load later', async () => {
    const { core } = await open('/app/notes', { 'GET /notes/?since=': NETWORK_ERROR });
    expect(screen.getByRole('heading', { name: 'Your notes load when you’re online' })).toBeVisible();
    await userEvent.click(screen.getAllByRole('button', { name: 'New note' })[1] as HTMLElement);
    expect(newNotes(core)).toHaveLength(1);
  });

  it('shows above local notes that the others are missing', async () => {
    const core = await start({ 'GET /notes/?since=': null });
    core.do({ type: 'load_notes' });
    await core.settle();
    core.do({ type: 'add_note' });
    const [note_id = ''] = newNotes(core);
    core.do({ type: 'open_note', note_id }, { type: 'edit_note', note_id, document: text('Rye bread'), edition: 0 }, { type: 'close_note' });
    await show(core);
    expect(screen.queryByText(/your other notes/i)).toBeNull();
    await core.serve({ 'GET /notes/?since=': SERVER_ERROR });
    expect(screen.getByText(/your other notes/i)).toBeVisible();
    expect(link(/Rye bread/)).toBeVisible();
  });

  it('pins, exports and trashes notes from the menu and the keyboard', async () => {
    const { core } = await open();
    const choose = async (item: string) => {
      act(() => screen.getByRole('button', { name: 'Options for Milk' }).focus());
      await userEvent.keyboard('{Enter}');
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
    };
    await choose('Unpin');
    expect(noteIn(core, MILK)?.pinned_at).toBeNull();
    const createObjectURL = vi.fn(() => 'blob:note');
    Object.assign(URL, { createObjectURL, revokeObjectURL: vi.fn() });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await choose('Export as Markdown');
    expect(createObjectURL).toHaveBeenCalledOnce();
    core.do({ type: 'pin_note', note_id: MILK });
    await choose('Move to trash');
    expect(noteIn(core, MILK)?.trashed_at).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Options for Rye bread' })).toHaveFocus();
    fireEvent.contextMenu(link(/Rye bread/));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Pin' }));
    expect(noteIn(core, RYE)?.pinned_at).not.toBeNull();
  });

  it('trashes a note before its menu has closed, in case the page ends', async () => {
    const { core } = await open();
    act(() => screen.getByRole('button', { name: 'Options for Milk' }).focus());
    await userEvent.keyboard('{Enter}');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Move to trash' }));
    expect(noteIn(core, MILK)?.trashed_at).not.toBeNull();
  });

  it('virtualizes long lists', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
    const many = Array.from({ length: 1_000 }, (_, index) => record(uuid(8, index), text(`Note ${index}`), at(20)));
    await open('/app/notes', responses(...many));
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]).toHaveAttribute('aria-setsize', '1000');
  });

  it('shows the trash with its retention and restores notes', async () => {
    const { core, router } = await open();
    await userEvent.click(link('Trash'));
    expect(router.state.location.search).toBe('?view=trash');
    expect(screen.getByText('Notes are deleted after 30 days. Restore a note to edit it.')).toBeVisible();
    expect(screen.getByRole('listitem')).toHaveTextContent('OldDeletes in 29 days');
    await userEvent.click(screen.getByRole('button', { name: 'Restore Old' }));
    expect(noteIn(core, OLD)?.trashed_at).toBeNull();
    expect(screen.getByText('Restored: Old')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
    await userEvent.click(link('Back to notes'));
    expect(router.state.location.search).toBe('');
  });
});

describe('the open note', () => {
  it('is opened and closed with the page, and names the tab', async () => {
    const { core, router } = await openNote();
    expect(core.intents).toEqual([{ type: 'load_notes' }, { type: 'open_note', note_id: RYE }]);
    expect(document.title).toBe('Rye bread – Notes');
    expect(link(/Rye bread/)).toHaveAttribute('aria-current', 'page');
    await act(() => router.navigate('/app/notes'));
    expect(core.state().notes.open).toBeNull();
    expect(document.title).toBe('Notes');
  });

  it('shows a skeleton while loading, then an error for an unknown note', async () => {
    const { core } = await open(`/app/notes/${UNKNOWN}`, { 'GET /notes/?since=': null });
    expect(screen.getAllByRole('status').at(-1)).toHaveTextContent('Loading note');
    await core.serve(EMPTY);
    expect(screen.getByRole('heading', { name: 'Note not found' })).toBeVisible();
    expect(link('Show all notes')).toHaveAttribute('href', '/app/notes');
  });

  it('appears without a skeleton when the editor has been loaded', async () => {
    const { core, router } = await open();
    await import('./NoteEditor');
    await core.settle();
    act(() => link(/Rye bread/).click());
    expect(router.state.location.pathname).toBe(`/app/notes/${RYE}`);
    expect(screen.getByRole('textbox', { name: 'Note' })).toBeVisible();
    expect(screen.queryByText('Loading note')).toBeNull();
  });

  it('focuses the editor of a new note', async () => {
    const core = await start();
    core.do({ type: 'load_notes' });
    await core.settle();
    core.do({ type: 'add_note' });
    await show(core, `/app/notes/${newNotes(core)[0]}`);
    const box = await screen.findByRole('textbox', { name: 'Note' }, { timeout: 15_000 });
    expect(box).toHaveFocus();
    expect(document.title).toBe('New note – Notes');
    expect(screen.queryByRole('button', { name: 'Version history' })).toBeNull();
  });

  it('is saved at most 800 ms after a key, and not before the typing has rested', async () => {
    const { core, editor, edition } = await openNote();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => void editor.commands.insertContentAt(1, 'Dark '));
    vi.advanceTimersByTime(400);
    expect(edits(core)).toEqual([]);
    act(() => vi.advanceTimersByTime(400));
    expect(edits(core)).toEqual([{ type: 'edit_note', note_id: RYE, document: text('Dark Rye bread', 'Flour and water'), edition }]);
    expect(noteIn(core, RYE)?.title).toBe('Dark Rye bread');
    vi.useRealTimers();
  });

  it.each<[string, (page: Awaited<ReturnType<typeof openNote>>) => unknown]>([
    ['the focus goes elsewhere', ({ box }) => fireEvent.blur(box)],
    ['the page is hidden', () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      fireEvent(document, new Event('visibilitychange'));
    }],
    ['the page is left', () => fireEvent(window, new Event('pagehide'))],
    ['the window is closed', () => fireEvent(window, new Event('beforeunload'))],
    ['another note is opened', ({ router }) => act(() => router.navigate(`/app/notes/${MILK}`))],
    ['the page goes', ({ unmount }) => unmount()],
  ])('is saved at once when %s', async (_when, leave) => {
    const page = await openNote();
    const { core, editor, edition } = page;
    act(() => void editor.commands.insertContentAt(1, 'Dark '));
    await leave(page);
    const saved = { type: 'edit_note', note_id: RYE, document: text('Dark Rye bread', 'Flour and water'), edition };
    await waitFor(() => expect(edits(core)).toEqual([saved]));
    expect(noteIn(core, RYE)?.title).toBe('Dark Rye bread');
    // If the note is closed, that must come after the edit.
    const closed = core.intents.findIndex(({ type }) => type === 'close_note');
    if (closed !== -1) expect(core.intents.findIndex(({ type }) => type === 'edit_note')).toBeLessThan(closed);
  });

  it('applies a remote text after the typing was undone', async () => {
    const { core, editor } = await openNote();
    await core.goLive();
    act(() => void editor.commands.insertContentAt(1, 'x'));
    act(() => void editor.commands.deleteRange({ from: 1, to: 2 }));
    const news = record(RYE, text('From elsewhere'), at(21, 15), { save_id: uuid(7, 8), version: 2 });
    await core.serve({ 'GET /notes/?since=1': { body: { notes: [news], removed: [], version: 2, has_more: false } } });
    await core.receive({ type: 'notes_changed', version: 2 });
    // The core got the text, found no change, and keeps showing its own.
    expect(editor.getText()).toBe('From elsewhere');
    expect(edits(core)).toHaveLength(1);
    expect(core.state().sync.unsent).toBe(0);
    act(() => void editor.commands.insertContentAt(1, 'Not '));
    fireEvent.blur(editor.view.dom);
    expect(edits(core).at(-1)).toMatchObject({ edition: core.state().notes.open?.edition });
    expect(noteIn(core, RYE)?.title).toBe('Not From elsewhere');
  });

  it('replaces the text only on a new edition, and saves unsaved typing before', async () => {
    const { core, editor } = await openNote();
    await core.goLive();
    // No autosave may run before the text arrives.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const receive = async (line: string, number: number) => {
      const note = record(RYE, text(line), at(21, 15), { save_id: uuid(7, number), version: number });
      await core.serve({ [`GET /notes/?since=${number - 1}`]: { body: { notes: [note], removed: [], version: number, has_more: false } } });
      await core.receive({ type: 'notes_changed', version: number });
    };
    await core.serve({
      'PUT /notes/': ({ body }) => {
        const { change } = JSON.parse(body ?? '') as { change: { save_id: Id; document: string } };
        return { body: { note: record(RYE, change.document, at(21, 15), { save_id: change.save_id, version: 2 }), since: 1 } };
      },
    });
    act(() => void editor.commands.insertContentAt(1, 'Dark '));
    fireEvent.blur(editor.view.dom);
    await core.settle();
    expect(core.state().sync.unsent).toBe(0);
    expect(editor.getText()).toContain('Dark Rye bread');

    await receive('From elsewhere', 3);
    expect(editor.getText()).toBe('From elsewhere');
    expect(edits(core)).toHaveLength(1);
    const shown = core.state().notes.open?.edition;

    // The save names the edition that the text is based on, from which the conflict is detected.
    await core.serve({ 'PUT /notes/': null });
    act(() => void editor.commands.insertContentAt(1, 'Not '));
    await receive('Later from elsewhere', 4);
    expect(editor.getText()).toBe('Not From elsewhere');
    expect(edits(core)).toHaveLength(2);
    expect(edits(core).at(-1)).toEqual({ type: 'edit_note', note_id: RYE, document: text('Not From elsewhere'), edition: shown });
    expect(core.state().notes.open?.edition).not.toBe(shown);

    act(() => void editor.commands.insertContentAt(1, 'Is '));
    fireEvent.blur(editor.view.dom);
    expect(edits(core).at(-1)).toMatchObject({ edition: core.state().notes.open?.edition });
    expect(noteIn(core, RYE)?.title).toBe('Is Not From elsewhere');
  });

  it('shows a rejection below the text and keeps the text', async () => {
    const { core, editor, router } = await openNote();
    const limit = 2 << 20;
    const unload = () => {
      const event = new Event('beforeunload', { cancelable: true });
      fireEvent(window, event);
      return event;
    };
    act(() => void editor.commands.insertContentAt(1, 'x'.repeat(limit)));
    fireEvent.blur(editor.view.dom);
    expect(screen.getByRole('alert')).toHaveTextContent('This note is too long. Move part of it to another note.');
    expect(editor.getText()).toHaveLength(limit + 'Rye breadFlour and water'.length + 2);
    expect(unload().defaultPrevented).toBe(true);
    await act(() => router.navigate(`/app/notes/${MILK}`));
    await act(() => router.navigate(`/app/notes/${RYE}`));
    const box = screen.getByRole('textbox', { name: 'Note' });
    const { editor: reopened } = box as HTMLElement & { editor: Editor };
    expect(reopened.getText().length).toBeGreaterThan(limit);
    expect(noteIn(core, RYE)?.title).toBe('Rye bread');
    act(() => void reopened.commands.deleteRange({ from: 2, to: limit + 1 }));
    fireEvent.blur(reopened.view.dom);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(noteIn(core, RYE)?.title).toBe('xRye bread');
    expect(unload().defaultPrevented).toBe(false);
  });

  it('never shows or overwrites an unsupported document', async () => {
    const { core } = await open(`/app/notes/${RYE}`, responses(record(RYE, '{"type":"doc","content":[{"type":"video"}]}', at(21))));
    expect(await screen.findByRole('heading', { name: 'Can’t open this note' }, { timeout: 15_000 })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    expect(edits(core)).toEqual([]);
  });

  it('is read-only in the trash and can be restored', async () => {
    const { core, box, editor } = await openNote(OLD);
    expect(box).toHaveAttribute('contenteditable', 'false');
    expect(box).toHaveAttribute('aria-readonly', 'true');
    expect(screen.queryByRole('toolbar')).toBeNull();
    expect(screen.getByText('In the trash. Deletes in 29 days.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(noteIn(core, OLD)?.trashed_at).toBeNull();
    expect(editor.view.dom).toHaveAttribute('contenteditable', 'true');
    expect(screen.getByRole('button', { name: /^Formatting toolbar/ })).toBeVisible();
  });

  it('offers a conflicting version to use or dismiss', async () => {
    const { core } = await openNote(MILK);
    const shown = () => core.state().notes.open?.shown_version;
    expect(screen.getByText('A conflicting version was saved on Firefox on macOS, yesterday, 9:05 AM.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByRole('button', { name: 'Use this version' })).toBeDisabled();
    await core.serve({ [`GET /notes/${MILK}/versions/${version.save_id}/`]: { body: { version, document: text('Only flour') } } });
    expect(screen.getByRole('textbox', { name: 'Earlier version' })).toHaveTextContent('Only flour');
    await userEvent.click(screen.getByRole('button', { name: 'Use this version' }));
    expect(shown()).toBeNull();
    expect(core.state().notes.open?.document).toBe(text('Only flour'));
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveTextContent('Only flour');
  });

  it('dismisses a conflicting version', async () => {
    const { core } = await openNote(MILK, { [`GET /notes/${MILK}/versions/${version.save_id}/`]: { body: { version, document: text('Only flour') } } });
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    await core.settle();
    await userEvent.click(screen.getByRole('button', { name: 'Keep current version' }));
    expect(core.state().notes.open).toMatchObject({ apart: [], shown_version: null, document: text('Milk') });
    expect(screen.queryByText(/^A conflicting version/)).toBeNull();
  });

  it('lists earlier versions and shows one without losing the caret', async () => {
    const { core, editor } = await openNote();
    act(() => void editor.commands.setTextSelection(5));
    await userEvent.click(screen.getByRole('button', { name: 'Version history' }));
    const panel = screen.getByRole('dialog', { name: 'Version history' });
    expect(within(panel).getByRole('status')).toHaveTextContent('Loading versions');
    await core.settle();
    await core.respondOnce(`GET /notes/${RYE}/versions/`, { body: { versions: [] } });
    expect(within(panel).getByRole('heading', { name: 'No earlier versions' })).toBeVisible();
    core.do({ type: 'load_note_versions' });
    await core.serve({
      [`GET /notes/${RYE}/versions/`]: { body: { versions: [version] } },
      [`GET /notes/${RYE}/versions/${version.save_id}/`]: { body: { version, document: text('Only flour') } },
    });
    await userEvent.click(within(panel).getByRole('button', { name: /Yesterday, 9:05\sAM/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await core.settle();
    expect(screen.getByText('Earlier version from Firefox on macOS, yesterday, 9:05 AM.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Earlier version' })).toHaveTextContent('Only flour');
    expect(screen.queryByRole('toolbar')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back to note' }));
    expect(core.state().notes.open?.shown_version).toBeNull();
    expect(editor.isDestroyed).toBe(false);
    expect(editor.state.selection.from).toBe(5);
  });

  it('shows that earlier versions need a connection', async () => {
    const { core } = await openNote(RYE, { 'PUT /notes/': NETWORK_ERROR, [`GET /notes/${RYE}/versions/`]: NETWORK_ERROR });
    core.do({ type: 'pin_note', note_id: RYE });
    await core.settle();
    expect(core.state().sync.send_failure).toBe('offline');
    await userEvent.click(screen.getByRole('button', { name: 'Version history' }));
    expect(screen.getByText('Connect to see earlier versions.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(core.intents.filter(({ type }) => type === 'load_note_versions')).toHaveLength(2);
  });
});

describe('the toolbar of a note', () => {
  beforeEach(() => noteView.setState({ isToolbarPinned: true }));
  const tool = (name: string) => screen.getByRole('button', { name });
  const frame = () => act(() => new Promise((done) => requestAnimationFrame(() => done(null))));

  it.each([
    ['Bold', 'strong'],
    ['Italic', 'em'],
    ['Underline', 'u'],
    ['Code', 'code'],
    ['Bulleted list', 'ul'],
    ['Numbered list', 'ol'],
    ['Task list', 'ul[data-type="taskList"]'],
    ['Code block', 'pre'],
    ['Quote', 'blockquote'],
  ])('%s', async (name, selector) => {
    const { box, editor } = await openText('Rye');
    act(() => void editor.commands.setTextSelection({ from: 1, to: 4 }));
    expect(tool(name)).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(tool(name));
    expect(box.querySelector(selector)).toHaveTextContent('Rye');
    await frame();
    expect(tool(name)).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(tool(name));
    expect(box.querySelector(selector)).toBeNull();
  });

  it('makes a heading of a line, and text of a heading', async () => {
    const { box } = await openText('Rye');
    await userEvent.click(tool('Heading'));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Heading 2' }));
    expect(box.querySelector('h2')).toHaveTextContent('Rye');
    await frame();
    await userEvent.click(tool('Heading 2'));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Text' }));
    expect(box.querySelector('h2')).toBeNull();
  });

  it('is one tab stop with arrow keys', async () => {
    const { box } = await openNote();
    act(() => box.focus());
    await userEvent.keyboard('{Alt>}{F10}{/Alt}');
    expect(tool('Bold')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(tool('Italic')).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(tool('Quote')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(tool('Bold')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{Home}{ArrowRight}');
    expect(screen.getByRole('toolbar').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(tool('Italic')).toHaveAttribute('tabindex', '0');
    await userEvent.keyboard('{Escape}');
    expect(box).toHaveFocus();
  });

  it('mirrors the arrow keys of a right-to-left page', async () => {
    const { box } = await openNote();
    act(() => box.focus());
    await userEvent.keyboard('{Alt>}{F10}{/Alt}');
    screen.getByRole('toolbar').style.direction = 'rtl';
    await userEvent.keyboard('{ArrowLeft}');
    expect(tool('Italic')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(tool('Quote')).toHaveFocus();
  });

  it('makes, changes and removes a link, and refuses an address that runs something', async () => {
    const { box, editor } = await openText('Rye');
    act(() => void editor.commands.selectAll());
    await userEvent.click(tool('Link'));
    const address = () => screen.getByRole('textbox', { name: 'Address' });
    await userEvent.type(address(), 'javascript:alert(1){Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a web or email address');
    await userEvent.clear(address());
    await userEvent.type(address(), 'example.com{Enter}');
    expect(box.querySelector('a')).toHaveAttribute('href', 'https://example.com/');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull());
    await frame();
    expect(tool('Link')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(tool('Link'));
    expect(address()).toHaveValue('https://example.com/');
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(box.querySelector('a')).toBeNull();
  });

  it('may have its link field open when the page is left', async () => {
    await openText('See ');
    await userEvent.click(tool('Link'));
    expect(screen.getByRole('textbox', { name: 'Address' })).toHaveFocus();
    // An error while it closes would fail the run.
    cleanup();
    await frame();
  });

  it('inserts the URL as text without a selection', async () => {
    const { box, editor } = await openText('See ');
    act(() => void editor.commands.focus('end'));
    // The editor takes the focus in the next frame.
    await frame();
    fireEvent.keyDown(box, { key: 'k', ctrlKey: true });
    await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'example.com{Enter}');
    expect(box.querySelector('a')).toHaveTextContent('example.com');
  });
});

describe('the toolbar at the selection', () => {
  const toolbar = () => screen.queryByRole('toolbar', { name: 'Formatting' });
  const pin = () => screen.getByRole('button', { name: /^Formatting toolbar/ });

  it('appears with the selection, and Escape closes it until the selection changes', async () => {
    const { box, editor } = await openText('Rye bread');
    act(() => box.focus());
    expect(toolbar()).toBeNull();
    act(() => void editor.commands.setTextSelection({ from: 1, to: 4 }));
    expect(toolbar()).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Bold' }));
    expect(box.querySelector('strong')).toHaveTextContent('Rye');
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(toolbar()).toBeNull();
    act(() => void editor.commands.setTextSelection({ from: 1, to: 3 }));
    expect(toolbar()).toBeVisible();
    act(() => screen.getByRole('searchbox').focus());
    expect(toolbar()).toBeNull();
  });

  it('is reached by Alt+F10, and Escape returns to the text', async () => {
    const { box, editor } = await openText('Rye bread');
    act(() => box.focus());
    act(() => void editor.commands.setTextSelection({ from: 1, to: 4 }));
    fireEvent.keyDown(box, { key: 'F10', altKey: true });
    expect(screen.getByRole('button', { name: 'Bold' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(box).toHaveFocus();
    expect(toolbar()).toBeNull();
  });

  it('stays above the text when it is pinned, which Alt+F10 does without a selection', async () => {
    const { box } = await openText('Rye bread');
    expect(pin()).toHaveAttribute('aria-pressed', 'false');
    act(() => box.focus());
    fireEvent.keyDown(box, { key: 'F10', altKey: true });
    expect(screen.getByRole('button', { name: 'Bold' })).toHaveFocus();
    expect(pin()).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(pin());
    expect(toolbar()).toBeNull();
  });

  it('shows the link field at the caret', async () => {
    const { box } = await openText('See ');
    act(() => box.focus());
    fireEvent.keyDown(box, { key: 'k', ctrlKey: true });
    expect(await screen.findByRole('textbox', { name: 'Address' })).toHaveFocus();
    expect(toolbar()).not.toBeNull();
  });
});

describe('focus mode', () => {
  const button = () => screen.getByRole('button', { name: 'Focus mode' });

  it('shows the text alone until Escape is pressed, also in the next note', async () => {
    const { box, router } = await openNote();
    const isOn = () => document.documentElement.hasAttribute('data-focus-mode');
    expect(isOn()).toBe(false);
    await userEvent.click(button());
    expect(isOn()).toBe(true);
    expect(button()).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('button', { name: 'Version history' })).toBeNull();
    expect(screen.getByText('Focus mode on. Press Escape to leave.')).toBeInTheDocument();
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(isOn()).toBe(false);
    await userEvent.keyboard('{Control>}.{/Control}');
    await waitFor(() => expect(isOn()).toBe(true));
    await act(() => router.navigate(`/app/notes/${MILK}`));
    expect(isOn()).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(isOn()).toBe(false);
  });
});
