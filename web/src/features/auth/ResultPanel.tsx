import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';

interface ResultPanelProps {
  icon: LucideIcon;
  /** Whether it went well. */
  isSuccess?: boolean;
  title: string;
  /** What that means, in a sentence or two. */
  children: ReactNode;
  /** The ways on. */
  actions?: ReactNode;
  /** The way to somewhere else, below them. */
  below?: ReactNode;
}

/** How something went that has no form: what came of it, and the way on. */
export function ResultPanel({ icon, isSuccess = false, title, children, actions, below }: ResultPanelProps) {
  return (
    <div className="flex flex-col items-start gap-3">
      <span
        className={cx(
          'grid size-11 place-items-center rounded-full',
          isSuccess ? 'bg-accent text-on-accent' : 'bg-sunken text-glass-secondary ring-1 ring-line ring-inset',
        )}
      >
        <Icon icon={icon} size={22} />
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
