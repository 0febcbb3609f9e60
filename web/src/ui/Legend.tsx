import type { ReactNode } from 'react';

interface LegendProps {
  className: string;
  children: ReactNode;
}

/** The name of a fieldset, above its fields. The legend itself has no box, because WebKit would add the height of one twice. */
export function Legend({ className, children }: LegendProps) {
  return (
    <legend className="contents">
      <span className={className}>{children}</span>
    </legend>
  );
}
