import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { vibrate } from '../../platform/haptics';
import { showToast } from '../../platform/toasts';
import { addBoard } from '../../testing/boards';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { boardResponses, SERVER_ERROR, userRecord } from '../../testing/responses';
import { stubTouchScreen, touch } from '../../testing/touch';
import { TasksPage } from './TasksPage';

vi.mock('../../platform/haptics', () => ({ vibrate: vi.fn() }));
vi.mock('../../platform/toasts', async (load) => ({ ...(await load<object>()), showToast: vi.fn() }));

const NOW = { now: '2026-11-21T08:40' };

/** Adds the boards Home and Work. */
async function addBoards(core: RealCore) {
  const home = await addBoard(core, {
    name: 'Home',
    color: '#4073ff',
    lists: {
      'To do': [
        { title: 'Rent', due_date: '2026-11-20', priority: 'high', labels: ['money'] },
        { title: 'Milk', due_date: '2026-11-21T18:00' },
        { title: 'Bread', due_date: '2026-11-21', priority: 'completed' },
        // A card without a due date is a task if it has a reminder.
        { title: 'Call', labels: ['money'], reminders: [60] },
      ],
    },
  });
  const work = await addBoard(core, { name: 'Work', lists: { '': [{ title: 'Thesis', due_date: '2026-12-24' }] } });
  return { home, work };
}

