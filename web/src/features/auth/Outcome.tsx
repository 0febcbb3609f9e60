import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes';
import { Icon } from '../../ui/Icon';

interface OutcomeProps {
  icon: LucideIcon;
  /** Whether it went well. */
  isGood?: boolean;
  title: string;
  /** What that means, in a sentence or two. */
  children: ReactNode;
  /** The ways on. */
  actions?: ReactNode;
  /** The way to somewhere else, below them. */
  below?: ReactNode;
}

/** How something went that has no form: what came of it, and the way on. */
export function Outcome({ icon, isGood = false, title, children, actions, below }: OutcomeProps) {
  return (
    <div className="flex flex-col items-start gap-3">
      <span
        className={classes(
          'grid size-11 place-items-center rounded-full',
          isGood ? 'bg-accent text-on-accent' : 'bg-sunken text-glass-secondary ring-1 ring-line ring-inset',
        )}
      >
        <Icon of={icon} size={22} />
      </span>
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      <p role="status" className="text-glass-secondary">
        {children}
      </p>
      {actions && <div className="mt-3 flex w-full flex-col gap-3">{actions}</div>}
      {below && <div className="w-full">{below}</div>}
    </div>
  );
}
