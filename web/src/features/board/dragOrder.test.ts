import { describe, expect, it } from 'vitest';
import { createMirror } from '../../core/mirror';
import { cardView } from '../../testing/fake-core';
import { type DragState, toDropIntent, type BoardOrder, orderWithDrag, boardOrder, findCard, applyDrag } from './dragOrder';
import { dragAnnouncements } from './text';

const before: BoardOrder = { lists: ['A', 'B', 'C'], cards: { A: ['a1', 'a2'], B: ['b1'], C: [] } };

describe('the intent of a drop', () => {
  const drop = (id: string, type: string, shown: BoardOrder) => toDropIntent({ id, type, group: '', before: null, index: 0 }, shown);

  it('puts a card before the next visible card, or at the end', () => {
    const down = { ...before, cards: { ...before.cards, A: ['a2', 'a1'] } };
    expect(drop('a1', 'card', down)).toEqual({ type: 'drop_card', card_id: 'a1', list_id: 'A', before: null });
    const across = { ...before, cards: { A: ['a2'], B: ['a1', 'b1'], C: [] } };
    expect(drop('a1', 'card', across)).toEqual({ type: 'drop_card', card_id: 'a1', list_id: 'B', before: 'b1' });
  });

  it('is a list at its new index', () => {
    expect(drop('A', 'list', { ...before, lists: ['B', 'C', 'A'] })).toEqual({ type: 'move_list', list_id: 'A', index: 2 });
  });

  it('is null when the dragged item was removed', () => {
    expect(drop('x', 'card', before)).toBeNull();
    expect(drop('x', 'list', before)).toBeNull();
  });
});

describe('the order during a drag', () => {
  const drag = (fields: Partial<DragState>): DragState => ({ id: 'a1', type: 'card', group: 'B', before: 'b1', index: 0, ...fields });

  it('places the dragged item and keeps other arrays identical', () => {
    const during = orderWithDrag(before, drag({}));
    expect(during.cards).toEqual({ A: ['a2'], B: ['a1', 'b1'], C: [] });
    expect(during.cards['C']).toBe(before.cards['C']);
    expect(orderWithDrag(before, drag({ group: 'A', before: 'a2' })).cards['A']).toBe(before.cards['A']);
    expect(orderWithDrag(before, null)).toBe(before);
  });

  it('follows the sibling, or the index when the sibling is gone', () => {
    const ids = ['x', 'b1', 'b2'];
    expect(applyDrag(ids, 'B', drag({ before: 'b2', index: 1 }))).toEqual(['x', 'b1', 'a1', 'b2']);
    expect(applyDrag(ids, 'B', drag({ before: 'gone', index: 1 }))).toEqual(['x', 'a1', 'b1', 'b2']);
    expect(applyDrag(['x'], 'B', drag({ before: 'gone', index: 7 }))).toEqual(['x', 'a1']);
    expect(applyDrag(ids, 'B', drag({ before: null }))).toEqual(['x', 'b1', 'b2', 'a1']);
  });

  it('keeps a card in place over a removed list', () => {
    expect(orderWithDrag(before, drag({ group: 'gone' }))).toBe(before);
  });

  it('moves lists too', () => {
    expect(orderWithDrag(before, drag({ id: 'C', type: 'list', group: '', before: 'A' })).lists).toEqual(['C', 'A', 'B']);
  });
});

describe('orders', () => {
  const lists = new Map([['A', { id: 'A', name: 'First', is_collapsed: false, card_ids: ['a1', 'a2'] }]]);

  it('are the mirror’s own, not copies', () => {
    const order = boardOrder({ list_ids: ['A'], lists });
    expect(order.cards['A']).toBe(lists.get('A')?.card_ids);
    expect(findCard(order, 'a2')).toEqual({ list_id: 'A', index: 1 });
    expect(findCard(order, 'x')).toBeNull();
  });

  it('are announced', () => {
    const cards = new Map([['a2', cardView({ id: 'a2', title: 'Bread' })]]);
    const mirror = { ...createMirror().getState(), list_ids: ['A'], lists, cards };
    const words = dragAnnouncements(
      () => mirror,
      () => boardOrder(mirror),
    );
    expect(words.pickedUp({ id: 'a2', type: 'card' })).toBe('Picked up Bread from First, position 2 of 2.');
    expect(words.dropped({ id: 'A', type: 'list' })).toBe('First dropped in position 1 of 1.');
    expect(words.canceled({ id: 'a2', type: 'card' })).toBe('Canceled moving Bread.');
  });
});
