/** Input methods use Enter and Escape themselves: to accept or cancel the text that they compose. */
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { open, sentIntents } from './testing';

/** Enter and Escape as browsers report them during a composition, and Safari's Enter after it. */
const COMPOSING = [
  { key: 'Enter', isComposing: true, keyCode: 229 },
  { key: 'Enter', keyCode: 229 },
  { key: 'Escape', isComposing: true, keyCode: 229 },
];

/** Composes a text in a field and checks that the field stays open. */
function compose(field: HTMLElement): void {
  fireEvent.change(field, { target: { value: '牛乳' } });
  for (const press of COMPOSING) fireEvent.keyDown(field, press);
  expect(field).toBeInTheDocument();
  expect(field).toHaveValue('牛乳');
}

describe('composing a text', () => {
  it('keeps the field of a new list open', async () => {
    const { core } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'New List' }));
    compose(screen.getByRole('textbox', { name: 'List name' }));
    expect(sentIntents(core)).toEqual([]);
  });

  it('renames no list', async () => {
    const { core } = await open();
    await userEvent.click(screen.getByRole('heading', { name: 'Today' }));
    compose(screen.getByRole('textbox', { name: 'List name' }));
    expect(sentIntents(core)).toEqual([]);
  });

  it('keeps the field of a new card open', async () => {
    const { core } = await open();
    await userEvent.click(within(screen.getByRole('region', { name: 'Today' })).getByRole('button', { name: 'Add card' }));
    compose(screen.getByRole('textbox', { name: 'Card title' }));
    expect(sentIntents(core)).toEqual([]);
  });

  it('keeps the filter', async () => {
    const { core } = await open();
    await userEvent.keyboard('f');
    const field = await screen.findByRole('textbox', { name: 'Filter by text' });
    compose(field);
    expect(sentIntents(core).at(-1)).toMatchObject({ type: 'set_filter', filter: { text: '牛乳' } });
  });

  it('adds no label, renames neither the card nor a sub-task, and keeps the dialog', async () => {
    const { core, milk } = await open({ seed: { lists: { Today: [{ title: 'Milk', subtasks: ['Pour'] }] } }, card: 'Milk' });
    await userEvent.click(screen.getByText('Pour'));
    compose(screen.getByRole('textbox', { name: 'Sub-task' }));
    compose(screen.getByRole('textbox', { name: 'New comment' }));
    await userEvent.click(screen.getByRole('button', { name: 'Title: Milk, change' }));
    compose(screen.getByRole('textbox', { name: 'Title' }));
    expect(core.state().open_board?.cards).toMatchObject([{ id: milk, title: 'Milk' }]);
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Title' }), { key: 'Escape' });
    await userEvent.click(screen.getByRole('button', { name: 'Add labels' }));
    compose(screen.getByRole('combobox', { name: 'Find or add a label' }));
    expect(screen.queryByRole('list', { name: 'Card labels' })).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Milk' })).toBeVisible();
    // The sub-task's name was saved because the field lost the focus.
    expect(core.state().open_card?.subtasks.map(({ title }) => title)).toEqual(['牛乳']);
    expect(core.state().open_board?.cards).toMatchObject([{ id: milk, title: 'Milk', labels: [], comments: 0 }]);
    expect(sentIntents(core).filter(({ type }) => type !== 'edit_item')).toEqual([]);
  });
});

describe('the key of the filter', () => {
  it('is found on layouts without Latin letters', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: 'а', code: 'KeyF' });
    expect(await screen.findByRole('search', { name: 'Filter cards' })).toBeVisible();
  });
});
