import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { addBoard } from '../../testing/boards';
import { NOW, type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { serverBoard, userRecord } from '../../testing/responses';
import { Announcer } from '../../ui/Announcer';
import { BoardLists, preloadBoardTools } from './BoardLists';
import { preloadBoardParts } from './BoardPage';
import { cardIn, listNames, sentIntents, showBoard, titlesIn } from './testing';

async function open() {
  const core = await startGuest();
  const { board, lists, cards } = await addBoard(core, {
    name: 'Groceries',
    lists: { Today: [{ title: 'bread', labels: ['bakery'] }, 'milk', 'eggs'], Later: ['paint'] },
  });
  core.do({ type: 'open_board', slug: board.slug });
  await core.settle();
  await preloadBoardTools();
  const onOpenCard = vi.fn<(id: string) => void>();
  render(
    <>
      <Announcer />
      <BoardLists isBlocked={false} onOpenCard={onOpenCard} />
    </>,
  );
  await waitFor(() => expect(document.querySelector('[aria-live=assertive]')).not.toBeNull());
  const id = (title: string) => cards[title] ?? '';
  return { core, onOpenCard, id, list: (name: string) => lists[name] ?? '', card: (title: string) => cardIn(core, id(title)) };
}

const button = (name: string) => screen.getByRole('button', { name });
const press = (keys: string) => userEvent.keyboard(keys);
const focus = (title: string) => act(() => button(title).focus());
/** Selects bread and milk, and leaves the focus on milk. */
const selectTwo = async () => {
  focus('bread');
  await press('x{ArrowDown}x');
};
const bar = () => within(screen.getByRole('region', { name: 'Selected cards' }));
const undo = (core: RealCore) => core.do({ type: 'undo', change_id: null });

describe('the keys of the focused card', () => {
  it('X selects it and Escape clears the selection', async () => {
    await open();
    await selectTwo();
    expect(bar().getByText('2 selected')).toBeVisible();
    expect(screen.getByText('2 cards selected')).toBeInTheDocument();
    await press('x');
    expect(bar().getByText('1 selected')).toBeVisible();
    await press('{Escape}');
    expect(screen.queryByRole('region', { name: 'Selected cards' })).toBeNull();
    expect(button('milk')).toHaveFocus();
  });

  it('C marks it done and not done again', async () => {
    const { card } = await open();
    focus('milk');
    await press('c');
    expect(card('milk')?.priority).toBe('completed');
    await press('c');
    expect(card('milk')?.priority).not.toBe('completed');
  });

  it('E archives it, Delete deletes it, and the next card gets the focus', async () => {
    const { core, list } = await open();
    focus('bread');
    await press('e');
    await waitFor(() => expect(button('milk')).toHaveFocus());
    await press('{Delete}');
    await waitFor(() => expect(button('eggs')).toHaveFocus());
    await press('{Backspace}');
    await waitFor(() => expect(button('Options for Today')).toHaveFocus());
    expect(sentIntents(core).map(({ type }) => type)).toEqual(['archive_card', 'delete_card', 'delete_card']);
    expect(titlesIn(core, list('Today'))).toEqual([]);
  });

  it('N opens the form for a card in its list', async () => {
    const { core, list } = await open();
    focus('paint');
    await press('n');
    await press('brush{Enter}');
    expect(titlesIn(core, list('Later'))).toEqual(['paint', 'brush']);
  });

  it('do nothing in text fields and on other controls of the page', async () => {
    const { core } = await open();
    await userEvent.click(screen.getAllByRole('button', { name: 'Add card' })[0]!);
    await press('cex');
    expect(sentIntents(core)).toEqual([]);
    await press('{Escape}');
    act(() => (document.activeElement as HTMLElement).blur());
    await press('ce{Delete}');
    expect(sentIntents(core)).toEqual([]);
  });
});

describe('a picker', () => {
  it('for labels adds, removes and creates labels, and returns the focus', async () => {
    const { card } = await open();
    focus('milk');
    await press('l');
    const options = () => screen.getAllByRole('option').map((option) => [option.getAttribute('aria-label'), option.getAttribute('aria-checked')]);
    expect(options()).toEqual([['bakery', 'false']]);
    await press('{Enter}');
    expect(card('milk')?.labels).toEqual(['bakery']);
    expect(options()).toEqual([['bakery', 'true']]);
    await press('cold{Enter}');
    expect(card('milk')?.labels).toEqual(['bakery', 'cold']);
    await press('bak{Enter}');
    expect(card('milk')?.labels).toEqual(['cold']);
    await press('{Escape}');
    await waitFor(() => expect(button('milk')).toHaveFocus());
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('for the priority is a list that letters search', async () => {
    const { card } = await open();
    focus('milk');
    await press('p');
    expect(screen.getByRole('option', { name: 'Low' })).toHaveAttribute('aria-selected', 'true');
    await press('h{Enter}');
    expect(card('milk')?.priority).toBe('high');
    await waitFor(() => expect(button('milk')).toHaveFocus());
  });

  it('for the due date offers the next days, and sets any date', async () => {
    const { card } = await open();
    focus('milk');
    await press('d');
    await userEvent.click(button('Today'));
    expect(card('milk')?.due_date).toBe(NOW.slice(0, 10));
    await press('d');
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-05-01' } });
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '08:15' } });
    await userEvent.click(button('Set'));
    expect(card('milk')?.due_date).toBe('2026-05-01T08:15');
    await press('d');
    await userEvent.click(button('No due date'));
    expect(card('milk')?.due_date).toBeNull();
  });

  it('for the list moves the card to its end or its top', async () => {
    const { core, list } = await open();
    focus('bread');
    await press('mlat{Enter}');
    expect(titlesIn(core, list('Later'))).toEqual(['paint', 'bread']);
    await waitFor(() => expect(button('bread')).toHaveFocus());
    focus('eggs');
    await press('m');
    await userEvent.click(screen.getByRole('radio', { name: 'Top' }));
    await userEvent.click(screen.getByRole('option', { name: 'Later' }));
    expect(titlesIn(core, list('Later'))).toEqual(['eggs', 'paint', 'bread']);
    expect(listNames(core)).toEqual(['Today', 'Later']);
  });
});

