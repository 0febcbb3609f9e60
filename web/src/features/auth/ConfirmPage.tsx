import { Check, LinkIcon, Mail, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button, buttonClassName } from '../../ui/Button';
import { AuthModeLink } from './AuthModeLink';
import { MailDisabledInfo } from './messages';
import { ResultPanel } from './ResultPanel';
import { useSubmission } from './useSubmission';

/**
 * Confirms an email by the token of an emailed link; null if the URL has none. It asks first, because someone else may
 * have signed up with this email, and link scanners in mail systems would otherwise confirm it.
 */
export function ConfirmPage({ token }: { token: string | null }) {
  const { submitting, error, notice, submit } = useSubmission();
  const isSignedIn = useMirror((mirror) => mirror.session.isAuthenticated);

  if (token === null || error?.code === 'link_invalid') {
    return <InvalidLink reason={error?.message ?? 'The link is incomplete. Open it from the email again, or request a new one.'} />;
  }
  const confirm = (words: string) => (
    <Button
      variant="primary"
      size="large"
      disabled={submitting}
      aria-busy={submitting}
      onClick={() => submit({ type: 'confirm_email', token })}
    >
      {words}
    </Button>
  );
  if (error) {
    return (
      <ResultPanel
        icon={TriangleAlert}
        title="Email not confirmed"
        actions={confirm('Try again')}
        below={<AuthModeLink mode="confirm" />}
      >
        {error.message}
      </ResultPanel>
    );
  }
  if (notice === null) {
    return (
      <ResultPanel
        icon={Mail}
        title="Confirm your email"
        actions={confirm('Confirm email')}
        below={<AuthModeLink mode="confirm" />}
      >
        Confirm this email for your account at {window.location.host}. Didn’t sign up? Close this page.
      </ResultPanel>
    );
  }
  return (
    <ResultPanel
      icon={Check}
      isSuccess
      title="Email confirmed"
      actions={
        <Link to={isSignedIn ? '/app' : '/auth?type=login'} className={buttonClassName('primary', 'large')}>
          {isSignedIn ? 'Open Twentyfour' : 'Log In'}
        </Link>
      }
    >
      You can close this page.
    </ResultPanel>
  );
}

/** Explains how to proceed after an invalid link. Logged-in users can request a new one; others must log in first. */
function InvalidLink({ reason }: { reason: string }) {
  const isSignedIn = useMirror((mirror) => mirror.session.isAuthenticated);
  const { busy, done, refused } = useMirror((mirror) => mirror.account);
  const [isRequested, setIsRequested] = useState(false);

  if (isRequested && done === 'confirmation') {
    return (
      <ResultPanel icon={Mail} title="Check your inbox" actions={<MailDisabledInfo />} below={<AuthModeLink mode="confirm" />}>
        A new link is on its way. It expires in 24 hours.
      </ResultPanel>
    );
  }
  const errorMessage = isRequested && refused?.action === 'confirmation' ? refused.rejection.message : null;
  const ask = () => {
    setIsRequested(true);
    dispatch({ type: 'send_confirmation' });
  };
  return (
    <ResultPanel
      icon={LinkIcon}
      title="This link doesn’t work"
      actions={
        <>
          {isSignedIn ? (
            <Button variant="primary" size="large" disabled={busy !== null} aria-busy={busy !== null} onClick={ask}>
              Send new link
            </Button>
          ) : (
            <Link to="/auth?type=login" className={buttonClassName('primary', 'large')}>
              Log In
            </Link>
          )}
          {errorMessage && (
            <p role="alert" className="text-sm text-danger">
              {errorMessage}
            </p>
          )}
          <MailDisabledInfo />
        </>
      }
      below={isSignedIn && <AuthModeLink mode="confirm" />}
    >
      {reason}
      {!isSignedIn && ' Log in to request a new one in Settings.'}
    </ResultPanel>
  );
}
