import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Recurrence } from '@twentyfour/core';
import { describe, expect, it } from 'vitest';
import { describeRecurrence } from '../recurrenceText';
import { cardIn, GROCERIES, isInDescription, open, type OpenBoard, sentIntents } from '../testing';

const WEEKLY: Recurrence = {
  every: 1, unit: 'weeks', weekdays: [], from_completion: false, until: null, remaining: null, day_of_month: null,
};

/** Opens Milk's dialog, which is due on Tuesday, 3 March 2026, the day of the tests, and repeats as given. */
function openMilk(recurrence: Recurrence | null = null): Promise<OpenBoard> {
  const [bread = 'Bread'] = GROCERIES.lists?.Today ?? [];
  return open({
    seed: { lists: { Today: [bread, { title: 'Milk', due_date: '2026-03-03' }], '': [] } },
    card: 'Milk',
    prepare: async (core, { board, cards: { Milk = '' } }) => {
      if (!recurrence) return;
      core.do({ type: 'open_board', slug: board.slug });
      await core.settle();
      core.do({ type: 'edit_card', card_id: Milk, edits: [{ field: 'recurrence', value: recurrence }] });
      core.do({ type: 'close_board' });
    },
  });
}

const field = (name: string, value: string) => screen.getByRole('button', { name: `${name}: ${value}, change` });
/** Returns the button of a field that has no value. */
const addButton = (name: 'repeat' | 'estimate') => screen.getByRole('button', { name: `Add ${name}` });
const picker = (name: string) => within(screen.getByRole('dialog', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const recurrenceOf = ({ core, milk }: OpenBoard) => cardIn(core, milk)?.recurrence ?? null;

describe('how a card repeats', () => {
  it('is chosen by a usual interval, and removed again', async () => {
    const board = await openMilk();
    await userEvent.click(addButton('repeat'));
    await userEvent.click(picker('Repeat').getByRole('button', { name: 'Weekdays' }));
    expect(recurrenceOf(board)).toEqual({ ...WEEKLY, weekdays: [1, 2, 3, 4, 5] });
    await waitFor(() => expect(field('Repeat', 'Every weekday')).toHaveFocus());
    await userEvent.click(field('Repeat', 'Every weekday'));
    await userEvent.click(picker('Repeat').getByRole('button', { name: 'Doesn’t repeat' }));
    expect(recurrenceOf(board)).toBeNull();
  });

  it('is set with weekdays, from the completion, and an end', async () => {
    const board = await openMilk();
    await userEvent.click(addButton('repeat'));
    const form = picker('Repeat');
    expect(form.getByRole('combobox', { name: 'Unit' })).toHaveDisplayValue('week');
    await userEvent.clear(form.getByRole('spinbutton', { name: 'Every' }));
    await userEvent.type(form.getByRole('spinbutton', { name: 'Every' }), '2');
    expect(form.getByRole('combobox', { name: 'Unit' })).toHaveDisplayValue('weeks');
    await userEvent.click(form.getByRole('button', { name: 'Wednesday' }));
    await userEvent.click(form.getByRole('button', { name: 'Monday' }));
    expect(form.getByRole('button', { name: 'Monday' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Count from' }), 'Completion');
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Ends' }), 'After a number of times');
    await userEvent.click(form.getByRole('button', { name: 'Set' }));
    expect(recurrenceOf(board)).toEqual({ ...WEEKLY, every: 2, weekdays: [1, 3], from_completion: true, remaining: 10 });
    expect(field('Repeat', 'Every 2 weeks on Mon, Wed, from completion, 10 times left')).toBeVisible();
  });

  it('shows what is wrong, and keeps the picker open', async () => {
    const board = await openMilk();
    await userEvent.click(addButton('repeat'));
    const form = picker('Repeat');
    await userEvent.clear(form.getByRole('spinbutton', { name: 'Every' }));
    await userEvent.click(form.getByRole('button', { name: 'Set' }));
    expect(form.getByRole('alert')).toHaveTextContent('Enter a whole number.');
    await userEvent.type(form.getByRole('spinbutton', { name: 'Every' }), '400');
    await userEvent.click(form.getByRole('button', { name: 'Set' }));
    expect(form.getByRole('alert')).toHaveTextContent('Choose an interval from 1 to 365. To end the repeat, choose a date or 1 to 999 times.');
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Ends' }), 'On a day');
    await userEvent.click(form.getByRole('button', { name: 'Set' }));
    expect(form.getByRole('alert')).toHaveTextContent('Choose the last day.');
    expect(recurrenceOf(board)).toBeNull();
  });

  it('makes a card without a due date due today', async () => {
    const board = await open({ card: 'Milk' });
    await userEvent.click(addButton('repeat'));
    await userEvent.click(picker('Repeat').getByRole('button', { name: 'Daily' }));
    expect(cardIn(board.core, board.milk)).toMatchObject({ due_date: '2026-03-03', recurrence: { every: 1, unit: 'days' } });
    board.core.do({ type: 'undo', change_id: null });
    expect(cardIn(board.core, board.milk)?.due_date).toBeNull();
  });

  it('adds the next card when the card is completed', async () => {
    const board = await openMilk(WEEKLY);
    await press('Mark as done');
    const cards = board.core.state().open_board?.cards.filter(({ title }) => title === 'Milk') ?? [];
    expect(cards.map(({ due_date, priority }) => [due_date, priority])).toEqual(
      expect.arrayContaining([['2026-03-03', 'completed'], ['2026-03-10', 'low']]),
    );
    expect(addButton('repeat')).toBeVisible();
  });

  it('is skipped from the dialog, and an error says that there is no next date', async () => {
    const board = await openMilk({ ...WEEKLY, remaining: 2 });
    await press('Skip to next date');
    expect(cardIn(board.core, board.milk)?.due_date).toBe('2026-03-10');
    await press('Skip to next date');
    expect(cardIn(board.core, board.milk)?.due_date).toBe('2026-03-10');
    expect(sentIntents(board.core)).toEqual([
      { type: 'skip_occurrence', card_id: board.milk },
      { type: 'skip_occurrence', card_id: board.milk },
    ]);
  });

  it('is described in words', () => {
    expect(describeRecurrence({ ...WEEKLY, every: 3, unit: 'days' })).toBe('Every 3 days');
    expect(describeRecurrence({ ...WEEKLY, unit: 'months' })).toBe('Every month');
    expect(describeRecurrence({ ...WEEKLY, unit: 'years', remaining: 1 })).toBe('Every year, last time');
    expect(describeRecurrence({ ...WEEKLY, every: 2, weekdays: [1, 3], from_completion: true, until: '2027-03-03' })).toBe(
      'Every 2 weeks on Mon, Wed, from completion, until 3 Mar 2027',
    );
  });
});

describe('the estimate of a card', () => {
  it('is chosen, typed and removed', async () => {
    const board = await openMilk();
    const estimate = () => cardIn(board.core, board.milk)?.estimate_minutes ?? null;
    await userEvent.click(addButton('estimate'));
    await userEvent.click(picker('Estimate').getByRole('button', { name: '30 min' }));
    expect(estimate()).toBe(30);
    await userEvent.click(field('Estimate', '30 min'));
    const form = picker('Estimate');
    await userEvent.clear(form.getByRole('spinbutton', { name: 'Hours' }));
    await userEvent.type(form.getByRole('spinbutton', { name: 'Hours' }), '1');
    await userEvent.click(form.getByRole('button', { name: 'Set' }));
    expect(estimate()).toBe(90);
    await userEvent.click(field('Estimate', '1 h 30 min'));
    await userEvent.clear(picker('Estimate').getByRole('spinbutton', { name: 'Hours' }));
    await userEvent.type(picker('Estimate').getByRole('spinbutton', { name: 'Hours' }), '101');
    await userEvent.click(picker('Estimate').getByRole('button', { name: 'Set' }));
    expect(picker('Estimate').getByRole('alert')).toHaveTextContent('Enter an estimate between 1 minute and 100 hours.');
    await userEvent.click(picker('Estimate').getByRole('button', { name: 'No estimate' }));
    expect(estimate()).toBeNull();
  });

  it('is a part of what a card says on the board, as is that it repeats', async () => {
    const { core, milk } = await open();
    core.do({
      type: 'edit_card',
      card_id: milk,
      edits: [
        { field: 'due_date', value: '2026-03-03' },
        { field: 'recurrence', value: WEEKLY },
        { field: 'estimate', value: 90 },
      ],
    });
    const card = screen.getByRole('button', { name: 'Milk' });
    expect(isInDescription(card, screen.getByRole('img', { name: 'Repeats' }))).toBe(true);
    expect(isInDescription(card, screen.getByRole('img', { name: 'Estimated 1 h 30 min' }))).toBe(true);
  });
});
