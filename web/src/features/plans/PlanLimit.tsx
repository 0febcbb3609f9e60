import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import * as messages from '../../messages/plans';
import { buttonClassName } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { PLANS_PATH } from './path';

/** Replaces a feature that the plan does not include: the sentence of the limit, and a link to the plans. */
export function PlanLimit({ children }: { children: string }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-8 text-center">
      <Icon icon={Lock} className="text-secondary" />
      <p className="max-w-[48ch] text-secondary">{children}</p>
      <SeePlans className={buttonClassName()} />
    </div>
  );
}

/** The same on one line, above or beside something that stays usable. */
export function PlanLimitLine({ children }: { children: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-secondary">
      <Icon icon={Lock} size={16} className="shrink-0" />
      <span>{children}</span>
      <SeePlans className="text-accent-text underline-offset-4 hover:underline" />
    </p>
  );
}

function SeePlans({ className }: { className: string }) {
  return (
    <Link to={PLANS_PATH} className={className}>
      {messages.seePlans()}
    </Link>
  );
}
