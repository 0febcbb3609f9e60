import { Link, useSearchParams } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/auth';

/** The mode of the page: the query parameter `type`. */
export type AuthMode = 'login' | 'signup' | 'google' | 'forgot' | 'reset' | 'confirm';

/** A link to the other mode, or back to the app if the user is logged in. */
export function AuthModeLink({ mode }: { mode: AuthMode }) {
  const [query] = useSearchParams();
  const isSignedIn = useMirror((mirror) => mirror.session.isAuthenticated);
  const invitation = query.get('invitation');
  // Keeps the invitation when switching to the other form.
  const invitationParam = invitation ? `&invitation=${encodeURIComponent(invitation)}` : '';
  const [path, label] = isSignedIn
    ? ['/app', messages.toApp()]
    : mode === 'login'
      ? [`/auth?type=signup${invitationParam}`, messages.toSignup()]
      : mode === 'signup'
        ? [`/auth?type=login${invitationParam}`, messages.toLogin()]
        : ['/auth?type=login', messages.backToLogin()];
  return (
    <p className="mt-5 text-center">
      <Link
        to={path}
        className="inline-flex min-h-9 items-center rounded-sm px-2 font-medium text-accent-text underline-offset-4 hover:underline coarse:min-h-11"
      >
        {label}
      </Link>
    </p>
  );
}
