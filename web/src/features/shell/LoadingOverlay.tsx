import { Logo } from '../../ui/Logo';

/** The bouncing logo while signing in is checked. */
export function LoadingOverlay() {
  return (
    <div role="status" className="fixed inset-0 z-50 grid place-items-center bg-page">
      {/* The words come at once for screen readers; the mark waits a moment, so that a fast check shows nothing. */}
      <span className="sr-only">Opening Twentyfour</span>
      <div className="animate-[fade_300ms_ease-out_150ms_both]">
        <Logo className="size-14 animate-bounce-logo" />
      </div>
    </div>
  );
}
