import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/auth';
import { Button } from '../../ui/Button';

/** The Google login button below a divider. A new account is created with the invitation from the page's URL, null for none. */
export function GoogleButton({ invitation }: { invitation: string | null }) {
  const submitting = useMirror((mirror) => mirror.session.submitting);
  return (
    <div className="animate-fade">
      <p className="my-4 flex items-center gap-3 text-sm text-glass-secondary before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {messages.googleDivider()}
      </p>
      <Button
        size="large"
        className="w-full gap-3 max-sm:px-2"
        disabled={submitting}
        onClick={() => dispatch({ type: 'google_log_in', invitation })}
      >
        <GoogleLogo />
        {messages.googleButton()}
      </Button>
    </div>
  );
}

/** The Google logo, a ring in four colors with a bar. */
function GoogleLogo() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-4.5 fill-none stroke-4">
      <path stroke="#ea4335" d="M4.87 8.37A8 8 0 0 1 17.66 6.34" />
      <path stroke="#fbbc05" d="M4.87 15.63A8 8 0 0 1 4.87 8.37" />
      <path stroke="#34a853" d="M17.66 17.66A8 8 0 0 1 4.87 15.63" />
      <path stroke="#4285f4" d="M12 12h10M20 12a8 8 0 0 1-2.34 5.66" />
    </svg>
  );
}
