/** Texts of notes that could not be saved because the core had crashed. */
import type { Editor } from '@tiptap/core';
import type { NoteSummary, NotesView, NoteView } from '@twentyfour/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { coreStatus } from '../../core/client';
import { noteSummary, noteView, snapshot, connectFakeCore } from '../../testing/fake-core';
import { Announcer } from '../../ui/Announcer';
import { NotesPage } from './NotesPage';

/** Returns a timestamp in this device's time zone. */
const at = (date: number, hours = 12) => new Date(2026, 10, date, hours, 5).toISOString();
const text = (...lines: string[]) =>
  JSON.stringify({ type: 'doc', content: lines.map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })) });

const rye: NoteSummary = noteSummary({ id: 'n1', title: 'Rye bread', snippet: 'Flour and water', edited_at: at(21, 14) });
const milk: NoteSummary = noteSummary({ id: 'n2', title: 'Milk', edited_at: at(20), pinned_at: at(20), has_apart: true });
const old: NoteSummary = noteSummary({ id: 'n3', title: 'Old', edited_at: at(1), trashed_at: at(20), days_left: 29 });
const notes: NotesView = {
  status: 'ready',
  notes: [rye, milk, old],
  order: { shown: ['n2', 'n1'], trashed: ['n3'], query: '' },
  open: null,
};

function open(address = '/app/notes', fields: Partial<NotesView> = {}) {
  const { clock } = snapshot();
  const core = connectFakeCore({ clock: { ...clock, minute: '2026-11-21T20:40', today: '2026-11-21' }, notes: { ...notes, ...fields } });
  const router = createMemoryRouter([{ path: '/app/notes/:noteId?', Component: NotesPage }], { initialEntries: [address] });
  const view = render(
    <>
      <RouterProvider router={router} />
      <Announcer />
    </>,
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
  return { ...page, box, editor };
}

const edits = (core: { intents: { type: string }[] }) => core.intents.filter(({ type }) => type === 'edit_note');

beforeEach(() => {
  // jsdom has no layout, so there is nowhere to scroll to.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

describe('when the core crashes', () => {
  const banner = 'Your last changes to this note weren’t saved.';
  const written = text('Dark Rye bread', 'Flour and water');
  const saved = { type: 'edit_note', note_id: 'n1', document: written, edition: 0 };

  /** Returns the note's unsaved texts that a reload would find. */
  const storedTexts = () =>
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
    expect(screen.getByText(banner)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(box).toHaveTextContent('Dark Rye bread');
    expect(edits(core)).toEqual([saved]);
    expect(screen.queryByText(banner)).toBeNull();
  });

  it('keeps the text through a reload until it is discarded', async () => {
    await crashWhileTyping();
    expect(storedTexts()).toEqual([written]);
    const { core } = await openNote();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText(banner)).toBeNull();
    expect(storedTexts()).toEqual([]);
    expect(edits(core)).toEqual([]);
  });

  it('keeps the texts of two crashes, and offers each', async () => {
    await crashWhileTyping();
    await crashWhileTyping({}, 'Light ');
    expect(storedTexts()).toHaveLength(2);
    const { core, box } = await openNote();
    expect(screen.getAllByText(banner)).toHaveLength(2);
    await userEvent.click(screen.getAllByRole('button', { name: 'Discard' })[1]!);
    expect(storedTexts()).toEqual([written]);
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(box).toHaveTextContent('Dark Rye bread');
    expect(edits(core)).toEqual([saved]);
    expect(storedTexts()).toEqual([]);
  });

  it('keeps the text of repeated crashes once', async () => {
    await crashWhileTyping();
    await crashWhileTyping();
    expect(storedTexts()).toEqual([written]);
    await openNote();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText(banner)).toBeNull();
  });

  it('offers the text of a new note that was never saved', async () => {
    await crashWhileTyping();
    const { core } = open('/app/notes/n1', { open: noteView({ id: 'n1', status: 'missing' }) });
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(edits(core)).toEqual([saved]);
    expect(screen.queryByText(banner)).toBeNull();
  });

  it('removes a text that the core had saved before it crashed', async () => {
    await crashWhileTyping();
    await openNote({ document: written });
    expect(screen.queryByText(banner)).toBeNull();
    expect(storedTexts()).toEqual([]);
  });
});