describe('selected cards', () => {
  it('change in one step that can be undone', async () => {
    const { core, id, card } = await open();
    await selectTwo();
    await press('p');
    await press('h{Enter}');
    expect(sentIntents(core)).toEqual([
      { type: 'change_cards', card_ids: [id('bread'), id('milk')], change: { type: 'edit', edit: { field: 'priority', value: 'high' } } },
    ]);
    expect(screen.getByText('2 cards changed')).toBeInTheDocument();
    expect([card('bread')?.priority, card('milk')?.priority]).toEqual(['high', 'high']);
    undo(core);
    expect([card('bread')?.priority, card('milk')?.priority]).toEqual(['low', 'low']);
  });

  it('show which labels some of them have', async () => {
    const { card } = await open();
    await selectTwo();
    await userEvent.click(bar().getByRole('button', { name: 'Labels' }));
    const option = screen.getByRole('option', { name: 'bakery' });
    expect(option).toHaveAttribute('aria-checked', 'mixed');
    await userEvent.click(option);
    expect(option).toHaveAttribute('aria-checked', 'true');
    expect(card('milk')?.labels).toEqual(['bakery']);
    await press('{Escape}');
    await waitFor(() => expect(bar().getByRole('button', { name: 'Labels' })).toHaveFocus());
  });

  it('move together and stay selected', async () => {
    const { core, list } = await open();
    await selectTwo();
    await userEvent.click(bar().getByRole('button', { name: 'Move' }));
    await userEvent.click(screen.getByRole('option', { name: 'Later' }));
    expect(titlesIn(core, list('Later'))).toEqual(['paint', 'bread', 'milk']);
    expect(screen.getByText('2 cards moved to Later')).toBeInTheDocument();
    expect(bar().getByText('2 selected')).toBeVisible();
    undo(core);
    expect(titlesIn(core, list('Today'))).toEqual(['bread', 'milk', 'eggs']);
  });

  it('are completed, archived and deleted by the bar, which then returns the focus to the board', async () => {
    const { core, card, list } = await open();
    await selectTwo();
    await userEvent.click(bar().getByRole('button', { name: 'Complete' }));
    expect([card('bread')?.priority, card('milk')?.priority]).toEqual(['completed', 'completed']);
    expect(bar().getByRole('button', { name: 'Mark as not done' })).toBeVisible();
    await userEvent.click(bar().getByRole('button', { name: 'Archive' }));
    expect(titlesIn(core, list('Today'))).toEqual(['eggs']);
    await waitFor(() => expect(button('eggs')).toHaveFocus());
    undo(core);
    expect(titlesIn(core, list('Today'))).toEqual(['bread', 'milk', 'eggs']);
    focus('bread');
    await press('x{ArrowDown}x');
    await userEvent.click(bar().getByRole('button', { name: 'Delete' }));
    expect(titlesIn(core, list('Today'))).toEqual(['eggs']);
    undo(core);
    expect(titlesIn(core, list('Today'))).toEqual(['bread', 'milk', 'eggs']);
  });

  it('are left alone by the keys of another card', async () => {
    const { card } = await open();
    await selectTwo();
    await press('{ArrowDown}c');
    expect([card('bread'), card('milk'), card('eggs')].map((one) => one?.priority)).toEqual(['low', 'low', 'completed']);
  });

  it('are dropped where one of them is dragged to', async () => {
    const { core, id, list } = await open();
    await selectTwo();
    await press(' {ArrowRight} ');
    expect(sentIntents(core)).toEqual([
      { type: 'change_cards', card_ids: [id('bread'), id('milk')], change: expect.objectContaining({ type: 'move', list_id: list('Later') }) },
    ]);
    expect(titlesIn(core, list('Today'))).toEqual(['eggs']);
  });

  it('show how many are dragged by mouse', async () => {
    await open();
    await selectTwo();
    const mouse = (x: number, buttons: number) => ({ isPrimary: true, pointerType: 'mouse', button: 0, buttons, clientX: x, clientY: 0 });
    fireEvent.pointerDown(button('bread'), mouse(0, 1));
    fireEvent.pointerMove(document.body, mouse(6, 1));
    await waitFor(() => expect(document.querySelector('[data-drag-overlay]')).toHaveTextContent('2 cards'));
    fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' });
    fireEvent.pointerUp(document.body, mouse(6, 0));
  });
});

