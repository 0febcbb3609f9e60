import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import * as accountForms from '../../messages/account_forms';
import * as messages from '../../messages/auth';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { useFocusInvalidField } from '../../ui/focus';
import { FormError, MailDisabledInfo, FormNotice } from './notices';
import { useSubmission } from './useSubmission';

/** Returns the email typed into the form from which the user came. */
function emailIn(state: unknown): string {
  return typeof state === 'object' && state && 'email' in state && typeof state.email === 'string' ? state.email : '';
}

/**
 * Requests an email with a link to choose a new password. The response is the same whether or not the account exists.
 */
export function ForgotForm() {
  const { state, key } = useLocation();
  const { submitting, error, notice, submit, clearError } = useSubmission();
  const [email, setEmail] = useState(() => emailIn(state));
  const form = useFocusInvalidField(error);
  const isAboutEmail = error?.code === 'email_invalid';

  const send = (event: FormEvent) => {
    event.preventDefault();
    submit({ type: 'forgot_password', email });
  };

  return (
    <>
      {notice === null && (
        <p className="-mt-3 mb-5 text-glass-secondary">{messages.forgotInstructions()}</p>
      )}
      <FormNotice>{notice}</FormNotice>
      <form ref={form} noValidate onSubmit={send} className="flex flex-col gap-4">
        <Field
          label={accountForms.email()}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus={key !== 'default'}
          required
          value={email}
          error={isAboutEmail ? error.message : null}
          onChange={(event) => {
            setEmail(event.target.value);
            if (isAboutEmail) clearError();
          }}
        />
        {error && !isAboutEmail && <FormError error={error} />}
        <Button
          type="submit"
          variant={notice === null ? 'primary' : 'secondary'}
          size="large"
          disabled={submitting}
          aria-busy={submitting}
          className="mt-1"
        >
          {notice === null ? accountForms.sendLink() : messages.forgotSendAgain()}
        </Button>
        {/* Not before, because the form would move when the server's features have loaded. */}
        {notice !== null && <MailDisabledInfo />}
      </form>
    </>
  );
}
