import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { boardRecord, cardView, connectFakeCore, type FakeCore } from '../../testing/fake-core';
import { BoardLists } from './BoardLists';
import FilterBar from './FilterBar';
import { TransferDialog } from './TransferDialog';

const LOADED = 3;
const ALL = 200;
const ROW_HEIGHT = 48;

const ids = (list: string, count: number) => Array.from({ length: count }, (_, index) => `${list}${index + 1}`);

/** Returns the board with the first cards of its two lists. */
function board(count: number) {
  const lists = ['a', 'b'].map((id) => ({
    id,
    name: `List ${id}`,
    is_collapsed: id === 'b',
    card_ids: ids(id, count),
    ...(count < ALL && { unloaded_cards: ALL - count }),
  }));
  return { board: boardRecord({ id: '1' }), lists, cards: lists.flatMap(({ card_ids }) => card_ids.map((id) => cardView({ id }))) };
}

let core: FakeCore;

/** Shows the first screen of a board of 400 cards. */
beforeEach(() => {
  // The layout that jsdom lacks.
  vi.stubGlobal('IntersectionObserver', class { observe() {} disconnect() {} });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_HEIGHT);
  core = connectFakeCore({ open_slug: 'board-1', open_status: 'loading', open_board: board(LOADED) });
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

const readBoard = () => core.emit([{ type: 'board_opened', board: JSON.stringify(board(ALL)) }]);
const show = () => render(<BoardLists isBlocked={false} onOpenCard={vi.fn()} />);

it('counts the cards that are not loaded, and keeps the cards and the focus once they are', async () => {
  show();
  const [open, collapsed] = ['List a', 'List b'].map((name) => screen.getByRole('region', { name }));
  const cards = within(open as HTMLElement).getByRole('list');
  const [first] = await within(cards).findAllByRole('button', { name: /^a/ });
  first?.focus();
  expect(open).toHaveTextContent('200 cards');
  expect(collapsed).toHaveTextContent('200 cards');
  expect(cards).toHaveStyle({ height: `${ALL * ROW_HEIGHT}px` });
  readBoard();
  expect(open).toHaveTextContent('200 cards');
  expect(cards).toHaveStyle({ height: `${ALL * ROW_HEIGHT}px` });
  expect(first).toHaveFocus();
});

it('counts all cards in the filter bar and in the dialog to move a card', () => {
  render(<FilterBar input={null} onClose={vi.fn()} />);
  expect(screen.getByRole('status')).toHaveTextContent('400 cards');
  render(<TransferDialog transfer={{ type: 'move_card', card_id: 'a2' }} onClose={vi.fn()} />);
  expect(screen.getByRole('dialog')).toHaveTextContent('200');
});

/** Picks up a card of the open list by keyboard. */
async function pickUp(name: string) {
  show();
  // Dragging is ready when its live region is.
  await screen.findByRole('status');
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard(' ');
}

it('announces the position of a dragged card among all cards, and moves it below the loaded ones to the end', async () => {
  await pickUp('a1');
  expect(await screen.findByText('Picked up a1 from List a, position 1 of 200.')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  expect(await screen.findByText('a1 moved to List a, position 2 of 200.')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  expect(await screen.findByText('a1 moved to List a, position 200 of 200.')).toBeInTheDocument();
  await userEvent.keyboard(' ');
  expect(core.intents).toEqual([{ type: 'drop_card', card_id: 'a1', list_id: 'a', before: null }]);
});

it('moves a card to the end of a collapsed list', async () => {
  await pickUp('a1');
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByText('a1 moved to List b, position 201 of 201.')).toBeInTheDocument();
  await userEvent.keyboard(' ');
  expect(core.intents).toEqual([{ type: 'drop_card', card_id: 'a1', list_id: 'b', before: null }]);
});

it('leaves the last loaded card where it is', async () => {
  await pickUp('a3');
  expect(await screen.findByText('Picked up a3 from List a, position 3 of 200.')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowUp}{ArrowDown} ');
  expect(core.intents).toEqual([]);
});

it('drops a card at the same place if the board is read during the drag', async () => {
  await pickUp('a1');
  await userEvent.keyboard('{ArrowDown}');
  readBoard();
  await userEvent.keyboard(' ');
  expect(core.intents).toEqual([{ type: 'drop_card', card_id: 'a1', list_id: 'a', before: 'a3' }]);
});