describe('a right click', () => {
  it('opens the menu of the card with the keys of its entries', async () => {
    const { card } = await open();
    fireEvent.contextMenu(button('milk'), { clientX: 10, clientY: 10 });
    const entry = await screen.findByRole('menuitem', { name: 'Priority' });
    await waitFor(() => expect(entry).toHaveTextContent('PriorityP'));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Labels' }));
    await press('bak{Enter}{Escape}');
    expect(card('milk')?.labels).toEqual(['bakery']);
    await waitFor(() => expect(button('milk')).toHaveFocus());
  });

  it('on a selected card changes all selected ones', async () => {
    const { core, list } = await open();
    await selectTwo();
    fireEvent.contextMenu(button('bread'), { clientX: 10, clientY: 10 });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(titlesIn(core, list('Today'))).toEqual(['eggs']);
    await waitFor(() => expect(button('eggs')).toHaveFocus());
  });
});

describe('on a shared board', () => {
  const SLUG = 'groceries-7f3k';
  const me = { user_id: userRecord().id, first_name: 'Ada', last_name: 'Byron', picture: null };
  const openAs = async (role: 'editor' | 'viewer') => {
    const { responses } = serverBoard(SLUG, { Today: ['Milk', 'Bread'] }, { role, members: [{ ...me, role }] });
    const core = await startAccount(responses);
    await preloadBoardParts();
    showBoard(SLUG);
    await core.settle();
    focus('Milk');
    return core;
  };

  it('A assigns members to the selected cards', async () => {
    const core = await openAs('editor');
    await press('{Control>}a{/Control}a');
    await press('ada{Enter}');
    expect(core.state().open_board?.cards.map(({ assignee_ids }) => assignee_ids)).toEqual([[me.user_id], [me.user_id]]);
  });

  it('gives a viewer the arrow keys only', async () => {
    const core = await openAs('viewer');
    await press('{ArrowDown}');
    expect(button('Bread')).toHaveFocus();
    await press('xcel{Delete}{Control>}a{/Control}{Shift>}{ArrowUp}{/Shift}n');
    fireEvent.click(button('Milk'), { ctrlKey: true });
    expect(screen.queryByText('Selected')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Selected cards' })).toBeNull();
    expect(sentIntents(core)).toEqual([]);
  });
});
