import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  /** The one thing to do about it. */
  action?: ReactNode;
}

/** What stands where nothing is yet, or where something failed: what is so, and the way on. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-96 flex-col items-center gap-2 px-4 py-16 text-center">
      <Icon of={icon} size={32} className="mb-2 text-secondary" />
      <h2 className="text-md font-semibold">{title}</h2>
      {children && <div className="text-secondary">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
