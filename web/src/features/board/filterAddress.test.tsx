import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { dispatch } from '../../core/client';
import { addBoard } from '../../testing/boards';
import { startGuest } from '../../testing/real-core';
import { BoardPage, preloadBoardParts } from './BoardPage';
import FilterAddress from './FilterAddress';
import { formatFilter, readFilter, writeFilter } from './filterQuery';
import { GROCERIES } from './testing';

/** Opens the page of a board, and of another one to go to. */
async function open(search = '') {
  const core = await startGuest();
  const groceries = await addBoard(core, GROCERIES);
  const other = await addBoard(core, { name: 'Other', lists: { Later: ['Read'] } });
  await preloadBoardParts();
  const router = createMemoryRouter([{ path: '/app/b/:boardSlug', Component: BoardPage }], {
    initialEntries: [`/app/b/${groceries.board.slug}${search}`],
  });
  render(<RouterProvider router={router} />);
  await core.settle();
  const go = async (address: string | number) => {
    await act(async () => void (await (typeof address === 'number' ? router.navigate(address) : router.navigate(address))));
    await core.settle();
  };
  return { core, groceries, other, router, go, filter: () => core.state().filter.filter };
}

describe('the filter in the address', () => {
  it('applies when the board opens', async () => {
    const { filter } = await open('?due=today&label=Bakery&label=Farm&priority=high&priority=none&text=bre');
    expect(filter()).toEqual({ text: 'bre', labels: ['Bakery', 'Farm'], priorities: ['high'], due: 'today' });
    expect(await screen.findByRole('textbox', { name: 'Filter by text' })).toHaveValue('bre');
    expect(screen.getByRole('button', { name: 'Bread' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Milk' })).toBeNull();
  });

  it('is ignored if it is not valid', async () => {
    // The page itself has the address too.
    history.replaceState(null, '', '?due=never');
    await open('?due=never');
    history.replaceState(null, '', '/');
    expect(await screen.findByRole('button', { name: 'Milk' })).toBeVisible();
    expect(screen.queryByRole('search')).toBeNull();
  });

  it('follows what is typed, in one entry of the history, and keeps the open card', async () => {
    const { router, filter, groceries } = await open();
    await userEvent.keyboard('f');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Filter by text' }), 'mil');
    await vi.waitFor(() => expect(router.state.location.search).toBe('?text=mil'));
    await userEvent.click(screen.getByRole('button', { name: 'Milk' }));
    expect(router.state.location.search).toBe(`?text=mil&card=${groceries.cards.Milk}`);
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(router.state.location.search).toBe('?text=mil'));
    expect(filter()).toMatchObject({ text: 'mil' });
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await vi.waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('is written there if it was set while this was loading', async () => {
    const { core, groceries } = await open();
    act(() => dispatch({ type: 'set_filter', filter: { text: 'mil', labels: [], priorities: [], due: null } }));
    const late = createMemoryRouter([{ path: '*', element: <FilterAddress board_id={groceries.board.id} /> }], { initialEntries: ['/late?card=1'] });
    render(<RouterProvider router={late} />);
    await core.settle();
    expect(late.state.location.search).toBe('?card=1&text=mil');
  });

  it('does not follow to another board', async () => {
    const { go, filter, other, router } = await open('?due=today');
    await go(`/app/b/${other.board.slug}`);
    expect(filter()).toBeNull();
    expect(router.state.location.search).toBe('');
  });

  it('changes with back and forward, and between boards', async () => {
    const { go, filter, groceries, other, router } = await open('?due=today');
    await go(`/app/b/${groceries.board.slug}?priority=high`);
    expect(filter()).toMatchObject({ due: null, priorities: ['high'] });
    await go(`/app/b/${other.board.slug}?text=read`);
    expect(filter()).toMatchObject({ text: 'read', priorities: [] });
    await go(`/app/b/${other.board.slug}`);
    expect(filter()).toBeNull();
    await go(-3);
    expect(filter()).toMatchObject({ due: 'today' });
    expect(router.state.location.search).toBe('?due=today');
    await go(1);
    expect(filter()).toMatchObject({ due: null, priorities: ['high'] });
  });
});

describe('a query', () => {
  it('is read as it is written', () => {
    const filter = { text: 'a & b', labels: ['x,y', 'ü'], priorities: ['high' as const], due: 'overdue' as const };
    expect(readFilter(new URLSearchParams(formatFilter(filter)))).toEqual(filter);
    expect(writeFilter(null, new URLSearchParams('card=1&due=today&text=x')).toString()).toBe('card=1');
  });

  it('without a known filter has none', () => {
    for (const search of ['', 'card=1', 'due=any', 'due=someday&priority=sometimes&label=&text=+']) {
      expect(readFilter(new URLSearchParams(search))).toBeNull();
    }
  });
});
