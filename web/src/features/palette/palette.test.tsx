import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider, useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FoundItem } from '../../core/finder';
import * as finderModule from '../../core/finder';
import { readRecentPlaces, type RecentPlace, storeRecentPlace } from '../../platform/recent-places';
import { useCommand } from '../../shell/commands/bindings';
import { addBoard } from '../../testing/boards';
import { type RealCore, startGuest } from '../../testing/real-core';
import { CommandPalette, openPalette, preloadPalette } from './CommandPalette';
import { RecentPlaces } from './RecentPlaces';
import { fakeFinder } from './testing';

const ran: string[] = [];

function Page() {
  const field = useRef<HTMLInputElement>(null);
  const { pathname, search } = useLocation();
  useCommand('search_notes', () => field.current?.focus());
  useCommand('new_note', () => ran.push('new_note'));
  useCommand('undo', () => ran.push('undo'));
  useCommand('redo', () => ran.push('redo'), { isEnabled: false });
  return (
    <>
      <button type="button" onClick={openPalette}>
        Open
      </button>
      <input ref={field} aria-label="Search notes" />
      <output aria-label="Address">{pathname + search}</output>
      <CommandPalette />
    </>
  );
}

const item = (title: string, kind: FoundItem['kind'], context = ''): Omit<FoundItem, 'ranges'> => {
  return { kind, id: title, board_id: null, title, context, path: `/app/b/thesis?card=${title}`, is_done: false };
};

/** Shows a page with the palette and what it can find; null if the finder cannot be loaded. */
async function show(items: readonly Omit<FoundItem, 'ranges'>[] | null = []): Promise<RealCore> {
  const core = await startGuest();
  vi.spyOn(finderModule, 'loadFinder').mockImplementation(() => (items ? Promise.resolve(fakeFinder(items)) : Promise.reject(new Error('offline'))));
  await preloadPalette();
  render(<Page />, { wrapper: MemoryRouter });
  return core;
}

const openByKey = async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox', { name: 'Search or run a command' });
};
const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const selected = () => screen.getByRole('option', { selected: true });

beforeEach(() => {
  localStorage.clear();
  ran.splice(0);
});

describe('the palette', () => {
  it('opens by key and by button, and closes by Escape, which returns the focus', async () => {
    await show();
    const button = screen.getByRole('button', { name: 'Open' });
    for (const open of [() => userEvent.click(button), () => userEvent.keyboard('{Control>}k{/Control}')]) {
      button.focus();
      await open();
      expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible();
      expect(screen.getByRole('combobox')).toHaveFocus();
      await userEvent.keyboard('{Escape}');
      expect(screen.queryByRole('dialog')).toBeNull();
      await waitFor(() => expect(button).toHaveFocus());
    }
    // The same keys close it.
    await openByKey();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lists the commands of the page first, with their keys', async () => {
    await show();
    await openByKey();
    expect(screen.getAllByRole('group').map((group) => within(group).getAllByRole('option').map((option) => option.textContent))).toEqual([
      ['New note N', 'Search notes /'],
      ['Undo CtrlZ'],
    ]);
    expect(selected()).toHaveTextContent('New note');
  });

  it('runs a command after the focus has returned', async () => {
    await show();
    screen.getByRole('button', { name: 'Open' }).focus();
    await userEvent.type(await openByKey(), 'notes{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Search notes' })).toHaveFocus());
    await openByKey();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    // The list is a loop.
    await waitFor(() => expect(ran).toEqual(['new_note']));
  });

  it('finds boards, cards and notes, in the order of the best of each', async () => {
    await show([item('Write thesis', 'card', 'University'), item('Thesis', 'board'), item('Thesis ideas', 'note'), item('Thesis plan', 'card')]);
    const field = await openByKey();
    await userEvent.type(field, 'thesis');
    expect(await screen.findByRole('option', { name: 'Write thesis University' })).toBeVisible();
    expect(options()).toEqual(['Write thesis University', 'Thesis plan', 'Thesis', 'Thesis ideas', 'Search everywhere for “thesis”']);
    expect(within(selected()).getByText('thesis', { selector: 'mark' })).toBeVisible();
    expect(screen.getByText('4 results')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/app/b/thesis?card=Thesis plan'));
  });

  it('lists what contains the words before what matches by some letters', async () => {
    await show([item('Slanguage of the street', 'card', 'Linguistics')]);
    const field = await openByKey();
    await userEvent.type(field, 'language');
    expect(await screen.findByRole('option', { name: 'Slanguage of the street Linguistics' })).toBeVisible();
    expect(options()).toEqual(['Language', 'Slanguage of the street Linguistics', 'Search everywhere for “language”']);
    await userEvent.clear(field);
    await userEvent.type(field, 'guage');
    expect(options()).toEqual(['Slanguage of the street Linguistics', 'Language', 'Search everywhere for “guage”']);
  });

  it('finds settings, and searches everywhere', async () => {
    await show();
    await userEvent.type(await openByKey(), 'keyb{Enter}');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/app/settings?section=shortcuts'));
    await userEvent.type(await openByKey(), 'import boards{Enter}');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/app/settings?section=data&import'));
    await userEvent.type(await openByKey(), 'a & b');
    expect(screen.getByText('No results for “a & b”')).toBeVisible();
    expect(screen.getByText('No results')).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/app/search?q=a%20%26%20b'));
  });

  it('lists saved views of boards that the user has, and finds them', async () => {
    const core = await show();
    const { board } = await addBoard(core, { name: 'Bakery' });
    const views = [
      { id: '1', name: 'Rush orders', board_id: board.id, query: 'priority=high' },
      { id: '2', name: 'Lost', board_id: 'lost', query: 'due=today' },
      { id: '3', name: 'Mine', board_id: null, query: 'assigned=true' },
    ];
    core.do({ type: 'set_preferences', update: { views: JSON.stringify(views) } });
    const field = await openByKey();
    const group = within(screen.getByRole('group', { name: 'Views' }));
    expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Rush orders Bakery', 'Mine Tasks']);
    await userEvent.type(field, 'rush{Enter}');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(`/app/b/${board.slug}?priority=high`));
  });

  it('offers commands while the finder cannot be loaded', async () => {
    await show(null);
    await userEvent.type(await openByKey(), 'NEW');
    expect(options()).toEqual(['New note N', 'Search everywhere for “NEW”']);
  });

  it('shows at most 50 rows', async () => {
    const cards = Array.from({ length: 200 }, (_, index) => ({ ...item(`Card e ${index}`, 'card'), path: `/app/b/x?card=${index}` }));
    await show(cards);
    await userEvent.type(await openByKey(), 'e');
    expect(await screen.findByRole('option', { name: 'Card e 0' })).toBeVisible();
    expect(options().length).toBeLessThanOrEqual(50);
  });

  it('selects the first row again when the query changes', async () => {
    await show([item('Alpha beta', 'card'), item('Beta', 'board')]);
    const field = await openByKey();
    await userEvent.type(field, 'bet');
    await screen.findByRole('option', { name: 'Beta' });
    await userEvent.keyboard('{ArrowDown}');
    expect(selected()).toHaveTextContent('Beta');
    await userEvent.type(field, 'a');
    expect(selected()).toHaveTextContent('Alpha beta');
  });
});

