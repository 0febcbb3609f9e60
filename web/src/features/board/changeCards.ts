/** Changes of one card or several at once, each as one step to undo. */
import type { CardsChange, Id, Intent, Rejection } from '@twentyfour/core';
import { dispatch, mirror } from '../../core/client';
import * as messages from '../../messages/board';
import { showToast } from '../../platform/toasts';
import { announce } from '../../ui/Announcer';

function intentOf(card_ids: readonly Id[], change: CardsChange): Intent {
  const [card_id, ...others] = card_ids;
  // One card has intents of its own, whose steps have names of their own.
  if (card_id !== undefined && others.length === 0) {
    if (change.type === 'delete') return { type: 'delete_card', card_id };
    if (change.type === 'edit') {
      const { edit } = change;
      return edit.field === 'archived' ? { type: 'archive_card', card_id } : { type: 'edit_card', card_id, edits: [edit] };
    }
  }
  return { type: 'change_cards', card_ids: [...card_ids], change };
}

/** Changes cards. Returns the rejection, or null after it was announced. */
export function changeCards(card_ids: readonly Id[], change: CardsChange): Rejection | null {
  const rejection = dispatch(intentOf(card_ids, change));
  if (!rejection) announce(messages.cardsChanged({ count: card_ids.length }));
  return rejection;
}

/** Removes cards from the board, for which the core shows a toast. */
function removeCards(card_ids: readonly Id[], change: CardsChange): void {
  const rejection = dispatch(intentOf(card_ids, change));
  if (rejection) showToast('error', rejection.message, null);
}

export const archiveCards = (card_ids: readonly Id[]): void => removeCards(card_ids, { type: 'edit', edit: { field: 'archived', value: true } });

export const deleteCards = (card_ids: readonly Id[]): void => removeCards(card_ids, { type: 'delete' });

/** Moves the due date of a recurring card to the next occurrence. */
export function skipOccurrence(card_id: Id): void {
  const rejection = dispatch({ type: 'skip_occurrence', card_id });
  if (rejection) showToast('error', rejection.message, null);
}

/** Returns whether all of some cards are done. */
export function areDone(card_ids: readonly Id[]): boolean {
  const { cards } = mirror.getState();
  return card_ids.every((id) => cards.get(id)?.priority === 'completed');
}

/** Marks cards as done, or as not done if all of them are. */
export function toggleDone(card_ids: readonly Id[]): void {
  const rejection = changeCards(card_ids, { type: 'edit', edit: { field: 'completed', value: !areDone(card_ids) } });
  if (rejection) showToast('error', rejection.message, null);
}
