import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { addBoard } from '../../testing/boards';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { SERVER_BOARD, SERVER_ERROR, serverBoard } from '../../testing/responses';
import { startFocus, userDay } from './today';
import TodayLine from './TodayLine';

const NOW = { now: '2026-11-21T08:40' };

async function addCards(core: RealCore) {
  const home = await addBoard(core, {
    name: 'Home',
    lists: {
      'To do': [
        { title: 'Rent', due_date: '2026-11-20' },
        { title: 'Milk', due_date: '2026-11-21T18:00' },
        { title: 'Paid', due_date: '2026-11-20', priority: 'completed' },
        { title: 'Thesis', due_date: '2026-12-24' },
      ],
    },
  });
  const work = await addBoard(core, { name: 'Work', lists: { '': [{ title: 'Call', due_date: '2026-11-21T09:00' }] } });
  return { home, work };
}

async function show(core: RealCore) {
  await Promise.all([import('./TodayPanel'), import('../../ui/DialogPanel')]);
  const router = createMemoryRouter(
    [
      { path: '/app', Component: TodayLine },
      { path: '*', Component: () => <p>elsewhere</p> },
    ],
    { initialEntries: ['/app'] },
  );
  render(<RouterProvider router={router} />);
  await core.settle();
  return router;
}

/** Shows Home's line for a guest with cards on two boards. */
async function open(prepare?: (core: RealCore) => void) {
  const core = await startGuest(NOW);
  const boards = await addCards(core);
  prepare?.(core);
  const router = await show(core);
  return { core, router, ...boards };
}

const openPanel = async (line: RegExp | string) => {
  await userEvent.click(screen.getByRole('button', { name: line }));
  const panel = within(await screen.findByRole('dialog', { name: 'Today' }));
  await panel.findByRole('region', { name: 'Cards' });
  return panel;
};
const titlesOf = (panel: ReturnType<typeof within>) =>
  within(panel.getByRole('region', { name: 'Cards' })).getAllByRole('link').map(({ textContent }) => textContent);
const isDone = (core: RealCore, title: string) => core.state().tasks.tasks.find((task) => task.title === title)?.priority === 'completed';

beforeEach(() => localStorage.clear());

