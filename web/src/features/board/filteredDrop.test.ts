import { describe, expect, it } from 'vitest';
import { toUnfilteredPosition, type DragState, toDropIntent, type BoardOrder, orderWithDrag } from './dragOrder';

const before: BoardOrder = {
  lists: ['A', 'B'],
  cards: { A: ['a1', 'h1', 'a2', 'h2', 'a3', 'h3'], B: ['h4', 'b1', 'h5'] },
};
/** The cards that match the filter: those whose ids begin with h do not. */
const matching = new Set(['a1', 'a2', 'a3', 'b1']);

/** Returns the intent for dropping a card before another in a list; null is the end of the visible cards. */
function drop(id: string, group: string, neighbor: string | null, seen: ReadonlySet<string> | null = matching) {
  const drag: DragState = { id, type: 'card', group, before: neighbor, index: 0 };
  return toDropIntent({ id, type: 'card' }, before, orderWithDrag(before, toUnfilteredPosition(drag, before, seen)));
}

describe('a drop under a filter', () => {
  it('drops before the visible sibling, indexed among all cards', () => {
    // a1 moves before a3 in h1, a2, h2, a3, h3.
    expect(drop('a1', 'A', 'a3')).toEqual({ type: 'move_card', card_id: 'a1', list_id: 'A', index: 3 });
    expect(drop('a3', 'A', 'a2')).toEqual({ type: 'move_card', card_id: 'a3', list_id: 'A', index: 2 });
    expect(drop('a1', 'B', 'b1')).toEqual({ type: 'move_card', card_id: 'a1', list_id: 'B', index: 1 });
  });

  it('drops directly after the last visible card', () => {
    expect(drop('a1', 'A', null)).toEqual({ type: 'move_card', card_id: 'a1', list_id: 'A', index: 4 });
    expect(drop('a1', 'B', null)).toEqual({ type: 'move_card', card_id: 'a1', list_id: 'B', index: 2 });
  });

  it('does nothing when the visible order is unchanged', () => {
    expect(drop('a3', 'A', null)).toBeNull();
    expect(drop('a1', 'A', 'a2')).toBeNull();
    expect(drop('b1', 'B', null)).toBeNull();
  });

  it('appends to a list without visible cards', () => {
    expect(drop('a1', 'B', null, new Set(['a1', 'a2', 'a3']))).toEqual({
      type: 'move_card',
      card_id: 'a1',
      list_id: 'B',
      index: 3,
    });
  });

  it('is a plain drop without a filter', () => {
    expect(drop('a1', 'A', null, null)).toEqual({ type: 'move_card', card_id: 'a1', list_id: 'A', index: 5 });
  });
});
