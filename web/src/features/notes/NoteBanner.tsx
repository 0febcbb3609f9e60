import type { ReactNode } from 'react';

/** A banner above a note's text, with an action. */
export function NoteBanner({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <div role="note" className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken py-2 pr-2 pl-4">
      <p className="min-w-0 flex-1 basis-56 text-sm text-secondary">{children}</p>
      <div className="flex flex-wrap gap-2">{action}</div>
    </div>
  );
}
