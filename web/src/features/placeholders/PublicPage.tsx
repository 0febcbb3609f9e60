import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClasses } from '../../ui/Button';
import { Logo } from '../../ui/Logo';
import { PlaceholderPage } from './PlaceholderPage';

/** A page for visitors that is still being built. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto max-w-240">
      <Link to="/" aria-label="Twentyfour" className="m-4 inline-flex items-center gap-2.5 rounded-sm sm:m-8 sm:mb-0">
        <Logo className="size-8" />
        <span aria-hidden className="text-md font-semibold tracking-tight">
          Twentyfour
        </span>
      </Link>
      <PlaceholderPage
        title={title}
        action={
          <Link to="/" className={buttonClasses()}>
            Go Back Home
          </Link>
        }
      >
        {children}
      </PlaceholderPage>
    </main>
  );
}
