import type { Editor } from '@tiptap/core';
import type { NoteSummary, NotesView, NoteVersion, NoteView } from '@twentyfour/core';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { coreStatus } from '../../core/client';
import { noteSummary, noteView, snapshot, connectFakeCore } from '../../testing/fake-core';
import { Announcer } from '../../ui/Announcer';
import { TooltipProvider } from '../../ui/Tooltip';
import { NotesPage } from './NotesPage';

/** Returns a timestamp in this device's time zone. */
const at = (date: number, hours = 12) => new Date(2026, 10, date, hours, 5).toISOString();
const text = (...lines: string[]) =>
  JSON.stringify({ type: 'doc', content: lines.map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })) });

const rye: NoteSummary = noteSummary({ id: 'n1', title: 'Rye bread', snippet: 'Flour and water', edited_at: at(21, 14) });
const milk: NoteSummary = noteSummary({ id: 'n2', title: 'Milk', edited_at: at(20), pinned_at: at(20), has_apart: true });
const old: NoteSummary = noteSummary({ id: 'n3', title: 'Old', edited_at: at(1), trashed_at: at(20) });
const notes: NotesView = {
  status: 'ready',
  notes: [rye, milk, old],
  order: { shown: ['n2', 'n1'], trashed: ['n3'], query: '' },
  open: null,
};
const version: NoteVersion = { save_id: 's1', edited_at: at(20, 9), device: 'Firefox on macOS', snippet: 'Only flour' };

function open(address = '/app/notes', fields: Partial<NotesView> = {}) {
  const { clock } = snapshot();
  const core = connectFakeCore({ clock: { ...clock, minute: '2026-11-21T20:40' }, notes: { ...notes, ...fields } });
  const router = createMemoryRouter([{ path: '/app/notes/:noteId?', Component: NotesPage }], { initialEntries: [address] });
  const view = render(
    <TooltipProvider>
      <RouterProvider router={router} />
      <Announcer />
    </TooltipProvider>,
  );
  return { core, router, ...view };
}

/** Opens the page with a note and returns its editor. */
async function openNote(note: Partial<NoteView> = {}, fields: Partial<NotesView> = {}) {
  const shown = noteView({ id: 'n1', document: text('Rye bread', 'Flour and water'), ...note });
  const page = open(`/app/notes/${shown.id}`, { open: shown, ...fields });
  // The editor's module is loaded first.
  const box = await screen.findByRole('textbox', { name: 'Note' }, { timeout: 15_000 });
  const { editor } = box as HTMLElement & { editor: Editor };
  const say = (change: Partial<NoteView>) =>
    page.core.emit([{ type: 'note_opened', note: JSON.stringify({ ...shown, ...change }) }]);
  return { ...page, box, editor, say };
}

const link = (name: string | RegExp) => screen.getByRole('link', { name });
const edits = (core: { intents: { type: string }[] }) => core.intents.filter(({ type }) => type === 'edit_note');