describe('recent places', () => {
  const place = (name: string): RecentPlace => ({ kind: 'card', path: `/app/b/x?card=${name}`, title: name, context: 'Board' });

  it('are the last eight, the newest first, of the user alone', () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'c']) storeRecentPlace('ada', place(name));
    expect(readRecentPlaces('ada').map(({ title }) => title)).toEqual(['c', 'i', 'h', 'g', 'f', 'e', 'd', 'b']);
    expect(readRecentPlaces('eve')).toEqual([]);
    storeRecentPlace('eve', place('z'));
    expect(readRecentPlaces('ada')).toEqual([]);
  });

  it.each(['no JSON', '{}', '{"owner":"ada","places":[{"kind":"card"},{"kind":"note","path":"https://example.com","title":"x","context":""}]}'])(
    'that cannot be read are ignored: %s',
    (text) => {
      localStorage.setItem('recentPlaces', text);
      expect(readRecentPlaces('ada')).toEqual([]);
    },
  );

  it('are recorded, listed first, opened, and deleted at a log-out', async () => {
    const core = await startGuest();
    const { board, cards } = await addBoard(core, { name: 'Thesis', lists: { Today: ['Write'] } });
    core.do({ type: 'open_board', slug: board.slug });
    await core.settle();
    // jsdom is never idle.
    vi.stubGlobal('requestIdleCallback', (call: () => void) => setTimeout(call));
    const boardPath = `/app/b/${board.slug}`;
    const router = createMemoryRouter([{ path: '*', Component: RecentPlaces }], { initialEntries: [boardPath] });
    const { unmount } = render(<RouterProvider router={router} />);
    await waitFor(() => expect(readRecentPlaces('Ada')).toHaveLength(1));
    await act(() => router.navigate(`${boardPath}?card=${cards.Write}`));
    await act(() => router.navigate('/app/tasks'));
    expect(readRecentPlaces('Ada')).toEqual([
      { kind: 'card', path: `${boardPath}?card=${cards.Write}`, title: 'Write', context: 'Thesis' },
      { kind: 'board', path: boardPath, title: 'Thesis', context: '' },
    ]);
    core.do({ type: 'log_out', discard_unsent: true });
    unmount();
    await waitFor(() => expect(localStorage.getItem('recentPlaces')).toBeNull());
  });

  it('are listed before commands', async () => {
    await show();
    storeRecentPlace('Ada', place('Write'));
    await openByKey();
    expect(options()).toEqual(['Write Board', 'New note N', 'Search notes /', 'Undo CtrlZ']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/app/b/x?card=Write'));
  });
});
