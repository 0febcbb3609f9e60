/** What a day wears by its level: from nothing over each quarter of the year's best day, ever further from the surface. */
export const LEVEL_CLASS_NAMES = [
  'bg-hover',
  'bg-[color-mix(in_oklab,var(--accent)_38%,var(--surface))]',
  'bg-[color-mix(in_oklab,var(--accent)_68%,var(--surface))]',
  'bg-accent',
  'bg-accent-text',
] as const;
