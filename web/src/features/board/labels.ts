import type { Mirror } from '../../core/mirror-state';
import { LOCALE } from '../../messages/format';

/** Returns every label of the open board, sorted: those on its cards, and those with a color. */
export function collectBoardLabels({ board, cards }: Pick<Mirror, 'board' | 'cards'>): string[] {
  const labels = new Set(board?.label_colors.map(({ label }) => label));
  for (const card of cards.values()) for (const label of card.labels) labels.add(label);
  return [...labels].toSorted((a, b) => a.localeCompare(b, LOCALE));
}
