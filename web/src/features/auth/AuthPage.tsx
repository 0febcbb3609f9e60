import { useSearchParams } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/auth';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { AuthForm } from './AuthForm';
import { AuthLayout } from './AuthLayout';
import { type AuthMode, AuthModeLink } from './AuthModeLink';
import { ConfirmPage } from './ConfirmPage';
import { ForgotForm } from './ForgotForm';
import { LinkGoogleForm } from './LinkGoogleForm';
import { ResetForm } from './ResetForm';
import { ServerOptions } from './ServerOptions';
import { useLinkToken } from './useLinkToken';
import { WelcomePanel } from './WelcomePanel';

/** The document titles. */
const TITLES: Record<AuthMode, () => string> = {
  login: messages.loginPageTitle,
  signup: messages.signupPageTitle,
  google: messages.linkGooglePageTitle,
  forgot: messages.forgotPageTitle,
  reset: messages.resetPageTitle,
  confirm: messages.confirmPageTitle,
};

/** The headings of the modes with a plain form. */
const HEADINGS = {
  login: messages.loginHeading,
  signup: messages.signupHeading,
  google: messages.linkGoogleHeading,
  forgot: messages.forgotHeading,
};

/**
 * Login, signup, and the targets of links in emails. The query parameter `type` selects the mode; signup by default.
 */
export function AuthPage() {
  const [query] = useSearchParams();
  const type = query.get('type') ?? '';
  const mode = Object.hasOwn(TITLES, type) ? (type as AuthMode) : 'signup';
  const token = useLinkToken();
  const welcome = useMirror((mirror) => mirror.session.welcome);
  useDocumentTitle(TITLES[mode]());

  return (
    <AuthLayout>
      {welcome ? (
        <WelcomePanel />
      ) : (
        <>
          <ModeContent mode={mode} token={token} />
          {/* The confirmation page has links of its own. */}
          {mode !== 'confirm' && <AuthModeLink mode={mode} />}
          {(mode === 'login' || mode === 'signup') && <ServerOptions mode={mode} />}
        </>
      )}
    </AuthLayout>
  );
}

/** The content of the panel. The key resets a form when the mode or the opened link changes. */
function ModeContent({ mode, token }: { mode: AuthMode; token: string | null }) {
  if (mode === 'confirm') return <ConfirmPage key={token} token={token} />;
  if (mode === 'reset') return <ResetForm key={token} token={token} />;
  return (
    <>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">{HEADINGS[mode]()}</h1>
      {mode === 'google' && <LinkGoogleForm />}
      {mode === 'forgot' && <ForgotForm />}
      {(mode === 'login' || mode === 'signup') && <AuthForm key={mode} mode={mode} />}
    </>
  );
}
