import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addBoard } from '../../testing/boards';
import { startGuest } from '../../testing/real-core';
import { BoardLists } from './BoardLists';

const LISTS = 30;
const VIEW = { width: 1280, height: 640 };
const LIST_WIDTH = 300;
const LIST_DISTANCE = 312;
const ROW_HEIGHT = 48;

/** The margin outside the view for which `useNearView` asks, in pixels. */
const MARGIN = 312;

let scrollLeft = 0;
let observers: Map<Element, (entries: { isIntersecting: boolean }[]) => void>;

const columns = () => [...document.querySelectorAll<HTMLElement>('[data-drag-type="list"]')];
const columnLeft = (column: Element) => columns().indexOf(column as HTMLElement) * LIST_DISTANCE - scrollLeft;

// The layout that jsdom lacks.
beforeEach(() => {
  scrollLeft = 0;
  observers = new Map();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
      observe(element: Element) {
        observers.set(element, this.report);
      }
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('[data-drag-type="list"]')) return new DOMRect(columnLeft(this), 0, LIST_WIDTH, VIEW.height);
    return new DOMRect(0, 0, VIEW.width, VIEW.height);
  });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(VIEW.height);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_HEIGHT);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens a board of 30 lists; by default with few cards in each, but enough to be virtualized. */
async function open(cards = 5) {
  const core = await startGuest();
  const { board } = await addBoard(core, { name: 'Wide' });
  core.do({ type: 'open_board', slug: board.slug });
  await core.settle();
  for (let list = 1; list <= LISTS; list += 1) core.do({ type: 'add_list', name: `List ${list}` });
  const list_ids = core.state().open_board?.lists.map(({ id }) => id) ?? [];
  core.do(
    ...list_ids.flatMap((list_id, list) =>
      Array.from({ length: cards }, (_, card) => ({ type: 'add_card', list_id, title: `${list + 1}/${card + 1}`, priority: 'low' }) as const),
    ),
  );
  render(<BoardLists isBlocked={false} onOpenCard={vi.fn()} />);
  await screen.findByRole('status');
}

/** Scrolls the board, as the browser reports it. */
function scrollTo(left: number): void {
  scrollLeft = left;
  act(() => {
    for (const [column, report] of observers) {
      const start = columnLeft(column);
      report([{ isIntersecting: start <= VIEW.width + MARGIN && start + LIST_WIDTH >= -MARGIN }]);
    }
  });
}

/** Returns the numbers of the lists that have mounted cards. */
const listsWithCards = () => columns().flatMap((column, index) => (column.querySelector('[data-card-id]') ? [index + 1] : []));

it('mounts at most 1,500 elements of cards for 30 lists of 100 cards', async () => {
  await open(100);
  expect(listsWithCards()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(document.querySelectorAll('[data-drag-type="card"], [data-drag-type="card"] *').length).toBeLessThanOrEqual(1_500);
});

it('has its cards before anything is measured', async () => {
  let cards: number | null = null;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => {
    cards ??= document.querySelectorAll('[data-card-id]').length;
    return new DOMRect(0, 0, VIEW.width, VIEW.height);
  });
  await open();
  expect(cards).toBeGreaterThan(0);
});

it('shows the name, the card count and the height of a list out of view', async () => {
  await open();
  const last = screen.getByRole('region', { name: 'List 30' });
  expect(within(last).getByRole('heading')).toHaveTextContent('List 30');
  expect(last).toHaveTextContent('5 cards');
  expect(within(last).getByRole('list')).toHaveStyle({ height: `${5 * ROW_HEIGHT}px` });
});

it('mounts the cards of the lists that are scrolled into view, and unmounts the others', async () => {
  await open();
  scrollTo(25 * LIST_DISTANCE);
  expect(listsWithCards()).toEqual([25, 26, 27, 28, 29, 30]);
  scrollTo(0);
  expect(listsWithCards()).toEqual([1, 2, 3, 4, 5, 6]);
});

it('keeps the cards of the list that has the focus until it moves on', async () => {
  await open();
  const card = screen.getByRole('button', { name: '1/2' });
  act(() => card.focus());
  scrollTo(25 * LIST_DISTANCE);
  expect(card).toHaveFocus();
  expect(listsWithCards()).toEqual([1, 25, 26, 27, 28, 29, 30]);
  act(() => screen.getByRole('button', { name: '30/1' }).focus());
  expect(listsWithCards()).toEqual([25, 26, 27, 28, 29, 30]);
});

it('mounts the lists beside a card that is dragged by keyboard', async () => {
  await open();
  act(() => screen.getByRole('button', { name: '1/2' }).focus());
  scrollTo(25 * LIST_DISTANCE);
  await userEvent.keyboard(' ');
  expect(listsWithCards()).toEqual([1, 2, 25, 26, 27, 28, 29, 30]);
  await userEvent.keyboard('{ArrowRight}');
  expect(listsWithCards()).toEqual([1, 2, 3, 25, 26, 27, 28, 29, 30]);
  await userEvent.keyboard('{Escape}');
});

it('keeps the form for a new card open out of view', async () => {
  await open();
  const first = screen.getByRole('region', { name: 'List 1' });
  fireEvent.click(within(first).getByRole('button', { name: 'Add card' }));
  fireEvent.change(within(first).getByRole('textbox'), { target: { value: 'Rice' } });
  scrollTo(25 * LIST_DISTANCE);
  expect(within(first).getByRole('textbox')).toHaveValue('Rice');
});

it('mounts a list out of view for the arrow keys', async () => {
  await open();
  act(() => screen.getByRole('button', { name: '1/2' }).focus());
  await userEvent.keyboard('{Control>}{End}{/Control}');
  expect(screen.getByRole('button', { name: '30/1' })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('button', { name: '29/1' })).toHaveFocus();
});

it('mounts a card out of view for the arrow keys, and keeps it', async () => {
  await open(20);
  act(() => screen.getByRole('button', { name: '1/1' }).focus());
  expect(screen.queryByRole('button', { name: '1/20' })).toBeNull();
  await userEvent.keyboard('{End}');
  const last = screen.getByRole('button', { name: '1/20' });
  expect(last).toHaveFocus();
  expect(last).toHaveAccessibleDescription(/Card 20 of 20 in List 1$/);
  act(() => screen.getByRole('button', { name: 'New List' }).focus());
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  expect(screen.getByRole('button', { name: '1/1' })).toHaveFocus();
});

it('is entered by Tab at the list of a card that is scrolled out of view', async () => {
  await open();
  scrollTo(25 * LIST_DISTANCE);
  expect(screen.queryByRole('button', { name: '1/1' })).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: '1/1' })).toHaveFocus();
});
