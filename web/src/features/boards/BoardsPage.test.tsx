import type { Member, Role } from '@twentyfour/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { CORE_CRASHED_REJECTION } from '../../core/client';
import { addBoard, type BoardSeed } from '../../testing/boards';
import { connectFakeCore } from '../../testing/fake-core';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { boardResponses, SERVER_ERROR, serverBoard, userResponse } from '../../testing/responses';
import { BoardsPage } from './BoardsPage';

const THESIS: BoardSeed = { name: 'Thesis', description: 'Until May', color: '#4073ff' };

const show = () =>
  render(
    <MemoryRouter>
      <BoardsPage />
    </MemoryRouter>,
  );

/** Opens the page of a guest with the given boards. */
async function open(...boards: BoardSeed[]): Promise<RealCore> {
  const core = await startGuest();
  for (const board of boards) await addBoard(core, board);
  show();
  return core;
}

/** Starts the core for an account whose plan allows five boards, with this many boards. */
async function startLimited(count: number): Promise<RealCore> {
  const core = await startAccount({ ...boardResponses(), '/user/': userResponse({ is_limited: true }) });
  await core.goLive();
  for (let number = 1; number <= count; number += 1) core.do({ type: 'add_board', name: `Board ${number}` });
  await core.settle();
  return core;
}

const names = (core: RealCore) => core.state().boards.map(({ name }) => name);

