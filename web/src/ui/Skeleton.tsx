import { classes } from './classes';

/** A quiet shape of the size of what is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('animate-skeleton rounded-md bg-hover', className)} />;
}
