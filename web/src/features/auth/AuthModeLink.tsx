import { Link, useSearchParams } from 'react-router';
import { useMirror } from '../../core/hooks';

/** The mode of the page: the query parameter `type`. */
export type AuthMode = 'login' | 'signup' | 'forgot' | 'reset' | 'confirm';

/** A link to the other mode, or back to the app if the user is logged in. */
export function AuthModeLink({ mode }: { mode: AuthMode }) {
  const [query] = useSearchParams();
  const isSignedIn = useMirror((mirror) => mirror.session.isAuthenticated);
  const invitation = query.get('invitation');
  // Keeps the invitation when switching to the other form.
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
