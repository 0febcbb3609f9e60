import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from './testing';

const card = (name: string) => screen.getByRole('button', { name });

describe('a card on the board', () => {
  it('shows no low priority, three labels and the number of the others', async () => {
    const { core, milk } = await open();
    expect(card('Milk').querySelector('[data-priority]')).toBeNull();
    act(() => core.do({ type: 'edit_card', card_id: milk, edits: [{ field: 'labels', value: ['a', 'b', 'c', 'd', 'e'] }] }));
    expect(within(card('Milk')).getByTitle('c')).toBeVisible();
    expect(within(card('Milk')).getByTitle('d, e')).toHaveTextContent('+2');
    // Screen readers read the labels instead of their number.
    expect(card('Milk')).toHaveAccessibleDescription(/d, e$/);
  });

  it('describes to screen readers that it is done', async () => {
    const { core, milk } = await open();
    act(() => core.do({ type: 'edit_card', card_id: milk, edits: [{ field: 'completed', value: true }] }));
    expect(card('Milk')).toHaveAccessibleDescription(/^Completed/);
  });
});

describe('a list without cards', () => {
  it('invites to add one, and says when a filter hides all', async () => {
    const { core, untitled } = await open();
    const list = () => document.querySelector<HTMLElement>(`[data-list-id="${untitled}"]`) ?? document.body;
    expect(list()).toHaveTextContent('Drop a card here, or add one.');
    act(() => core.do({ type: 'set_filter', filter: { text: 'bread', labels: [], priorities: [], due: null } }));
    expect(list()).toHaveTextContent('No matching cards');
  });
});
