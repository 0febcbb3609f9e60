import { Check, LinkIcon, Mail, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button, buttonClasses } from '../../ui/Button';
import { NoMailNote } from './notes';
import { OtherWay } from './OtherWay';
import { Outcome } from './Outcome';
import { useSubmission } from './useSubmission';

/**
 * Confirms an email by the token of a mailed link; null where the address has none. It asks first: somebody else may have begun an
 * account with the address, and what follows links in mails to look for dangers would confirm it.
 */
export function ConfirmPage({ token }: { token: string | null }) {
  const { submitting, error, notice, submit } = useSubmission();
  const isSignedIn = useMirror((mirror) => mirror.session.isAuthenticated);

  if (token === null || error?.code === 'link_invalid') {
    return <NewLink reason={error?.message ?? 'The link is incomplete. Open it from the email again, or request a new one.'} />;
  }
  const confirm = (words: string) => (
    <Button
      look="primary"
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
      <Outcome
        icon={TriangleAlert}
        title="Email not confirmed"
        actions={confirm('Try again')}
        below={<OtherWay mode="confirm" />}
      >
        {error.message}
      </Outcome>
    );
  }
  if (notice === null) {
    return (
      <Outcome
        icon={Mail}
        title="Confirm your email"
        actions={confirm('Confirm email')}
        below={<OtherWay mode="confirm" />}
      >
        Confirm this email for your account at {window.location.host}. Didn’t sign up? Close this page.
      </Outcome>
    );
  }
  return (
    <Outcome
      icon={Check}
      isGood
      title="Email confirmed"
      actions={
        <Link to={isSignedIn ? '/app' : '/auth?type=login'} className={buttonClasses('primary', 'large')}>
          {isSignedIn ? 'Open Twentyfour' : 'Log In'}
        </Link>
      }
    >
      You can close this page.
    </Outcome>
  );
}

/** What there is to do about a link that does not work. A new one is sent to whoever is signed in, so others log in first. */
function NewLink({ reason }: { reason: string }) {
  const isSignedIn = useMirror((mirror) => mirror.session.isAuthenticated);
  const { busy, done, refused } = useMirror((mirror) => mirror.account);
  const [isAsked, setIsAsked] = useState(false);

  if (isAsked && done === 'confirmation') {
    return (
      <Outcome icon={Mail} title="Check your inbox" actions={<NoMailNote />} below={<OtherWay mode="confirm" />}>
        A new link is on its way. It works once, for 24 hours.
      </Outcome>
    );
  }
  const refusal = isAsked && refused?.action === 'confirmation' ? refused.rejection.message : null;
  const ask = () => {
    setIsAsked(true);
    dispatch({ type: 'send_confirmation' });
  };
  return (
    <Outcome
      icon={LinkIcon}
      title="This link doesn’t work"
      actions={
        <>
          {isSignedIn ? (
            <Button look="primary" size="large" disabled={busy !== null} aria-busy={busy !== null} onClick={ask}>
              Send new link
            </Button>
          ) : (
            <Link to="/auth?type=login" className={buttonClasses('primary', 'large')}>
              Log In
            </Link>
          )}
          {refusal && (
            <p role="alert" className="text-sm text-danger">
              {refusal}
            </p>
          )}
          <NoMailNote />
        </>
      }
      below={isSignedIn && <OtherWay mode="confirm" />}
    >
      {reason}
      {!isSignedIn && ' Log in to request a new one in Settings.'}
    </Outcome>
  );
}