function show(address = '/app/tasks') {
  const router = createMemoryRouter(
    [
      { path: '/app/tasks', Component: TasksPage },
      { path: '*', Component: () => <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

/** Opens the page of a guest with the boards Home and Work. */
async function open(address?: string) {
  const core = await startGuest(NOW);
  const boards = await addBoards(core);
  return { core, ...boards, router: show(address) };
}

const titles = () => screen.queryAllByRole('link').map((link) => link.textContent);

describe('the tasks page', () => {
  it('loads on mount and shows a skeleton until data arrives', async () => {
    const core = await startAccount({ '/boards/get-boards/': { body: [] } }, NOW);
    show();
    const task_filter = { board_slug: null, label: null, priority: null, includes_completed: false, only_assigned: false };
    expect(core.intents).toEqual([{ type: 'set_task_filter', task_filter }, { type: 'load_tasks' }]);
    expect(screen.getByRole('status')).toHaveTextContent('Loading your tasks');
    expect(document.title).toBe('Tasks');
  });

  it('shows cached data while reloading', async () => {
    const core = await startAccount(boardResponses(), NOW);
    await addBoards(core);
    show();
    expect(core.state().tasks.status).toBe('loading');
    expect(titles()).toContain('Milk');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('groups open tasks by due date without empty groups', async () => {
    await open();
    const groups = screen.getAllByRole('region').map((group) => [
      within(group).getByRole('heading').textContent,
      within(group).getAllByRole('link').map((link) => link.textContent),
    ]);
    expect(groups).toEqual([
      ['Overdue1 task', ['Rent']],
      ['Today1 task', ['Milk']],
      ['Later2 tasks', ['Thesis', 'Call']],
    ]);
  });

  it('shows due date, board, list, labels and priority of each task', async () => {
    await open();
    const row = (title: string) => screen.getByRole('link', { name: title }).closest('li');
    expect(row('Rent')).toHaveTextContent('Overdue since Yesterday');
    expect(row('Rent')).toHaveTextContent('High');
    expect(row('Rent')).toHaveTextContent('money');
    expect(row('Milk')).toHaveTextContent('Due Today, 6:00 PM');
    expect(row('Milk')).toHaveTextContent('Home/To do');
    expect(row('Thesis')).toHaveTextContent('Due 24 Dec');
    expect(row('Thesis')).toHaveTextContent('Work/Untitled list');
    expect(row('Call')).toHaveTextContent('No due date');
  });

  it('shows three labels and counts the others', async () => {
    const core = await startGuest(NOW);
    await addBoard(core, { name: 'Home', lists: { '': [{ title: 'Move', due_date: '2026-11-21', labels: ['a', 'b', 'c', 'd', 'e'] }] } });
    show();
    expect(screen.getByText('+2')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Move' });
    expect(link.title).toBe('Move\nHome / Untitled list\na, b, c, d, e');
    expect(link).toHaveAccessibleDescription(/Home.*Untitled list.*d, e$/);
    expect(screen.getByText('d, e')).toHaveClass('sr-only');
  });

  it('opens a card on its board', async () => {
    const { router, work } = await open();
    screen.getByRole('link', { name: 'Thesis' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname + router.state.location.search).toBe(
      `/app/b/${work.board.slug}?card=${work.cards.Thesis}`,
    );
  });

  it('completes a card, which stays visible and can be undone', async () => {
    const { core, home } = await open();
    const isDone = () => core.state().tasks.tasks.find(({ card_id }) => card_id === home.cards.Milk)?.priority === 'completed';
    vi.mocked(vibrate).mockClear();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Complete Milk' }));
    expect(isDone()).toBe(true);
    const tick = screen.getByRole('checkbox', { name: 'Complete Milk' });
    expect(tick).toBeChecked();
    expect(screen.getByRole('heading', { name: /^Today/ })).toHaveTextContent('Today0 tasks');
    await userEvent.click(tick);
    expect(isDone()).toBe(false);
    expect(tick).not.toBeChecked();
    expect(screen.getByRole('heading', { name: /^Today/ })).toHaveTextContent('Today1 task');
    // For marking as done only.
    expect(vibrate).toHaveBeenCalledExactlyOnceWith('complete');
  });

  it('hides completed tasks unless selected', async () => {
    const { router } = await open();
    expect(titles()).not.toContain('Bread');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Completed' }));
    expect(titles()).toContain('Bread');
    expect(router.state.location.search).toBe('?completed=true');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Completed' }));
    expect(titles()).not.toContain('Bread');
    expect(router.state.location.search).toBe('');
  });

  it('filters by board, label and priority, and keeps that in the address', async () => {
    const { router, home } = await open();
    const choose = (select: string, option: string) =>
      userEvent.selectOptions(screen.getByRole('combobox', { name: select }), option);
    await choose('Board', 'Home');
    expect(titles()).toEqual(['Rent', 'Milk', 'Call']);
    await choose('Label', 'money');
    expect(titles()).toEqual(['Rent', 'Call']);
    await choose('Priority', 'High');
    expect(titles()).toEqual(['Rent']);
    expect(router.state.location.search).toBe(`?board=${home.board.slug}&label=money&priority=high`);
    await choose('Priority', 'Completed');
    expect(screen.getByRole('heading', { name: 'No matching tasks' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(titles()).toEqual(['Rent', 'Milk', 'Thesis', 'Call']);
  });

  it('shows the assigned cards, those without a date last', async () => {
    const core = await startAccount(boardResponses(), NOW);
    const { home } = await addBoards(core);
    const router = show();
    const toggle = () => userEvent.click(screen.getByRole('checkbox', { name: 'Assigned to me' }));
    await toggle();
    expect(screen.getByRole('heading', { name: 'No cards are assigned to you.' })).toBeVisible();
    core.do({ type: 'open_board', slug: home.board.slug });
    await core.settle();
    for (const title of ['Milk', 'Call']) {
      core.do({ type: 'edit_card', card_id: home.cards[title] ?? '', edits: [{ field: 'assign', value: userRecord().id }] });
    }
    core.do({ type: 'close_board' });
    await core.settle();
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['Today1 task', 'No date1 task']);
    expect(titles()).toEqual(['Milk', 'Call']);
    expect(router.state.location.search).toBe('?assigned=true');
    await toggle();
    expect(titles()).toContain('Rent');
  });

  it('offers guests no assigned cards', async () => {
    await open();
    expect(screen.queryByRole('checkbox', { name: 'Assigned to me' })).toBeNull();
  });

  it('applies the filter of the URL even without matches', async () => {
    await open('/app/tasks?board=gone-0000&priority=sometimes');
    expect(screen.getByRole('combobox', { name: 'Board' })).toHaveValue('gone-0000');
    expect(screen.getByRole('combobox', { name: 'Priority' })).toHaveValue('');
    expect(screen.getByRole('heading', { name: 'No matching tasks' })).toBeVisible();
  });

  it('shows all done, empty and load error states', async () => {
    const core = await startAccount({ ...boardResponses(), '/tasks/': { body: { boards: [] } } }, NOW);
    const { board } = await addBoard(core, {
      name: 'Home',
      lists: { 'To do': [{ title: 'Bread', due_date: '2026-11-21', priority: 'completed' }] },
    });
    show();
    await core.settle();
    await userEvent.click(screen.getByRole('button', { name: 'Show completed' }));
    expect(titles()).toEqual(['Bread']);
    core.do({ type: 'delete_board', board_id: board.id });
    expect(screen.getByRole('link', { name: 'Go to My Boards' })).toHaveAttribute('href', '/app/b');
    cleanup();

    const failing = await startAccount({ ...boardResponses(), '/tasks/': SERVER_ERROR }, NOW);
    show();
    await failing.settle();
    const attempts = () => failing.requests.filter(({ path }) => path === '/tasks/').length;
    const before = attempts();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await failing.settle();
    expect(attempts()).toBe(before + 1);
  });
});

describe('a swipe to the right', () => {
  it('marks a task as done on touch screens', async () => {
    const restore = stubTouchScreen();
    const { core, home } = await open();
    await import('./taskGestures');
    await core.settle();
    const link = screen.getByRole('link', { name: 'Rent' });
    vi.mocked(vibrate).mockClear();
    touch(link, 'touchstart', [0, 0]);
    touch(link, 'touchmove', [100, 0]);
    touch(link, 'touchend');
    expect(core.intents.at(-1)).toEqual({ type: 'complete_task', board_id: home.board.id, card_id: home.cards.Rent, offers_undo: true });
    expect(screen.getByRole('checkbox', { name: 'Complete Rent' })).toBeChecked();
    expect(vibrate).toHaveBeenCalledExactlyOnceWith('complete');
    vi.mocked(showToast).mock.lastCall?.[2]?.();
    expect(core.intents.at(-1)).toEqual({ type: 'undo', change_id: expect.any(String) });
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Complete Rent' })).not.toBeChecked());
    restore();
  });
});
