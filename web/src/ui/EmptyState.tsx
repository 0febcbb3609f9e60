import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** Whether this is the whole page, so that its title is the page's heading. */
  isPage?: boolean;
  children?: ReactNode;
  /** A button that resolves the situation. */
  action?: ReactNode;
}

/** An empty or error state: a title, an explanation and an action. */
export function EmptyState({ icon, title, isPage = false, children, action }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-96 flex-col items-center gap-2 px-4 py-16 text-center">
      <Icon icon={icon} size={32} className="mb-2 text-secondary" />
      <Heading className="text-md font-semibold">{title}</Heading>
      {children && <div className="text-balance text-secondary">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
