import type { ReactNode } from 'react';

interface InfoRowProps {
  label: string;
  /** What stands below the label: how it is, and what is wrong with it. */
  children: ReactNode;
  /** What can be done about it. */
  action: ReactNode;
}

/** One thing about the account, with what can be done about it at the end of the line. */
export function InfoRow({ label, children, action }: InfoRowProps) {
  return (
    <div className="flex min-h-14 items-start justify-between gap-4 border-b border-line py-2.5 last:border-transparent">
      <div className="min-w-0">
        <p className="font-medium">{label}</p>
        <div className="text-sm text-secondary">{children}</div>
      </div>
      <div className="flex shrink-0 items-center gap-1">{action}</div>
    </div>
  );
}
