import { Link } from 'react-router';
import { currentYear } from '../../core/browser';
import { buttonClasses } from '../../ui/Button';
import { Logo } from '../../ui/Logo';
import { useTitle } from '../../ui/useTitle';
import { Backdrop } from '../shell/Backdrop';

/** What a visitor sees first. */
export function LandingPage() {
  useTitle('Twentyfour');
  return (
    <div className="isolate flex min-h-dvh flex-col">
      <Backdrop isShown />
      <header className="flex items-center justify-between p-4 sm:p-6">
        <span className="on-photo inline-flex items-center gap-2.5 text-md font-semibold tracking-tight">
          <Logo className="size-8" />
          Twentyfour
        </span>
        <Link to="/auth?type=login" className={buttonClasses('photo')}>
          Log in
        </Link>
      </header>
      <main className="on-photo flex flex-1 flex-col items-center justify-center gap-6 px-4 py-16 text-center">
        <h1 className="max-w-200 text-[clamp(36px,6vw,72px)] leading-[1.05] font-semibold tracking-[-0.03em] text-balance">
          Get the most out of every 24 hours
        </h1>
        <p className="max-w-[52ch] text-md text-photo-secondary sm:text-lg">
          A focus timer that is always right, boards that keep their place, and honest stats. One calm page among your tabs.
        </p>
        <Link to="/auth?type=signup" className={`${buttonClasses('primary', 'large')} mt-4 text-shadow-none`}>
          Get started
        </Link>
      </main>
      <footer className="on-photo flex flex-wrap items-center justify-center gap-x-6 gap-y-1 p-4 text-sm text-photo-secondary">
        <span>© {currentYear()} Twentyfour</span>
        <nav aria-label="About Twentyfour" className="flex">
          {['About', 'Contact', 'Privacy'].map((name) => (
            <Link
              key={name}
              to={`/${name.toLowerCase()}`}
              className="inline-flex min-h-9 items-center rounded-sm px-2 underline-offset-4 hover:underline coarse:min-h-11"
            >
              {name}
            </Link>
          ))}
        </nav>
      </footer>
    </div>
  );
}
