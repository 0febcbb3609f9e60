import type { ReactNode } from 'react';

interface InfoRowProps {
  label: string;
  /** The current state below the label, and its errors. */
  children: ReactNode;
  /** The button of the row. */
  action: ReactNode;
}

/** A row about the account, with an action at its end. */
export function InfoRow({ label, children, action }: InfoRowProps) {
  return (
    <div data-row={label} className="flex min-h-14 flex-wrap items-start justify-between gap-4 border-b border-line py-2.5 last:border-transparent">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{label}</p>
        <div className="text-sm text-secondary">{children}</div>
      </div>
      <div className="flex shrink-0 items-center gap-1">{action}</div>
    </div>
  );
}
