import { classes } from '../../ui/classes';

/** A number with its name. */
export function Tile({ name, value, isLarge = false }: { name: string; value: string; isLarge?: boolean }) {
  return (
    <div className="flex flex-col justify-center rounded-lg bg-surface px-4 py-4 ring-1 ring-line ring-inset sm:px-6 sm:py-5">
      <dt className="text-sm text-secondary">{name}</dt>
      <dd className={classes('digits mt-1 font-semibold tracking-tight', isLarge ? 'text-lg sm:text-xl' : 'text-lg')}>{value}</dd>
    </div>
  );
}