describe('My Boards', () => {
  it('loads on mount and shows a skeleton until data arrives', async () => {
    const core = await startAccount();
    show();
    expect(core.intents).toEqual([{ type: 'load_boards' }, { type: 'load_tasks' }]);
    expect(screen.getByRole('status')).toHaveTextContent('Loading your boards');
    expect(document.title).toBe('My Boards');
  });

  it('shows cached boards while reloading', async () => {
    const core = await startAccount({ ...boardResponses(), 'GET /boards/get-boards/': null });
    const { board } = await addBoard(core, THESIS);
    show();
    expect(core.state().boards_status).toBe('loading');
    expect(screen.getByRole('link', { name: 'Thesis' })).toHaveAttribute('href', `/app/b/${board.slug}`);
    expect(screen.getByText('Until May')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('has the three sentences of the empty state', async () => {
    await open();
    for (const sentence of [
      'No Boards Found',
      'Click Add Board to create a new board.',
      'Boards are used to track projects and tasks.',
    ]) {
      expect(screen.getByText(sentence)).toBeVisible();
    }
  });

  it.each([
    [/^Week plan/, 'Week plan'],
    [/^Project/, 'Project'],
    [/^Personal kanban/, 'Personal kanban'],
  ])('offers three templates: %s', async (button, name) => {
    const core = await open();
    const templates = within(screen.getByRole('region', { name: 'Or start from a template' }));
    expect(templates.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Week planOne list per day',
      'ProjectFrom ideas to done',
      'Personal kanbanTo do, doing, done',
    ]);
    await userEvent.click(templates.getByRole('button', { name: button }));
    expect(names(core)).toEqual([name]);
  });

  it('shows a template error, and hides templates when boards exist', async () => {
    // A fake core, because without boards the real one rejects a template only when it crashes.
    const fake = connectFakeCore({ boards_status: 'ready' });
    const { unmount } = show();
    fake.reject = () => CORE_CRASHED_REJECTION;
    await userEvent.click(screen.getByRole('button', { name: /^Project/ }));
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong.');
    unmount();
    await open(THESIS);
    expect(screen.queryByRole('region', { name: 'Or start from a template' })).toBeNull();
  });

  it('shows favorites apart, and how many cards are due', async () => {
    const cards = [
      { title: 'a', due_date: '2001-02-03' },
      { title: 'b', due_date: '2001-02-03T10:00' },
      { title: 'c', due_date: '2001-02-03', priority: 'completed' },
      { title: 'd', due_date: '2999-02-03' },
    ] as const;
    await open({ ...THESIS, lists: { 'To do': [...cards] } }, { name: 'Home', favorite: true });
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['Favorites', 'Home0 lists · 0 cards', 'Other boards', 'ThesisUntil May1 list · 4 cardsChanged today2 overdue']);
    const headings = screen.getAllByRole('heading').map((heading) => [heading.textContent, Number(heading.getAttribute('aria-level') ?? heading.tagName.slice(1))]);
    expect(headings).toEqual([['My Boards', 1], ['Favorites', 2], ['Home', 3], ['Other boards', 2], ['Thesis', 3]]);
  });

  it('has no headings of groups if all boards are in one', async () => {
    await open(THESIS);
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Thesis');
  });

  it('shows the color of a board without one instead of a picture that cannot be loaded', async () => {
    await open({ ...THESIS, color: 'transparent', image: '/backgrounds/1-2560.webp' });
    const picture = document.querySelector('article img') as HTMLImageElement;
    const cover = document.querySelector('article > [aria-hidden]') as HTMLElement;
    expect(cover.style.background).toBe('var(--sunken)');
    fireEvent.error(picture);
    expect(picture).not.toBeInTheDocument();
    expect(cover.style.background).toContain('var(--accent)');
  });

  it('loads the boards again while the page is visible', async () => {
    const core = await startAccount(boardResponses(), { fakesTimers: true });
    show();
    await core.settle();
    const loads = () => core.intents.filter(({ type }) => type === 'load_boards').length;
    await core.advance(30_000);
    expect(loads()).toBe(2);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await core.advance(60_000);
    expect(loads()).toBe(2);
  });

  it('does not load the boards of a guest again', async () => {
    const core = await startGuest({ fakesTimers: true });
    show();
    await core.advance(60_000);
    expect(core.intents.filter(({ type }) => type === 'load_boards')).toHaveLength(1);
  });

  it('shows a load error and retries', async () => {
    const core = await startAccount({ '/boards/get-boards/': SERVER_ERROR });
    show();
    await core.settle();
    await core.serve(boardResponses());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(screen.getByText('No Boards Found')).toBeVisible();
  });

  it('adds a board and shows name errors in the field', async () => {
    const core = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Add Board' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add New Board' }));
    const field = dialog.getByRole('textbox', { name: 'Board Name' });
    expect(field).toHaveFocus();
    await userEvent.click(dialog.getByRole('button', { name: 'Add Board' }));
    expect(field).toHaveAccessibleDescription('Enter a name.');
    await userEvent.type(field, 'Groceries{Enter}');
    expect(names(core)).toEqual(['Groceries']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('link', { name: 'Groceries' })).toBeVisible();
  });

  it('keeps the name of a board that has not been added', async () => {
    const core = await startGuest();
    core.do({ type: 'save_draft', key: 'boards/name', text: 'Gro' });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Add Board' }));
    const field = screen.getByRole('textbox', { name: 'Board Name' });
    expect(field).toHaveValue('Gro');
    await userEvent.type(field, 'c');
    expect(core.state().drafts).toEqual([{ key: 'boards/name', text: 'Groc' }]);
    await userEvent.keyboard('{Enter}');
    expect(names(core)).toEqual(['Groc']);
    expect(core.state().drafts).toEqual([]);
  });

  it('shows the board limit before the click', async () => {
    const core = await startLimited(5);
    show();
    await core.settle();
    const { boards: limit } = core.state().limits;
    expect(limit).toMatch(/Basic/);
    expect(screen.getByText(limit ?? '')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/app/settings?section=subscription');
    await userEvent.click(screen.getByRole('button', { name: 'Add Board' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add New Board' }));
    expect(dialog.getByText(limit ?? '')).toBeVisible();
    expect(dialog.queryByRole('textbox')).toBeNull();
    core.do({ type: 'delete_board', board_id: core.state().boards[0]?.id ?? '' });
    expect(core.state().limits.boards).toBeNull();
    expect(dialog.getByRole('textbox', { name: 'Board Name' })).toBeVisible();
  });

  it('links to the plans at the board limit and keeps the name', async () => {
    // A fake core, because the real one always shows the limit before a board can be rejected over it.
    const core = connectFakeCore({ boards_status: 'ready' });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Add Board' }));
    const field = screen.getByRole('textbox', { name: 'Board Name' });
    core.reject = ({ type }) => (type === 'add_board' ? { code: 'plan_limit', message: 'Basic has 5 boards.' } : null);
    await userEvent.type(field, 'Groceries{Enter}');
    expect(field).toHaveValue('Groceries');
    expect(field).toHaveAccessibleDescription('Basic has 5 boards.');
    expect(core.intents).not.toContainEqual({ type: 'discard_draft', key: 'boards/name' });
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/app/settings?section=subscription');
    await userEvent.type(field, '!');
    expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull();
  });

  it('favours and deletes from the menu', async () => {
    const core = await open(THESIS, { name: 'Home', favorite: true });
    const choose = async (board: string, item: string) => {
      await userEvent.click(screen.getByRole('button', { name: `Options for ${board}` }));
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
    };
    const favorites = () => core.state().boards.filter(({ favorite }) => favorite).map(({ name }) => name);
    await choose('Thesis', 'Favorite');
    expect(favorites().toSorted()).toEqual(['Home', 'Thesis']);
    await choose('Home', 'Unfavorite');
    expect(favorites()).toEqual(['Thesis']);
    await choose('Thesis', 'Delete');
    expect(names(core)).toEqual(['Home']);
    expect(screen.getByRole('button', { name: 'Options for Home' })).toHaveFocus();
  });

  it('edits from the menu', async () => {
    const core = await open(THESIS);
    await userEvent.click(screen.getByRole('button', { name: 'Options for Thesis' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Board' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Board Name' }), ' 2{Enter}');
    expect(names(core)).toEqual(['Thesis 2']);
    expect(screen.getByRole('link', { name: 'Thesis 2' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('links to the trash', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Trash' })).toHaveAttribute('href', '/app/trash');
  });

  describe('with boards of others', () => {
    const member = (number: number, first_name: string, role: Role): Member => ({
      user_id: `018bcfe5-6800-7000-8000-00000000000${number}`,
      first_name,
      last_name: 'Byron',
      picture: null,
      role,
    });
    const shared = (role: Role) => serverBoard('groceries-7f3k', {}, { role, members: [member(2, 'Ben', 'owner'), member(1, 'Ada', role)] }).responses;

    async function openShared(role: Role): Promise<RealCore> {
      localStorage.clear();
      const core = await startAccount(shared(role));
      show();
      await core.settle();
      return core;
    }
    const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

    it('marks the members who have the board open', async () => {
      localStorage.clear();
      const responses = shared('editor');
      const { body } = responses['GET /boards/get-boards/'] as { body: object[] };
      const numbers = { list_count: 3, card_count: 1, changed_at: null, present_ids: [member(2, 'Ben', 'owner').user_id] };
      const core = await startAccount({ ...responses, 'GET /boards/get-boards/': { body: body.map((board) => ({ ...board, ...numbers })) } });
      show();
      await core.settle();
      const faces = screen.getByRole('img', { name: 'Members: Ben Byron, Ada Byron. Here now: Ben Byron' });
      expect(faces.querySelectorAll('[data-presence-dot]')).toHaveLength(1);
      expect(screen.getByText('3 lists · 1 card')).toBeVisible();
    });

    it('names the owner and shows the members', async () => {
      await openShared('editor');
      expect(screen.getByText('Owner: Ben Byron')).toBeVisible();
      expect(screen.getByRole('img', { name: 'Members: Ben Byron, Ada Byron' })).toBeVisible();
    });

    it.each<[Role, string[]]>([
      ['viewer', ['Favorite', 'Duplicate', 'Save as template', 'Export', 'Watch board', 'Mute board']],
      ['admin', ['Edit', 'Favorite', 'Duplicate', 'Save as template', 'Export', 'Watch board', 'Mute board']],
      ['owner', ['Edit', 'Favorite', 'Duplicate', 'Save as template', 'Export', 'Watch board', 'Mute board', 'Delete']],
    ])('offers a %s only what the role allows', async (role, items) => {
      await openShared(role);
      await press('Options for Groceries');
      expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
    });

    it('watches and mutes a board', async () => {
      const core = await openShared('viewer');
      for (const item of ['Watch board', 'Mute board']) {
        await press('Options for Groceries');
        await userEvent.click(screen.getByRole('menuitem', { name: item }));
      }
      expect(core.state().boards[0]).toMatchObject({ watched_ids: [core.state().boards[0]?.id], is_muted: true });
      await press('Options for Groceries');
      expect(screen.getByRole('menuitem', { name: 'Stop watching board' })).toBeVisible();
      expect(screen.getByRole('menuitem', { name: 'Unmute board' })).toBeVisible();
    });

    it('filters by owner, remembers it, and has an empty state for each', async () => {
      const core = await openShared('viewer');
      await press('Own');
      expect(screen.queryByRole('link', { name: 'Groceries' })).toBeNull();
      expect(screen.getByText('No boards of your own')).toBeVisible();
      await press('Shared');
      expect(screen.getByRole('link', { name: 'Groceries' })).toBeVisible();
      expect(localStorage.getItem('boardFilter')).toBe('shared');
      await core.serve({ 'GET /boards/get-boards/': { body: [] } });
      core.do({ type: 'add_board', name: 'Mine' });
      await press('All');
      expect(screen.getByRole('link', { name: 'Mine' })).toBeVisible();
    });

    it('has an empty state without boards of others', async () => {
      localStorage.clear();
      await open(THESIS);
      await press('Shared');
      expect(screen.getByText('No shared boards')).toBeVisible();
      await press('All');
      expect(screen.getByRole('link', { name: 'Thesis' })).toBeVisible();
    });
  });
});
