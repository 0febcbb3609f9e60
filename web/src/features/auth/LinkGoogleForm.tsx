import { type FormEvent, useState } from 'react';
import * as accountForms from '../../messages/account_forms';
import * as messages from '../../messages/auth';
import { Button } from '../../ui/Button';
import { useFocusInvalidField } from '../../ui/focus';
import { ForgotPasswordLink } from './ForgotPasswordLink';
import { FormError } from './notices';
import { PasswordField } from './PasswordField';
import { useSubmission } from './useSubmission';

/** Asks for the password of the account to which a Google account is about to be linked. */
export function LinkGoogleForm() {
  const { submitting, error, submit, clearError } = useSubmission();
  const [password, setPassword] = useState('');
  const form = useFocusInvalidField(error);
  const isAboutPassword = error?.code === 'password_required' || error?.code === 'password_wrong';

  const send = (event: FormEvent) => {
    event.preventDefault();
    submit({ type: 'link_google', password });
  };

  return (
    <>
      <p className="-mt-3 mb-5 text-glass-secondary">{messages.linkGoogleDetails()}</p>
      <form ref={form} noValidate onSubmit={send} className="flex flex-col gap-4">
        <PasswordField
          label={accountForms.password()}
          name="password"
          autoComplete="current-password"
          autoFocus
          required
          aside={<ForgotPasswordLink />}
          value={password}
          error={isAboutPassword ? error.message : null}
          onChange={(event) => {
            setPassword(event.target.value);
            if (isAboutPassword) clearError();
          }}
        />
        {error && !isAboutPassword && <FormError error={error} />}
        <Button type="submit" variant="primary" size="large" disabled={submitting} aria-busy={submitting} className="mt-1">
          {messages.linkGoogleButton()}
        </Button>
      </form>
    </>
  );
}
