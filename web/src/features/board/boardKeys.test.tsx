import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { addBoard } from '../../testing/boards';
import { startGuest } from '../../testing/real-core';
import { BoardLists } from './BoardLists';
import { selectedInOrder } from './selection';

const LISTS: Record<string, string[]> = { Today: ['bread', 'milk', 'eggs'], Empty: [], Later: ['paint', 'brush'] };

async function open(lists = LISTS) {
  const core = await startGuest();
  const { board, lists: list_ids, cards } = await addBoard(core, { name: 'Groceries', lists });
  core.do({ type: 'open_board', slug: board.slug });
  await core.settle();
  const onOpenCard = vi.fn<(id: string) => void>();
  render(
    <>
      <button type="button">before</button>
      <BoardLists isBlocked={false} onOpenCard={onOpenCard} />
      <button type="button">after</button>
    </>,
  );
  await screen.findByRole('status');
  return { core, onOpenCard, id: (title: string) => cards[title] ?? '', list: (name: string) => list_ids[name] ?? '' };
}

const button = (name: string) => screen.getByRole('button', { name });
const expectFocus = (name: string) => expect(document.activeElement).toHaveAccessibleName(name);
const press = (keys: string) => userEvent.keyboard(keys);
const enter = () => act(() => button('bread').focus());

describe('Tab', () => {
  it('reaches the board once, then the buttons of the current card', async () => {
    await open();
    button('before').focus();
    await userEvent.tab();
    expectFocus('bread');
    await userEvent.tab();
    expectFocus('Focus on this card: bread');
    await userEvent.tab();
    expectFocus('Options for bread');
    await userEvent.tab();
    expectFocus('after');
    await userEvent.tab({ shift: true });
    expectFocus('Options for bread');
  });

  it('returns to the card that had the focus last', async () => {
    await open();
    enter();
    await press('{ArrowDown}');
    button('before').focus();
    await userEvent.tab();
    expectFocus('milk');
  });

  it('reaches the controls of a list from its header', async () => {
    await open();
    enter();
    await press('{ArrowUp}');
    expectFocus('Options for Today');
    await userEvent.tab({ shift: true });
    expectFocus('Move list Today');
    await userEvent.tab({ shift: true });
    expectFocus('before');
  });
});

