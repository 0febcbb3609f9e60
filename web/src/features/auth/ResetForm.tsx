import { Check, LinkIcon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as accountForms from '../../messages/account_forms';
import * as messages from '../../messages/auth';
import { Button, buttonClassName } from '../../ui/Button';
import { useFocusInvalidField } from '../../ui/focus';
import { FormError, MailDisabledInfo } from './notices';
import { PASSWORD_ERROR_FIELDS } from './passwordErrors';
import { PasswordField } from './PasswordField';
import { PasswordStrength } from './PasswordStrength';
import { ResultPanel } from './ResultPanel';
import { useSubmission } from './useSubmission';

/** Sets a new password with the token of an emailed link; null if the URL has none. */
export function ResetForm({ token }: { token: string | null }) {
  const { submitting, error, notice, submit, clearError } = useSubmission();
  const isSignedIn = useMirror((mirror) => mirror.session.isAuthenticated);
  const user = useMirror((mirror) => mirror.user);
  const [password, setPassword] = useState('');
  const form = useFocusInvalidField(error);
  const isAboutPassword = error !== null && error.code in PASSWORD_ERROR_FIELDS;

  if (token === null || error?.code === 'link_invalid') {
    return (
      <ResultPanel
        icon={LinkIcon}
        title={messages.linkInvalid()}
        actions={
          <>
            <Link to="/auth?type=forgot" className={buttonClassName('primary', 'large')}>
              {messages.linkSendNew()}
            </Link>
            <MailDisabledInfo />
          </>
        }
      >
        {error?.message ?? messages.linkIncomplete()}
      </ResultPanel>
    );
  }

  // Users who are not logged in are sent to the login page, which shows the same notice. A logged-in user may not be
  // the owner of the link.
  if (notice !== null && isSignedIn) {
    return (
      <ResultPanel icon={Check} isSuccess title={messages.resetDone()}>
        {notice}
      </ResultPanel>
    );
  }

  const send = (event: FormEvent) => {
    event.preventDefault();
    submit({ type: 'reset_password', token, password });
  };

  return (
    <>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">{accountForms.newPassword()}</h1>
      <p className="-mt-3 mb-5 text-glass-secondary">{messages.resetWarning()}</p>
      <form ref={form} noValidate onSubmit={send} className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <PasswordField
            label={accountForms.newPassword()}
            name="password"
            autoComplete="new-password"
            autoFocus
            required
            hint={accountForms.newPasswordHint()}
            value={password}
            error={isAboutPassword ? error.message : null}
            onChange={(event) => {
              setPassword(event.target.value);
              if (isAboutPassword) clearError();
            }}
          />
          <PasswordStrength password={password} userInputs={user ? [user.first_name, user.last_name, user.email] : []} />
        </div>
        {error && !isAboutPassword && <FormError error={error} />}
        <Button type="submit" variant="primary" size="large" disabled={submitting} aria-busy={submitting} className="mt-1">
          {accountForms.changePassword()}
        </Button>
      </form>
    </>
  );
}
