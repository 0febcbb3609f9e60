import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { NOW } from '../../../testing/real-core';
import { GROCERIES, open } from '../testing';

const TODAY = NOW.slice(0, 10);
const DETAILED = {
  title: 'Bread',
  priority: 'high' as const,
  due_date: `${TODAY}T09:00`,
  labels: ['Bakery', 'Urgent'],
  subtasks: ['Rye', { title: 'Flour', isDone: true }],
};

const printed = () => document.querySelector<HTMLElement>('body > .print');
const isPrinted = () => {
  const page = printed();
  if (!page) throw new Error('nothing is printed');
  return within(page);
};
const titles = () => isPrinted().queryAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
/** Simulates the browser's own print command. */
const begin = () => act(() => void window.dispatchEvent(new Event('beforeprint')));
const end = (): void => act(() => void window.dispatchEvent(new Event('afterprint')));

afterEach(end);

/** Replaces the browser's print dialog, which fires both events. */
function mockPrint(): { lists: string[][] } {
  const calls: string[][] = [];
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'));
    calls.push(isPrinted().getAllByRole('heading').map(({ textContent }) => textContent ?? ''));
    window.dispatchEvent(new Event('afterprint'));
  });
  return { lists: calls };
}

it('prints all lists of the board, and removes them again', async () => {
  await open({ seed: { lists: { Today: [DETAILED, { title: 'Milk', priority: 'completed' }], '': [] } } });
  expect(printed()).toBeNull();
  begin();
  expect(isPrinted().getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Groceries', 'Today', 'Untitled list']);
  expect(isPrinted().getByText('Tuesday, 3 March 2026')).toBeInTheDocument();
  const [bread, milk] = isPrinted().getAllByRole('listitem');
  // Dates are absolute, because paper stays.
  for (const text of ['High', 'Due 3 Mar 2026, 9:00 AM', '1/2 sub-tasks', 'Bakery', 'Urgent']) expect(bread).toHaveTextContent(text);
  expect(within(milk!).getByText('Milk')).toHaveClass('line-through');
  expect(isPrinted().getByText('No cards')).toBeInTheDocument();
  expect(isPrinted().queryByRole('button')).toBeNull();
  end();
  expect(printed()).toBeNull();
});

it('prints the cards of collapsed lists, and only those that match the filter', async () => {
  const { core, today } = await open();
  core.do({ type: 'edit_list', list_id: today, edit: { field: 'collapsed', value: true } });
  begin();
  expect(titles()).toEqual(['Bread', 'Milk']);
  end();
  core.do({ type: 'set_filter', filter: { text: 'bre', labels: [], priorities: [], due: null } });
  begin();
  expect(titles()).toEqual(['Bread']);
});

it('prints the card that is open instead of its board', async () => {
  const comments = ['Ask the baker'];
  const bread = { ...DETAILED, description: 'For *twelve*', comments, reminders: [60], estimate_minutes: 90 };
  await open({ card: 'Bread', seed: { lists: { Today: [bread, 'Milk'] } } });
  await screen.findByRole('dialog', { name: 'Bread' });
  begin();
  expect(isPrinted().getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Bread', 'Description', 'Sub-tasks', 'Reminders', 'Comments']);
  for (const text of ['Groceries, Today', 'Due 3 Mar 2026, 9:00 AM', 'Estimated 1 h 30 min', 'twelve', '1 hour before', 'Ask the baker']) expect(printed()).toHaveTextContent(text);
  // On paper, “Today” would be wrong by tomorrow.
  expect(isPrinted().getByText(/^3 Mar 2026, /)).toBeInTheDocument();
  expect(printed()).not.toHaveTextContent('Today, ');
  expect(isPrinted().getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([false, true]);
  expect(isPrinted().queryByRole('button')).toBeNull();
  expect(isPrinted().queryByText('Milk')).toBeNull();
});

it('is opened by the menu of a list, which it then prints alone', async () => {
  await open();
  const { lists } = mockPrint();
  await userEvent.click(screen.getByRole('button', { name: 'Options for Today' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Print…' }));
  expect(lists).toEqual([['Groceries', 'Today']]);
  expect(printed()).toBeNull();
});

it('is opened by the board’s settings, which it closes', async () => {
  await open();
  const { lists } = mockPrint();
  await userEvent.click(screen.getByRole('button', { name: 'Board settings' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Print…' }));
  expect(lists).toEqual([['Groceries', 'Today', 'Untitled list']]);
  expect(printed()).toBeNull();
  expect(screen.queryByRole('dialog', { name: 'Board settings' })).toBeNull();
});

it('prints all cards of a large board, of which the page mounts only those in view', async () => {
  const cards = Array.from({ length: 200 }, (_, number) => `Card ${number}`);
  await open({ seed: { ...GROCERIES, lists: { Many: cards } } });
  expect(screen.queryByText('Card 199')).toBeNull();
  begin();
  expect(titles()).toEqual(cards);
  end();
});
