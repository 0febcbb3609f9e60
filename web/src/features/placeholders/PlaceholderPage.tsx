import { Hammer } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState';
import { useTitle } from '../../ui/useTitle';

interface PlaceholderPageProps {
  title: string;
  /** What the page will be for, in a sentence. */
  children: ReactNode;
  /** The way on. */
  action?: ReactNode;
}

/** A page that is still being built, and says so. */
export function PlaceholderPage({ title, children, action }: PlaceholderPageProps) {
  useTitle(title);
  return (
    <div className="mx-auto max-w-320 px-4 py-6 sm:px-8 sm:py-10">
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <EmptyState icon={Hammer} title="This page is being built" action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