beforeEach(() => {
  // jsdom has no layout, so there is nowhere to scroll to.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

describe('the list of notes', () => {
  it('loads on mount and shows a skeleton until data arrives', () => {
    const { core } = open('/app/notes', { status: 'loading', notes: [], order: { shown: [], trashed: [], query: '' } });
    expect(core.intents).toEqual([{ type: 'load_notes' }]);
    expect(screen.getByRole('status')).toHaveTextContent('Loading your notes');
    expect(document.title).toBe('Notes');
  });

  it('shows the notes in the order of the core, with how they go on and when they were written', () => {
    open();
    const rows = within(screen.getByRole('navigation', { name: 'Notes' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Pinned: Milk, has a conflicting versionYesterday',
      'Rye bread2:05\u00a0PMFlour and water',
    ]);
    expect(link(/Rye bread/)).toHaveAttribute('title', 'Rye bread');
    expect(link(/Rye bread/)).toHaveAttribute('href', '/app/notes/n1');
    expect(screen.getByRole('heading', { name: 'No note selected' })).toBeVisible();
  });

  it('arrow keys move between notes and from the first to the search', async () => {
    open();
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
    const { core, unmount } = open();
    await userEvent.keyboard('/');
    await userEvent.keyboard('n/');
    expect(core.intents.slice(1)).toEqual([
      { type: 'search_notes', query: 'n' },
      { type: 'search_notes', query: 'n/' },
    ]);
    core.emit([{ type: 'notes_ordered', order: JSON.stringify({ shown: [], trashed: [], query: 'n/' }) }]);
    expect(screen.getByRole('heading', { name: 'No matching notes' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(core.intents.at(-1)).toEqual({ type: 'search_notes', query: '' });
    expect(screen.getByRole('searchbox')).toHaveValue('');
    unmount();
    expect(core.intents.at(-1)).toEqual({ type: 'search_notes', query: '' });
  });

  it('creates a note with the button and the n key', async () => {
    const { core } = open();
    await userEvent.click(screen.getAllByRole('button', { name: 'New note' })[0] as HTMLElement);
    await userEvent.keyboard('n');
    expect(core.intents.slice(1)).toEqual([{ type: 'add_note' }, { type: 'add_note' }]);
  });

  it('shows the empty state or an error', async () => {
    const { core } = open('/app/notes', { notes: [], order: { shown: [], trashed: [], query: '' } });
    expect(screen.getByRole('heading', { name: 'No notes yet' })).toBeVisible();
    core.emit([
      { type: 'sync', sync: { ...snapshot().sync, is_live: true } },
      { type: 'notes_status', status: 'failed' },
    ]);
    expect(screen.getByRole('heading', { name: 'Couldn’t load your notes' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(core.intents).toEqual([{ type: 'load_notes' }, { type: 'load_notes' }]);
  });

  it('creates a note offline and shows that other notes load later', async () => {
    const { core } = open('/app/notes', { notes: [], order: { shown: [], trashed: [], query: '' }, status: 'failed' });
    core.emit([{ type: 'sync', sync: { ...snapshot().sync, send_failure: 'offline' } }]);
    expect(screen.getByRole('heading', { name: 'Your notes load when you’re online' })).toBeVisible();
    await userEvent.click(screen.getAllByRole('button', { name: 'New note' })[1] as HTMLElement);
    expect(core.intents.at(-1)).toEqual({ type: 'add_note' });
  });

  it('shows above local notes that the others are missing', () => {
    const { core } = open();
    expect(screen.queryByText(/your other notes/i)).toBeNull();
    core.emit([{ type: 'notes_status', status: 'failed' }]);
    expect(screen.getByText(/your other notes/i)).toBeVisible();
    expect(link(/Rye bread/)).toBeVisible();
  });

  it('pins, exports and trashes notes from the menu and the keyboard', async () => {
    const { core } = open();
    const choose = async (item: string) => {
      act(() => screen.getByRole('button', { name: 'Options for Milk' }).focus());
      await userEvent.keyboard('{Enter}');
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
    };
    await choose('Unpin');
    await choose('Export as Markdown');
    await choose('Move to trash');
    expect(core.intents.slice(1)).toEqual([
      { type: 'unpin_note', note_id: 'n2' },
      { type: 'export_note', note_id: 'n2' },
      { type: 'trash_note', note_id: 'n2' },
    ]);
    expect(screen.getByRole('button', { name: 'Options for Rye bread' })).toHaveFocus();
    fireEvent.contextMenu(link(/Rye bread/));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Pin' }));
    expect(core.intents.at(-1)).toEqual({ type: 'pin_note', note_id: 'n1' });
  });

  it('virtualizes long lists', () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
    const many = Array.from({ length: 1_000 }, (_, index) => noteSummary({ id: `m${index}`, title: `Note ${index}` }));
    open('/app/notes', { notes: many, order: { shown: many.map(({ id }) => id), trashed: [], query: '' } });
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]).toHaveAttribute('aria-setsize', '1000');
  });

  it('shows the trash with its retention and restores notes', async () => {
    const { core, router } = open();
    await userEvent.click(link('Trash'));
    expect(router.state.location.search).toBe('?view=trash');
    expect(screen.getByText('Notes are deleted after 30 days. Restore a note to edit it.')).toBeVisible();
    expect(screen.getByRole('listitem')).toHaveTextContent('OldDeletes in 29 days');
    await userEvent.click(screen.getByRole('button', { name: 'Restore Old' }));
    expect(core.intents.at(-1)).toEqual({ type: 'restore_note', note_id: 'n3' });
    expect(screen.getByText('Restored: Old')).toBeInTheDocument();
    core.emit([{ type: 'notes_ordered', order: JSON.stringify({ shown: [], trashed: [], query: '' }) }]);
    expect(screen.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
    await userEvent.click(link('Back to notes'));
    expect(router.state.location.search).toBe('');
  });
});

describe('the open note', () => {
  it('is opened and closed with the page, and names the tab', async () => {
    const { core, router } = await openNote();
    expect(core.intents).toEqual([{ type: 'load_notes' }, { type: 'open_note', note_id: 'n1' }]);
    expect(document.title).toBe('Rye bread – Notes');
    expect(link(/Rye bread/)).toHaveAttribute('aria-current', 'page');
    await act(() => router.navigate('/app/notes'));
    expect(core.intents.at(-1)).toEqual({ type: 'close_note' });
    expect(document.title).toBe('Notes');
  });

  it('shows a skeleton while loading, then an error for an unknown note', () => {
    const { core } = open('/app/notes/n9', { open: noteView({ id: 'n9', status: 'loading' }) });
    expect(screen.getByRole('status')).toHaveTextContent('Loading note');
    core.emit([{ type: 'note_opened', note: JSON.stringify(noteView({ id: 'n9', status: 'missing' })) }]);
    expect(screen.getByRole('heading', { name: 'Note not found' })).toBeVisible();
    expect(link('Show all notes')).toHaveAttribute('href', '/app/notes');
  });

  it('focuses the editor of a new note', async () => {
    const { box } = await openNote({ id: 'n9', document: '' });
    expect(box).toHaveFocus();
    expect(document.title).toBe('New note – Notes');
    expect(screen.queryByRole('button', { name: 'Version history' })).toBeNull();
  });

  it('is saved at most 800 ms after a key, and not before the typing has rested', async () => {
    const { core, editor } = await openNote();
    vi.useFakeTimers();
    act(() => void editor.commands.insertContentAt(1, 'Dark '));
    vi.advanceTimersByTime(400);
    expect(edits(core)).toEqual([]);
    act(() => vi.advanceTimersByTime(400));
    expect(edits(core)).toEqual([{ type: 'edit_note', note_id: 'n1', document: text('Dark Rye bread', 'Flour and water'), edition: 0 }]);
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
    ['another note is opened', ({ router }) => act(() => router.navigate('/app/notes/n2'))],
    ['the page goes', ({ unmount }) => unmount()],
  ])('is saved at once when %s', async (_when, leave) => {
    const page = await openNote();
    const { core, editor } = page;
    act(() => void editor.commands.insertContentAt(1, 'Dark '));
    await leave(page);
    const saved = { type: 'edit_note', note_id: 'n1', document: text('Dark Rye bread', 'Flour and water'), edition: 0 };
    await waitFor(() => expect(edits(core)).toEqual([saved]));
    // If the note is closed, that must come after the edit.
    const closed = core.intents.findIndex(({ type }) => type === 'close_note');
    if (closed !== -1) expect(core.intents.findIndex(({ type }) => type === 'edit_note')).toBeLessThan(closed);
  });

  it('shows a rejection below the text and keeps the text', async () => {
    const { core, editor, router } = await openNote();
    core.reject = ({ type }) => (type === 'edit_note' ? { code: 'note_too_long', message: 'This note is too long.' } : null);
    act(() => void editor.commands.insertContentAt(1, 'Dark '));
    fireEvent.blur(editor.view.dom);
    expect(screen.getByRole('alert')).toHaveTextContent('This note is too long.');
    expect(editor.getText()).toContain('Dark Rye bread');
    const unload = new Event('beforeunload', { cancelable: true });
    fireEvent(window, unload);
    expect(unload.defaultPrevented).toBe(true);
    await act(() => router.navigate('/app/notes/n2'));
    await act(() => router.navigate('/app/notes/n1'));
    const box = screen.getByRole('textbox', { name: 'Note' });
    expect(box).toHaveTextContent('Dark Rye bread');
    core.reject = () => null;
    await waitFor(() => expect(edits(core).length).toBeGreaterThan(3), { timeout: 2_000 });
    fireEvent(window, new Event('pagehide'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  describe('when the core crashes', () => {
    const words = 'Your last changes to this note weren’t saved.';
    const written = text('Dark Rye bread', 'Flour and water');
    const saved = { type: 'edit_note', note_id: 'n1', document: written, edition: 0 };

    /** Returns the note's unsaved texts that a reload would find. */
    const kept = () =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith('unsaved_note/n1/'))
        .map((key) => localStorage.getItem(key));

    /** Makes the core crash while the user types, so that no core is left to save the text. */
    async function crashWhileTyping(note: Partial<NoteView> = {}, typed = 'Dark ') {
      vi.spyOn(console, 'error').mockReturnValue();
      const { core, editor, unmount } = await openNote(note);
      core.reject = ({ type }) => {
        if (type === 'edit_note') throw new WebAssembly.RuntimeError('unreachable');
        return null;
      };
      act(() => void editor.commands.insertContentAt(1, typed));
      unmount();
      // The text typed after the crash is stored without a core.
      expect(edits(core)).toHaveLength(1);
      // The test cannot create a replacement core.
      await waitFor(() => expect(coreStatus.getState().status).toBe('crashed'));
    }

    it('offers the text again once there is another core, and saves it', async () => {
      await crashWhileTyping();
      const { core, box } = await openNote();
      expect(box, 'it may be what the core crashed on').toHaveTextContent('Rye breadFlour and water');
      expect(box).not.toHaveTextContent('Dark');
      expect(screen.getByText(words)).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
      expect(box).toHaveTextContent('Dark Rye bread');
      expect(edits(core)).toEqual([saved]);
      expect(screen.queryByText(words)).toBeNull();
    });

    it('keeps the text through a reload until it is discarded', async () => {
      await crashWhileTyping();
      expect(kept()).toEqual([written]);
      const { core } = await openNote();
      await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
      expect(screen.queryByText(words)).toBeNull();
      expect(kept()).toEqual([]);
      expect(edits(core)).toEqual([]);
    });

    it('keeps the texts of two crashes, and offers each', async () => {
      await crashWhileTyping();
      await crashWhileTyping({}, 'Light ');
      expect(kept()).toHaveLength(2);
      const { core, box } = await openNote();
      expect(screen.getAllByText(words)).toHaveLength(2);
      await userEvent.click(screen.getAllByRole('button', { name: 'Discard' })[1]!);
      expect(kept()).toEqual([written]);
      await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
      expect(box).toHaveTextContent('Dark Rye bread');
      expect(edits(core)).toEqual([saved]);
      expect(kept()).toEqual([]);
    });

    it('keeps the text of repeated crashes once', async () => {
      await crashWhileTyping();
      await crashWhileTyping();
      expect(kept()).toEqual([written]);
      await openNote();
      await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
      expect(screen.queryByText(words)).toBeNull();
    });

    it('offers the text of a new note that was never saved', async () => {
      await crashWhileTyping();
      const { core } = open('/app/notes/n1', { open: noteView({ id: 'n1', status: 'missing' }) });
      await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
      expect(edits(core)).toEqual([saved]);
      expect(screen.queryByText(words)).toBeNull();
    });

    it('forgets a text that was saved all the same', async () => {
      await crashWhileTyping();
      await openNote({ document: written });
      expect(screen.queryByText(words)).toBeNull();
      expect(kept()).toEqual([]);
    });
  });

  it('replaces the text only on a new edition and keeps unsaved typing', async () => {
    const { core, editor, say } = await openNote();
    act(() => void editor.commands.insertContentAt(1, 'Dark '));
    fireEvent.blur(editor.view.dom);
    // The mirror still has the text that the note was opened with.
    say({ apart: [] });
    expect(editor.getText()).toContain('Dark Rye bread');
    say({ document: text('From elsewhere'), edition: 1 });
    expect(editor.getText()).toBe('From elsewhere');
    expect(edits(core)).toHaveLength(1);
    act(() => void editor.commands.insertContentAt(1, 'Not '));
    // The intent names the edition that the text is based on, from which the core detects the conflict; it shows the
    // later text.
    core.reject = () => {
      core.reject = () => null;
      say({ document: text('Not From elsewhere'), edition: 3 });
      return null;
    };
    say({ document: text('Later from elsewhere'), edition: 2 });
    expect(editor.getText()).toBe('Not From elsewhere');
    expect(edits(core).at(-1)).toEqual({ type: 'edit_note', note_id: 'n1', document: text('Not From elsewhere'), edition: 1 });
    expect(edits(core)).toHaveLength(2);
    act(() => void editor.commands.insertContentAt(1, 'Is '));
    fireEvent.blur(editor.view.dom);
    expect(edits(core).at(-1)).toMatchObject({ edition: 3 });
  });

  it('applies a remote text after the typing was undone', async () => {
    const { core, editor, say } = await openNote();
    act(() => void editor.commands.insertContentAt(1, 'x'));
    act(() => void editor.commands.deleteRange({ from: 1, to: 2 }));
    say({ document: text('From elsewhere'), edition: 1 });
    // The core got the text, found no change, and keeps showing its own.
    expect(editor.getText()).toBe('From elsewhere');
    expect(edits(core)).toHaveLength(1);
    act(() => void editor.commands.insertContentAt(1, 'Not '));
    fireEvent.blur(editor.view.dom);
    expect(edits(core).at(-1)).toMatchObject({ edition: 1 });
  });

  it('never shows or overwrites an unsupported document', async () => {
    const { core } = open('/app/notes/n1', { open: noteView({ id: 'n1', document: '{"type":"doc","content":[{"type":"video"}]}' }) });
    expect(await screen.findByRole('heading', { name: 'Can’t open this note' }, { timeout: 15_000 })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    expect(edits(core)).toEqual([]);
  });

  it('is read-only in the trash and can be restored', async () => {
    const { core, box, editor } = await openNote({ id: 'n3' });
    expect(box).toHaveAttribute('contenteditable', 'false');
    expect(box).toHaveAttribute('aria-readonly', 'true');
    expect(screen.queryByRole('toolbar')).toBeNull();
    expect(screen.getByText('In the trash. Deletes in 29 days.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(core.intents.at(-1)).toEqual({ type: 'restore_note', note_id: 'n3' });
    core.emit([{ type: 'note_changed', note: { ...old, trashed_at: null } }]);
    expect(editor.view.dom).toHaveAttribute('contenteditable', 'true');
    expect(screen.getByRole('toolbar')).toBeVisible();
  });

  it('offers a conflicting version to use or dismiss', async () => {
    const { core, say } = await openNote({ apart: [version] });
    expect(screen.getByText('A conflicting version was saved on Firefox on macOS, Yesterday, 9:05 AM.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(core.intents.at(-1)).toEqual({ type: 'show_note_version', save_id: 's1' });
    say({ apart: [version], shown_version: { version, document: null } });
    expect(screen.getByRole('button', { name: 'Use this version' })).toBeDisabled();
    say({ apart: [version], shown_version: { version, document: text('Only flour') } });
    expect(screen.getByRole('textbox', { name: 'Earlier version' })).toHaveTextContent('Only flour');
    await userEvent.click(screen.getByRole('button', { name: 'Keep current version' }));
    await userEvent.click(screen.getByRole('button', { name: 'Use this version' }));
    expect(core.intents.slice(-4)).toEqual([
      { type: 'put_note_version_away', save_id: 's1' },
      { type: 'show_note_version', save_id: null },
      { type: 'use_note_version', save_id: 's1' },
      { type: 'show_note_version', save_id: null },
    ]);
  });

  it('lists earlier versions and shows one without losing the caret', async () => {
    const { core, editor, say } = await openNote();
    act(() => void editor.commands.setTextSelection(5));
    await userEvent.click(screen.getByRole('button', { name: 'Version history' }));
    expect(core.intents.at(-1)).toEqual({ type: 'load_note_versions' });
    const panel = screen.getByRole('dialog', { name: 'Version history' });
    expect(within(panel).getByRole('status')).toHaveTextContent('Loading versions');
    core.emit([{ type: 'note_versions', apart: [], versions: [] }]);
    expect(within(panel).getByRole('heading', { name: 'No earlier versions' })).toBeVisible();
    core.emit([{ type: 'note_versions', apart: [], versions: [version] }]);
    await userEvent.click(within(panel).getByRole('button', { name: /Yesterday, 9:05\sAM/ }));
    expect(core.intents.at(-1)).toEqual({ type: 'show_note_version', save_id: 's1' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    say({ versions: [version], shown_version: { version, document: text('Only flour') } });
    expect(screen.getByText('Earlier version from Firefox on macOS, Yesterday, 9:05 AM.')).toBeVisible();
    expect(screen.queryByRole('toolbar')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back to note' }));
    expect(core.intents.at(-1)).toEqual({ type: 'show_note_version', save_id: null });
    say({ versions: [version] });
    expect(editor.isDestroyed).toBe(false);
    expect(editor.state.selection.from).toBe(5);
  });

  it('shows that earlier versions need a connection', async () => {
    const { core } = await openNote();
    const { sync } = snapshot();
    core.emit([{ type: 'sync', sync: { ...sync, send_failure: 'offline' } }]);
    await userEvent.click(screen.getByRole('button', { name: 'Version history' }));
    expect(screen.getByText('Connect to see earlier versions.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(core.intents.filter(({ type }) => type === 'load_note_versions')).toHaveLength(2);
  });
});

describe('the toolbar of a note', () => {
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
    const { box, editor } = await openNote({ document: text('Rye') });
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
    const { box } = await openNote({ document: text('Rye') });
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

  it('makes, changes and removes a link, and refuses an address that runs something', async () => {
    const { box, editor } = await openNote({ document: text('Rye') });
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

  it('inserts the URL as text without a selection', async () => {
    const { box, editor } = await openNote({ document: text('See ') });
    act(() => void editor.commands.focus('end'));
    fireEvent.keyDown(box, { key: 'k', ctrlKey: true });
    await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'example.com{Enter}');
    expect(box.querySelector('a')).toHaveTextContent('example.com');
  });
});
