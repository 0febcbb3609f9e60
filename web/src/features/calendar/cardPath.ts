import type { TaskView } from '@twentyfour/core';

/** Returns the address of a card on its board. */
export function cardPath({ board_slug, card_id }: TaskView): string {
  return `/app/b/${board_slug}?card=${card_id}`;
}
