import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';

interface ResultPanelProps {
  icon: LucideIcon;
  /** Whether the result is a success. */
  isSuccess?: boolean;
  title: string;
  /** A sentence or two about what the result means. */
  children: ReactNode;
  /** The buttons of the next steps. */
  actions?: ReactNode;
  /** A link below the buttons. */
  below?: ReactNode;
}

/** The result of an action that has no form: an explanation and the next steps. */
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
      {/* As far below as a link that follows the panel. */}
      {below && <div className="-mt-3 w-full">{below}</div>}
    </div>
  );
}
