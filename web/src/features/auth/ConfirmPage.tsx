import { Check, LinkIcon, Mail, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/auth';
import * as common from '../../messages/common';
import { Button, buttonClassName } from '../../ui/Button';
import { AuthModeLink } from './AuthModeLink';
import { MailDisabledInfo } from './notices';
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
    return <InvalidLink reason={error?.message ?? messages.linkIncomplete()} />;
  }
  const confirm = (label: string) => (
    <Button
      variant="primary"
      size="large"
      disabled={submitting}
      aria-busy={submitting}
      onClick={() => submit({ type: 'confirm_email', token })}
    >
      {label}
    </Button>
  );
  if (error) {
    return (
      <ResultPanel
        icon={TriangleAlert}
        title={messages.confirmFailed()}
        actions={confirm(common.tryAgain())}
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
        title={messages.confirmHeading()}
        actions={confirm(messages.confirmButton())}
        below={<AuthModeLink mode="confirm" />}
      >
        {messages.confirmDetails({ host: window.location.host })}
      </ResultPanel>
    );
  }
  return (
    <ResultPanel
      icon={Check}
      isSuccess
      title={messages.confirmDone()}
      actions={
        <Link to={isSignedIn ? '/app' : '/auth?type=login'} className={buttonClassName('primary', 'large')}>
          {isSignedIn ? messages.confirmDoneOpenApp() : common.logIn()}
        </Link>
      }
    >
      {messages.confirmDoneDetails()}
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
      <ResultPanel icon={Mail} title={messages.linkSent()} actions={<MailDisabledInfo />} below={<AuthModeLink mode="confirm" />}>
        {messages.linkSentDetails()}
      </ResultPanel>
    );
  }
  const errorMessage = isRequested && refused?.action === 'confirmation' ? refused.rejection.message : null;
  const sendNewLink = () => {
    setIsRequested(true);
    dispatch({ type: 'send_confirmation' });
  };
  return (
    <ResultPanel
      icon={LinkIcon}
      title={messages.linkInvalid()}
      actions={
        <>
          {isSignedIn ? (
            <Button variant="primary" size="large" disabled={busy !== null} aria-busy={busy !== null} onClick={sendNewLink}>
              {messages.linkSendNew()}
            </Button>
          ) : (
            <Link to="/auth?type=login" className={buttonClassName('primary', 'large')}>
              {common.logIn()}
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
      {isSignedIn ? reason : messages.linkInvalidLogIn({ reason })}
    </ResultPanel>
  );
}
