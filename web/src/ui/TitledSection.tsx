import { type ReactNode, useId } from 'react';

/** A titled group of settings. */
export function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} data-row={title}>
      <h3 id={id} className="mb-1 text-md font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}