describe('arrow keys', () => {
  it('move through a list from its header to its button', async () => {
    await open();
    enter();
    for (const name of ['milk', 'eggs', 'Add card', 'Add card']) {
      await press('{ArrowDown}');
      expectFocus(name);
    }
    for (const name of ['eggs', 'milk', 'bread', 'Options for Today', 'Options for Today']) {
      await press('{ArrowUp}');
      expectFocus(name);
    }
    // The button of a menu would open it by the arrow key.
    await press('{ArrowDown}');
    expectFocus('bread');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('move between lists', async () => {
    await open();
    enter();
    for (const name of ['Options for Empty', 'paint', 'New List']) {
      await press('{ArrowRight}');
      expectFocus(name);
    }
    await press('{ArrowRight}');
    expectFocus('New List');
    await press('{ArrowLeft}');
    expectFocus('paint');
    await press('{ArrowUp}');
    for (const name of ['Options for Empty', 'Options for Today']) {
      await press('{ArrowLeft}');
      expectFocus(name);
    }
  });

  it('Home and End move in the list, with Ctrl between the lists', async () => {
    await open();
    enter();
    await press('{End}');
    expectFocus('eggs');
    await press('{Home}');
    expectFocus('bread');
    await press('{Control>}{End}{/Control}');
    expectFocus('paint');
    await press('{Control>}{Home}{/Control}');
    expectFocus('bread');
  });

  it('are left to the text of a form', async () => {
    await open();
    enter();
    await press('{End}{ArrowDown}{Enter}');
    const field = within(screen.getByRole('region', { name: 'Today' })).getByRole('textbox');
    expect(field).toHaveFocus();
    await press('{ArrowUp}{Home}');
    expect(field).toHaveFocus();
  });

  it('skip the cards of a collapsed list', async () => {
    const { core, list } = await open({ Today: ['bread'], Later: ['paint'] });
    core.do({ type: 'edit_list', list_id: list('Later'), edit: { field: 'collapsed', value: true } });
    enter();
    await press('{ArrowRight}');
    expectFocus('Expand Later');
    await press('{ArrowDown}');
    expectFocus('Expand Later');
  });

  it('Enter opens the card', async () => {
    const { onOpenCard, id } = await open();
    enter();
    await press('{ArrowDown}{Enter}');
    expect(onOpenCard).toHaveBeenCalledExactlyOnceWith(id('milk'));
  });
});

describe('the position', () => {
  it('describes the current card alone, and the instructions describe the board', async () => {
    const { core, list } = await open();
    enter();
    await press('{ArrowDown}');
    expect(button('milk')).toHaveAccessibleDescription(/Card 2 of 3 in Today$/);
    expect(button('bread')).not.toHaveAccessibleDescription(/Card|Press Space/);
    expect(screen.getByRole('list', { name: 'Lists' })).toHaveAccessibleDescription(/^Move between cards and lists with the arrow keys\. Press Space to pick up/);
    core.do({ type: 'move_card', card_id: core.state().open_board?.lists[0]?.card_ids[0] ?? '', list_id: list('Later'), index: 0 });
    expect(button('milk')).toHaveAccessibleDescription(/Card 1 of 2 in Today$/);
  });
});

describe('when the current card', () => {
  it('is deleted by somebody else, the next one gets the focus, after the last the previous one', async () => {
    const { core, id } = await open();
    enter();
    core.do({ type: 'delete_card', card_id: id('bread') });
    await waitFor(() => expectFocus('milk'));
    await press('{ArrowDown}');
    core.do({ type: 'delete_card', card_id: id('eggs') });
    await waitFor(() => expectFocus('milk'));
    core.do({ type: 'delete_card', card_id: id('milk') });
    await waitFor(() => expectFocus('Options for Today'));
    core.do({ type: 'undo', change_id: null });
    expectFocus('Options for Today');
    await press('{ArrowDown}');
    expectFocus('milk');
  });

  it('is moved to another list by somebody else, the next one gets the focus', async () => {
    const { core, id, list } = await open();
    enter();
    core.do({ type: 'move_card', card_id: id('bread'), list_id: list('Later'), index: 0 });
    await waitFor(() => expectFocus('milk'));
  });

  it('is moved without having the focus, Tab reaches it in its new list', async () => {
    const { core, id, list } = await open();
    enter();
    button('before').focus();
    core.do({ type: 'move_card', card_id: id('bread'), list_id: list('Later'), index: 0 });
    await userEvent.tab();
    expectFocus('bread');
    expect(screen.getByRole('region', { name: 'Later' })).toContainElement(button('bread'));
  });

  it('is hidden by a filter, Tab reaches the next card that is shown', async () => {
    const { core } = await open();
    enter();
    button('before').focus();
    core.do({ type: 'set_filter', filter: { text: 'g', labels: [], priorities: [], due: null } });
    await userEvent.tab();
    expectFocus('eggs');
    core.do({ type: 'set_filter', filter: null });
    expectFocus('eggs');
  });

  it('is in a list that is deleted, the next list gets the focus', async () => {
    const { core, list } = await open();
    enter();
    core.do({ type: 'delete_list', list_id: list('Today') });
    await waitFor(() => expectFocus('Options for Empty'));
  });
});

describe('selecting', () => {
  const selected = () => {
    const marks = screen.queryAllByText('Selected');
    return marks.map((mark) => mark.closest('li')?.querySelector('[data-card-id]')?.getAttribute('aria-label'));
  };

  it('by Shift and arrow keys extends and shrinks a range from the current card', async () => {
    const { id } = await open();
    enter();
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(selected()).toEqual(['bread', 'milk', 'eggs']);
    await press('{Shift>}{ArrowUp}{/Shift}');
    expect(selected()).toEqual(['bread', 'milk']);
    expect(selectedInOrder()).toEqual([id('bread'), id('milk')]);
    expect(button('milk')).toHaveAccessibleDescription(/^Selected/);
    expect(button('eggs')).not.toHaveAccessibleDescription(/Selected/);
  });

  it('by Ctrl and a click toggles a card, by Shift and a click extends over lists', async () => {
    const { onOpenCard } = await open();
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(button('milk'));
    await user.keyboard('{/Control}{Shift>}');
    await user.click(button('paint'));
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual(['milk', 'eggs', 'paint']);
    await user.keyboard('{Control>}');
    await user.click(button('eggs'));
    await user.keyboard('{/Control}');
    expect(selected()).toEqual(['milk', 'paint']);
    expect(onOpenCard).not.toHaveBeenCalled();
  });

  it('by Ctrl and A selects the visible cards of the list', async () => {
    const { core } = await open();
    core.do({ type: 'set_filter', filter: { text: 'e', labels: [], priorities: [], due: null } });
    enter();
    await press('{Control>}a{/Control}');
    expect(selected()).toEqual(['bread', 'eggs']);
  });

  it('forgets cards that a filter hides', async () => {
    const { core } = await open();
    enter();
    await press('{Control>}a{/Control}');
    core.do({ type: 'set_filter', filter: { text: 'milk', labels: [], priorities: [], due: null } });
    core.do({ type: 'set_filter', filter: null });
    expect(selected()).toEqual(['milk']);
  });
});
