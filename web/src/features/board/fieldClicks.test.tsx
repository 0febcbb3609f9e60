import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { editedTitle } from './editedTitle';
import { cardIn, draftsOf, open, sentIntents, titlesIn } from './testing';

const card = (name: string) => screen.getByRole('button', { name });
const picker = (name: string) => screen.findByRole('dialog', { name });

describe('a click on what a card shows', () => {
  it('changes the priority without opening the card', async () => {
    const { core, bread } = await open();
    await userEvent.click(within(card('Bread')).getByText('High'));
    await picker('Priority');
    await userEvent.click(screen.getByRole('option', { name: 'Low' }));
    expect(cardIn(core, bread)?.priority).toBe('low');
    // Low is not shown.
    expect(card('Bread')).not.toHaveTextContent('Low');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(card('Bread')).toHaveFocus());
    core.do({ type: 'undo', change_id: null });
    expect(cardIn(core, bread)?.priority).toBe('high');
  });

  it('changes the due date and the labels', async () => {
    const { core, bread } = await open();
    await userEvent.click(within(card('Bread')).getByTitle('Bakery'));
    await picker('Labels');
    await userEvent.click(screen.getByRole('option', { name: 'Bakery' }));
    expect(cardIn(core, bread)?.labels).toEqual([]);
    // What was clicked is no longer there, and the picker stays open.
    await userEvent.click(screen.getByRole('option', { name: 'Bakery' }));
    expect(cardIn(core, bread)?.labels).toEqual(['Bakery']);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(card('Bread').querySelector('time') ?? document.body);
    await picker('Due date');
    await userEvent.click(screen.getByRole('button', { name: 'No due date' }));
    expect(cardIn(core, bread)?.due_date).toBeNull();
    expect(core.state().open_card).toBeNull();
  });

  it('leaves the focus in a text field that is clicked while the picker is open', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Filter cards' }));
    const filter = await screen.findByRole('textbox', { name: 'Filter by text' });
    await userEvent.click(within(card('Bread')).getByText('High'));
    await picker('Priority');
    await userEvent.click(filter);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await new Promise((done) => setTimeout(done));
    expect(filter).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Options for Milk' }));
    await screen.findByRole('menu');
    await userEvent.click(filter);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await new Promise((done) => setTimeout(done));
    expect(filter).toHaveFocus();
  });

  it('has a target of at least 24 pixels, and beside it opens the card', async () => {
    const { core } = await open();
    const due = card('Bread').querySelector('time');
    // 40 by 16 pixels.
    vi.spyOn(due as HTMLElement, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 50, 40, 16));
    fireEvent.click(card('Bread'), { detail: 1, clientX: 110, clientY: 47 });
    await picker('Due date');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(core.state().open_card).toBeNull();
    fireEvent.click(card('Bread'), { detail: 1, clientX: 110, clientY: 45 });
    expect(await screen.findByRole('dialog', { name: 'Bread' })).toBeVisible();
  });

  it('opens the card if a screen reader presses it, which has no place', async () => {
    await open();
    fireEvent.click(within(card('Bread')).getByText('High'), { detail: 0 });
    expect(await screen.findByRole('dialog', { name: 'Bread' })).toBeVisible();
  });
});

describe('the title on a card', () => {
  it('stays a field when the card gets another row', async () => {
    const { core, milk, untitled } = await open();
    await rename('Milk');
    await userEvent.keyboard('!');
    act(() => core.do({ type: 'move_card', card_id: milk, list_id: untitled, index: 0 }));
    const field = screen.getByRole('textbox', { name: 'Title' });
    expect(field).toHaveValue('Milk!');
    expect(field).toHaveFocus();
    expect(field.closest('li')).toContainElement(card('Milk'));
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(cardIn(core, milk)?.title).toBe('Milk!');
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
  });

  it('is no field any more when the card is hidden', async () => {
    const { core, milk } = await open();
    await rename('Milk');
    act(() => core.do({ type: 'delete_card', card_id: milk }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull());
    expect(editedTitle.getState().card_id).toBeNull();
  });

  const title = () => screen.findByRole('textbox', { name: 'Title' });
  /** Chooses Rename in the menu of a card. */
  const rename = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Options for ${name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    return title();
  };

  it('becomes a field outside the card’s button, and Enter saves it', async () => {
    const { core, milk } = await open();
    const field = await rename('Milk');
    await waitFor(() => expect(field).toHaveFocus());
    expect(card('Milk')).not.toContainElement(field);
    expect(field.closest('li')).toContainElement(card('Milk'));
    await userEvent.keyboard('shake n x{Enter}');
    expect(sentIntents(core).at(-1)).toEqual({ type: 'edit_card', card_id: milk, edits: [{ field: 'title', value: 'Milkshake n x' }] });
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
    expect(card('Milkshake n x')).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('becomes a field by F2 on the focused card', async () => {
    await open();
    card('Milk').focus();
    await userEvent.keyboard('{F2}');
    expect(await title()).toHaveValue('Milk');
    expect(await title()).toHaveFocus();
  });

  it('runs no shortcuts with what is still typed when somebody deletes the card', async () => {
    const page = document.body.appendChild(document.createElement('main'));
    page.id = 'content';
    page.tabIndex = -1;
    onTestFinished(() => page.remove());
    const { core, bread, milk, today } = await open();
    await userEvent.type(await rename('Milk'), 'shak');
    core.do({ type: 'delete_card', card_id: milk });
    await waitFor(() => expect(page).toHaveFocus());
    await userEvent.keyboard('ec{Enter}{Delete}');
    // Escape ends the typing, but no card has the focus.
    await userEvent.keyboard('{Escape}{Delete}');
    expect(titlesIn(core, today)).toEqual(['Bread']);
    expect(cardIn(core, bread)?.priority).toBe('high');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is restored by Escape, or if it is empty', async () => {
    const { core, milk } = await open();
    await userEvent.type(await rename('Milk'), '!{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
    expect(card('Milk')).toHaveFocus();
    await userEvent.clear(await rename('Milk'));
    await userEvent.tab();
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
    expect(cardIn(core, milk)?.title).toBe('Milk');
    expect(draftsOf(core)).toEqual({});
  });

  it('is no field any more when the card is deleted elsewhere', async () => {
    const { core, milk } = await open();
    await rename('Milk');
    core.do({ type: 'delete_card', card_id: milk });
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull());
  });
});
