import type { TaskView } from '@twentyfour/core';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { snapshot, connectFakeCore } from '../../testing/fake-core';
import { TasksPage } from './TasksPage';

const task = (fields: Partial<TaskView>): TaskView => ({
  card_id: fields.title ?? '',
  board_id: 'b1',
  board_slug: 'home-7f3k',
  board_name: 'Home',
  board_color: '#4073ff',
  list_name: 'To do',
  title: '',
  priority: 'low',
  due_date: null,
  labels: [],
  group: 'later',
  ...fields,
});

const tasks = [
  task({ title: 'Rent', due_date: '2026-11-20', group: 'overdue', priority: 'high', labels: ['money'] }),
  task({ title: 'Milk', due_date: '2026-11-21T18:00', group: 'today' }),
  task({ title: 'Bread', due_date: '2026-11-21', group: 'today', priority: 'completed' }),
  task({ title: 'Thesis', due_date: '2026-12-24', board_slug: 'work-1abc', board_name: 'Work', list_name: '' }),
  task({ title: 'Call', labels: ['money'] }),
];

function open(address = '/app/tasks', fields: Parameters<typeof connectFakeCore>[0] = {}) {
  const { clock } = snapshot();
  const core = connectFakeCore({
    clock: { ...clock, minute: '2026-11-21T20:40' },
    tasks: { status: 'ready', tasks },
    ...fields,
  });
  const router = createMemoryRouter(
    [
      { path: '/app/tasks', Component: TasksPage },
      { path: '*', Component: () => <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return { core, router };
}

const titles = () => screen.queryAllByRole('link').map((link) => link.textContent);

describe('the tasks page', () => {
  it('loads on mount and shows a skeleton until data arrives', () => {
    const { core } = open('/app/tasks', { tasks: { status: 'loading', tasks: [] } });
    expect(core.intents).toEqual([{ type: 'load_tasks' }]);
    expect(screen.getByRole('status')).toHaveTextContent('Loading your tasks');
    expect(document.title).toBe('Tasks');
  });

  it('shows cached data while reloading', () => {
    open('/app/tasks', { tasks: { status: 'loading', tasks } });
    expect(titles()).toContain('Milk');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('groups open tasks by due date without empty groups', () => {
    open();
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

  it('shows due date, board, list, labels and priority of each task', () => {
    open();
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

  it('opens a card on its board', async () => {
    const { router } = open();
    screen.getByRole('link', { name: 'Thesis' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname + router.state.location.search).toBe('/app/b/work-1abc?card=Thesis');
  });

  it('completes a card, which stays visible and can be undone', async () => {
    const { core } = open();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Complete Milk' }));
    const complete = { type: 'complete_task', board_id: 'b1', card_id: 'Milk' } as const;
    expect(core.intents.at(-1)).toEqual(complete);
    const done = tasks.map((one) => (one.title === 'Milk' ? { ...one, priority: 'completed' as const } : one));
    core.emit([{ type: 'tasks_loaded', tasks: JSON.stringify({ status: 'ready', tasks: done }) }]);
    const tick = screen.getByRole('checkbox', { name: 'Complete Milk' });
    expect(tick).toBeChecked();
    expect(screen.getByRole('heading', { name: /^Today/ })).toHaveTextContent('Today0 tasks');
    await userEvent.click(tick);
    expect(core.intents.slice(1)).toEqual([complete, complete]);
  });

  it('hides completed tasks unless selected', async () => {
    const { router } = open();
    expect(titles()).not.toContain('Bread');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Completed' }));
    expect(titles()).toContain('Bread');
    expect(router.state.location.search).toBe('?completed=true');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Completed' }));
    expect(titles()).not.toContain('Bread');
    expect(router.state.location.search).toBe('');
  });

  it('filters by board, label and priority, and keeps that in the address', async () => {
    const { router } = open();
    const choose = (select: string, option: string) =>
      userEvent.selectOptions(screen.getByRole('combobox', { name: select }), option);
    await choose('Board', 'Home');
    expect(titles()).toEqual(['Rent', 'Milk', 'Call']);
    await choose('Label', 'money');
    expect(titles()).toEqual(['Rent', 'Call']);
    await choose('Priority', 'High');
    expect(titles()).toEqual(['Rent']);
    expect(router.state.location.search).toBe('?board=home-7f3k&label=money&priority=high');
    await choose('Priority', 'Completed');
    expect(screen.getByRole('heading', { name: 'No matching tasks' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(titles()).toEqual(['Rent', 'Milk', 'Thesis', 'Call']);
  });

  it('applies the filter of the URL even without matches', () => {
    open('/app/tasks?board=gone-0000&priority=sometimes');
    expect(screen.getByRole('combobox', { name: 'Board' })).toHaveValue('gone-0000');
    expect(screen.getByRole('combobox', { name: 'Priority' })).toHaveValue('');
    expect(screen.getByRole('heading', { name: 'No matching tasks' })).toBeVisible();
  });

  it('shows all done, empty and load error states', async () => {
    const { core } = open('/app/tasks', { tasks: { status: 'ready', tasks: [tasks[2] ?? task({})] } });
    await userEvent.click(screen.getByRole('button', { name: 'Show completed' }));
    expect(titles()).toEqual(['Bread']);
    core.emit([{ type: 'tasks_loaded', tasks: JSON.stringify({ status: 'ready', tasks: [] }) }]);
    expect(screen.getByRole('link', { name: 'Go to My Boards' })).toHaveAttribute('href', '/app/b');
    core.emit([{ type: 'tasks_loaded', tasks: JSON.stringify({ status: 'failed', tasks: [] }) }]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(core.intents).toEqual([{ type: 'load_tasks' }, { type: 'load_tasks' }]);
  });
});