describe('the line about today', () => {
  it('is not shown without cards and focus time', async () => {
    const core = await startGuest(NOW);
    await addBoard(core, { name: 'Home', lists: { 'To do': [{ title: 'Thesis', due_date: '2026-12-24' }] } });
    await show(core);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not shown if nothing can be loaded', async () => {
    const core = await startAccount({ '/tasks/': SERVER_ERROR }, NOW);
    await show(core);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('counts the cards of all boards that are overdue or due today', async () => {
    const { core, home } = await open();
    expect(screen.getByRole('button', { name: '3 cards today' })).toBeVisible();
    core.do({ type: 'complete_task', board_id: home.board.id, card_id: home.cards.Rent ?? '' });
    expect(screen.queryByRole('button', { name: '3 cards today' })).toBeNull();
    expect(screen.getByRole('button', { name: '2 cards today' })).toBeVisible();
  });

  it('has the focus time of today', async () => {
    const { core } = await open((started) => started.do({ type: 'start_timer' }));
    await core.advance(50 * 60_000);
    expect(await screen.findByRole('button', { name: /^3 cards today · \d+ min focused$/ })).toBeVisible();
  });
});

describe('the panel', () => {
  it('lists overdue cards first, then those of today by time', async () => {
    await open();
    const panel = await openPanel('3 cards today');
    expect(titlesOf(panel)).toEqual(['Rent', 'Call', 'Milk']);
    expect(panel.getByText('0 min of 25 min focused')).toBeVisible();
    expect(panel.queryByText(/planned/)).toBeNull();
  });

  it('sums the estimates of the cards that are not done', async () => {
    const { home, core } = await open((started) => {
      const { boards } = started.state();
      const slug = boards.find(({ name }) => name === 'Home')?.slug ?? '';
      started.do({ type: 'open_board', slug });
    });
    core.do(
      { type: 'edit_card', card_id: home.cards.Rent ?? '', edits: [{ field: 'estimate', value: 90 }] },
      { type: 'edit_card', card_id: home.cards.Milk ?? '', edits: [{ field: 'estimate', value: 15 }] },
      { type: 'close_board' },
    );
    await core.settle();
    const panel = await openPanel('3 cards today');
    expect(panel.getByText('1 h 45 min planned')).toBeVisible();
    await userEvent.click(panel.getByRole('checkbox', { name: 'Complete Rent' }));
    expect(panel.getByText('15 min planned')).toBeVisible();
  });

  it('completes a card, which stays in the list', async () => {
    const { core } = await open();
    const panel = await openPanel('3 cards today');
    await userEvent.click(panel.getByRole('checkbox', { name: 'Complete Rent' }));
    expect(isDone(core, 'Rent')).toBe(true);
    expect(panel.getByRole('checkbox', { name: 'Complete Rent' })).toBeChecked();
    await userEvent.click(panel.getByRole('checkbox', { name: 'Complete Rent' }));
    expect(isDone(core, 'Rent')).toBe(false);
  });

  it('starts the timer for a card, and links to it', async () => {
    const { core, home, router } = await open();
    const panel = await openPanel('3 cards today');
    expect(panel.getByRole('link', { name: 'Milk' })).toHaveAttribute('href', `/app/b/${home.board.slug}?card=${home.cards.Milk}`);
    await userEvent.click(panel.getByRole('button', { name: 'Start focus on Milk' }));
    expect(core.state().timer).toMatchObject({ card: { card_id: home.cards.Milk }, state: { isActive: true } });
    expect(router.state.location.pathname).toBe('/app');
  });
});

describe('the timer of a card whose board is not in memory', () => {
  const board_id = SERVER_BOARD;

  /** Starts an account whose board is on the server only, and keeps the request for it waiting. */
  async function openServerBoard() {
    const { responses, cards } = serverBoard('launch-ab12', { List: ['Milk', 'Rent'] });
    const core = await startAccount({ ...responses, 'GET /boards/launch-ab12/changes/': null }, NOW);
    core.do({ type: 'load_boards' });
    await core.settle();
    const start = (title: string) => startFocus({ board_id, card_id: cards[title] ?? '' });
    const starts = () => core.intents.filter(({ type }) => type === 'focus_card');
    const serve = async () => {
      await core.serve(responses);
      await core.settle();
    };
    return { core, cards, start, starts, serve };
  }

  it('starts once, and leaves the board prepared for a dialog', async () => {
    const { core, cards, start, starts, serve } = await openServerBoard();
    void start('Milk');
    void start('Milk');
    core.do({ type: 'prepare_board', board_id });
    await core.settle();
    expect(starts()).toHaveLength(1);
    await serve();
    expect(core.state().timer.card?.card_id).toBe(cards.Milk);
    expect(starts()).toHaveLength(2);
    expect(core.state().prepared_board).toMatchObject({ board_id, status: 'ready' });
  });

  it('is that of the card that was started last', async () => {
    const { core, cards, start, starts, serve } = await openServerBoard();
    void start('Milk');
    void start('Rent');
    await serve();
    expect(core.state().timer.card?.card_id).toBe(cards.Rent);
    expect(starts()).toHaveLength(3);
  });
});

describe('the main focus', () => {
  const choose = async (title: string) => {
    const panel = await openPanel('3 cards today');
    await userEvent.click(panel.getByRole('button', { name: `Make ${title} the main focus` }));
    await userEvent.keyboard('{Escape}');
  };

  it('is a card of today, which is linked, started and done', async () => {
    const { core, home } = await open();
    await choose('Milk');
    const link = screen.getByRole('link', { name: 'Main focus Milk' });
    expect(link).toHaveAttribute('href', `/app/b/${home.board.slug}?card=${home.cards.Milk}`);
    core.do({ type: 'complete_task', board_id: home.board.id, card_id: home.cards.Milk ?? '' });
    expect(screen.getByRole('link', { name: 'Main focus, done Milk' })).toBeVisible();
    core.do({ type: 'complete_task', board_id: home.board.id, card_id: home.cards.Milk ?? '' });
    await userEvent.click(screen.getByRole('button', { name: 'Start focus on Milk' }));
    expect(core.state().timer.card?.card_id).toBe(home.cards.Milk);
  });

  it('is found among the cards that are due later, and removed', async () => {
    await open();
    const panel = await openPanel('3 cards today');
    const field = panel.getByRole('searchbox', { name: 'Find a card for the main focus' });
    await userEvent.type(field, 'nothing');
    await waitFor(() => expect(panel.getByRole('status')).toHaveTextContent(/^No matching cards$/));
    await userEvent.clear(field);
    await userEvent.type(field, 'THES');
    await userEvent.click(panel.getByRole('button', { name: 'Thesis Home' }));
    expect(panel.getByRole('heading', { name: 'Main focus' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Main focus Thesis', hidden: true })).toBeInTheDocument();
    await userEvent.click(panel.getByRole('button', { name: 'Remove main focus' }));
    expect(screen.queryByRole('link', { name: 'Main focus Thesis', hidden: true })).toBeNull();
  });

  it('can be any card that is not done, also one without a due date', async () => {
    const { core, router } = await open();
    // They match better than the tea urn.
    const done = Array.from({ length: 60 }, (_, index) => ({ title: `Learn ${index}`, priority: 'completed' as const }));
    const ideas = await addBoard(core, { name: 'Ideas', lists: { '': ['Learn to bake', 'Blue tea urn', ...done] } });
    await core.settle();
    const panel = await openPanel('3 cards today');
    await userEvent.type(panel.getByRole('searchbox', { name: 'Find a card for the main focus' }), 'learn');
    expect(await panel.findByRole('button', { name: 'Learn to bake Ideas' })).toBeVisible();
    expect(panel.getByRole('button', { name: 'Blue tea urn Ideas' })).toBeVisible();
    expect(panel.getAllByRole('button', { name: /Learn/ })).toHaveLength(1);
    await userEvent.click(panel.getByRole('button', { name: 'Learn to bake Ideas' }));
    await userEvent.keyboard('{Escape}');
    const link = () => screen.findByRole('link', { name: 'Main focus Learn to bake' });
    expect(await link()).toHaveAttribute('href', `/app/b/${ideas.board.slug}?card=${ideas.cards['Learn to bake']}`);
    cleanup();
    await show(core);
    await link();
    await userEvent.click(screen.getByRole('button', { name: 'Start focus on Learn to bake' }));
    await core.settle();
    expect(core.state().timer).toMatchObject({ card: { card_id: ideas.cards['Learn to bake'] }, state: { isActive: true } });
    expect(router.state.location.pathname).toBe('/app');
    cleanup();
    core.do({ type: 'open_board', slug: ideas.board.slug }, { type: 'delete_card', card_id: ideas.cards['Learn to bake'] ?? '' }, { type: 'close_board' });
    await core.settle();
    await show(core);
    expect(await screen.findByText('Learn to bake')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: /Learn to bake/ })).toBeNull());
  });

  it('survives a reload with the new title, and the deletion of the card', async () => {
    const { core, home } = await open();
    await choose('Milk');
    core.do({ type: 'open_board', slug: home.board.slug });
    await core.settle();
    core.do({ type: 'edit_card', card_id: home.cards.Milk ?? '', edits: [{ field: 'title', value: 'Oat milk' }] }, { type: 'close_board' });
    await core.settle();
    expect(screen.getByRole('link', { name: 'Main focus Oat milk' })).toBeVisible();
    cleanup();
    await show(core);
    expect(screen.getByRole('link', { name: 'Main focus Oat milk' })).toBeVisible();
    core.do({ type: 'open_board', slug: home.board.slug });
    await core.settle();
    core.do({ type: 'delete_card', card_id: home.cards.Milk ?? '' }, { type: 'close_board' });
    await core.settle();
    expect(screen.queryByRole('link', { name: /Oat milk/ })).toBeNull();
    expect(screen.getByText('Oat milk')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Start focus/ })).toBeNull();
  });

  it('ends with the day', async () => {
    const { core } = await open();
    await choose('Milk');
    await act(() => core.sleep(24 * 60 * 60_000));
    await core.settle();
    expect(screen.queryByRole('link', { name: /Main focus/ })).toBeNull();
  });
});

describe("the user's day", () => {
  it.each([
    ['2026-11-21T08:40', 0, '2026-11-21'],
    ['2026-11-21T03:59', 240, '2026-11-20'],
    ['2026-11-21T04:00', 240, '2026-11-21'],
    ['2026-03-01T00:00', 1, '2026-02-28'],
    ['', 240, ''],
  ])('at %s with a start of %d minutes after midnight is %s', (minute, start, day) => {
    expect(userDay(minute, start)).toBe(day);
  });
});
