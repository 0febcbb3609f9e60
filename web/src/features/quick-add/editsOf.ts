import type { CardEdit } from '@twentyfour/core';
import type { QuickCard } from '../../core/quick-add';

/** Returns the fields of a card apart from its title, as the core adds them. The due date comes before the recurrence, which needs it. */
export function editsOf(card: QuickCard): CardEdit[] {
  const edits: CardEdit[] = [];
  if (card.priority !== null) edits.push({ field: 'priority', value: card.priority });
  if (card.due_date !== null) edits.push({ field: 'due_date', value: card.due_date });
  if (card.recurrence !== null) edits.push({ field: 'recurrence', value: card.recurrence });
  if (card.labels.length > 0) edits.push({ field: 'labels', value: card.labels });
  if (card.estimate_minutes !== null) edits.push({ field: 'estimate', value: card.estimate_minutes });
  for (const value of card.assignee_ids) edits.push({ field: 'assign', value });
  return edits;
}
