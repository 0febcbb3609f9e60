/**
 * The classes of a day by its level: none, then one for each quarter of the year's best day, with increasing contrast.
 */
export const LEVEL_CLASS_NAMES = [
  'bg-hover',
  'bg-[color-mix(in_oklab,var(--accent)_38%,var(--surface))]',
  'bg-[color-mix(in_oklab,var(--accent)_68%,var(--surface))]',
  'bg-accent',
  'bg-accent-text',
] as const;
