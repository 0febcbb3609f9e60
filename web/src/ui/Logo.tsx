import { classes } from './classes';

/** The mark: a ring of 24 ticks, one of them lit. Its file differs by theme. The words beside it speak for it. */
export function Logo({ className }: { className?: string }) {
  return (
    <>
      <img src="/logo-light.svg" alt="" className={classes('dark:hidden', className)} />
      <img src="/logo-dark.svg" alt="" className={classes('hidden dark:block', className)} />
    </>
  );
}
