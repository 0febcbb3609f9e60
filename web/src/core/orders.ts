/** Orders of ids, which are never changed in place: a fresh one tells that something has moved. */
import type { Id } from '@twentyfour/core';

/** A fresh order in which `id`, which is among `ids` or new to them, stands at `index`; past the end means last. */
export function moveId(ids: Id[], id: Id, hint: number | null, index: number): Id[] {
  const from = indexOf(ids, id, hint);
  if (from === -1) return insertId(ids, id, index);
  if (from === Math.min(index, ids.length - 1)) return ids;
  const next = ids.slice();
  next.splice(from, 1);
  next.splice(index, 0, id);
  return next;
}

/** A fresh order with an id that is new to it. */
export function insertId(ids: Id[], id: Id, index: number): Id[] {
  const next = ids.slice();
  next.splice(index, 0, id);
  return next;
}

/** Where `id` stands. Looks at the hinted index first, so that a move need not search a long list. */
export function indexOf(ids: readonly Id[], id: Id, hint: number | null): number {
  return hint !== null && ids[hint] === id ? hint : ids.indexOf(id);
}
