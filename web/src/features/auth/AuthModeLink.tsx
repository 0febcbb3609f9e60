import { Link, useSearchParams } from 'react-router';
import { useMirror } from '../../core/hooks';

/** What the page is for: the query parameter `type`. */
export type AuthMode = 'login' | 'signup' | 'forgot' | 'reset' | 'confirm';

/** The way to another mode, or back into the app for whoever is signed in. */
export function AuthModeLink({ mode }: { mode: AuthMode }) {
  const [query] = useSearchParams();
  const isSignedIn = useMirror((mirror) => mirror.session.isAuthenticated);
  const invitation = query.get('invitation');
  // An invitation is not lost by a look at the other form.
  const invitationParam = invitation ? `&invitation=${encodeURIComponent(invitation)}` : '';
  const [path, words] = isSignedIn
    ? ['/app', 'Back to the app']
    : mode === 'login'
      ? [`/auth?type=signup${invitationParam}`, "Don't have an account?"]
      : mode === 'signup'
        ? [`/auth?type=login${invitationParam}`, 'Already have an account?']
        : ['/auth?type=login', 'Back to log in'];
  return (
    <p className="mt-5 text-center">
      <Link
        to={path}
        className="inline-flex min-h-9 items-center rounded-sm px-2 font-medium text-accent-text underline-offset-4 hover:underline coarse:min-h-11"
      >
        {words}
      </Link>
    </p>
  );
}
