import { describe, expect, it } from 'vitest';
import { createMirror } from '../../core/mirror';
import { cardView } from '../../core/testing';
import { type Drag, intentOfDrop, type Order, orderDuring, orderOf, placeOf, shownIn } from './drag';
import { dragWords } from './words';

const before: Order = { lists: ['A', 'B', 'C'], cards: { A: ['a1', 'a2'], B: ['b1'], C: [] } };

describe('what a drop means', () => {
  it('is nothing where nothing has moved', () => {
    expect(intentOfDrop({ id: 'a1', type: 'card' }, before, before)).toBeNull();
    expect(intentOfDrop({ id: 'B', type: 'list' }, before, before)).toBeNull();
  });

  it('is a card at its new index, in its own list and in another', () => {
    const down = { ...before, cards: { ...before.cards, A: ['a2', 'a1'] } };
    expect(intentOfDrop({ id: 'a1', type: 'card' }, before, down)).toEqual({
      type: 'move_card',
      card_id: 'a1',
      list_id: 'A',
      index: 1,
    });
    const across = { ...before, cards: { A: ['a2'], B: ['b1'], C: ['a1'] } };
    expect(intentOfDrop({ id: 'a1', type: 'card' }, before, across)).toEqual({
      type: 'move_card',
      card_id: 'a1',
      list_id: 'C',
      index: 0,
    });
  });

  it('is a list at its new index', () => {
    expect(intentOfDrop({ id: 'A', type: 'list' }, before, { ...before, lists: ['B', 'C', 'A'] })).toEqual({
      type: 'move_list',
      list_id: 'A',
      index: 2,
    });
  });

  it('is null when the dragged item was removed', () => {
    expect(intentOfDrop({ id: 'x', type: 'card' }, before, before)).toBeNull();
    expect(intentOfDrop({ id: 'x', type: 'list' }, before, before)).toBeNull();
  });
});

describe('the order during a drag', () => {
  const drag = (fields: Partial<Drag>): Drag => ({ id: 'a1', type: 'card', group: 'B', before: 'b1', index: 0, ...fields });

  it('places the dragged item and keeps other arrays identical', () => {
    const during = orderDuring(before, drag({}));
    expect(during.cards).toEqual({ A: ['a2'], B: ['a1', 'b1'], C: [] });
    expect(during.cards['C']).toBe(before.cards['C']);
    expect(orderDuring(before, drag({ group: 'A', before: 'a2' })).cards['A']).toBe(before.cards['A']);
    expect(orderDuring(before, null)).toBe(before);
  });

  it('follows the sibling, or the index when the sibling is gone', () => {
    const ids = ['x', 'b1', 'b2'];
    expect(shownIn(ids, 'B', drag({ before: 'b2', index: 1 }))).toEqual(['x', 'b1', 'a1', 'b2']);
    expect(shownIn(ids, 'B', drag({ before: 'gone', index: 1 }))).toEqual(['x', 'a1', 'b1', 'b2']);
    expect(shownIn(['x'], 'B', drag({ before: 'gone', index: 7 }))).toEqual(['x', 'a1']);
    expect(shownIn(ids, 'B', drag({ before: null }))).toEqual(['x', 'b1', 'b2', 'a1']);
  });

  it('leaves a card where it was while it is over a list that has gone', () => {
    expect(orderDuring(before, drag({ group: 'gone' }))).toBe(before);
  });

  it('moves lists too', () => {
    expect(orderDuring(before, drag({ id: 'C', type: 'list', group: '', before: 'A' })).lists).toEqual(['C', 'A', 'B']);
  });
});

describe('orders', () => {
  const lists = new Map([['A', { id: 'A', name: 'First', is_collapsed: false, card_ids: ['a1', 'a2'] }]]);

  it('are the mirror’s own, not copies', () => {
    const order = orderOf({ list_ids: ['A'], lists });
    expect(order.cards['A']).toBe(lists.get('A')?.card_ids);
    expect(placeOf(order, 'a2')).toEqual({ list_id: 'A', index: 1 });
    expect(placeOf(order, 'x')).toBeNull();
  });

  it('are told in words', () => {
    const cards = new Map([['a2', cardView({ id: 'a2', title: 'Bread' })]]);
    const mirror = { ...createMirror().getState(), list_ids: ['A'], lists, cards };
    const words = dragWords(
      () => mirror,
      () => orderOf(mirror),
    );
    expect(words.lifted({ id: 'a2', type: 'card' })).toBe('Picked up Bread from First, position 2 of 2.');
    expect(words.dropped({ id: 'A', type: 'list' })).toBe('First dropped in position 1 of 1.');
    expect(words.putBack({ id: 'a2', type: 'card' })).toBe('Canceled moving Bread.');
  });
});
