import type { ErrorCode } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { mirror } from '../../core/client';
import { useIsGuest, useMirror } from '../../core/hooks';
import * as accountForms from '../../messages/account_forms';
import * as messages from '../../messages/auth';
import * as common from '../../messages/common';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { useFocusInvalidField } from '../../ui/focus';
import { ForgotPasswordLink } from './ForgotPasswordLink';
import { FormError, FormNotice, InfoBox } from './notices';
import { PASSWORD_ERROR_FIELDS } from './passwordErrors';
import { PasswordField } from './PasswordField';
import { PasswordStrength } from './PasswordStrength';
import { useSubmission } from './useSubmission';

type FieldName = 'first_name' | 'last_name' | 'email' | 'password';

/** The field beside which each error is shown. Other errors are shown above the button. */
const FIELD_OF: Partial<Record<ErrorCode, FieldName>> = {
  first_name_required: 'first_name',
  last_name_required: 'last_name',
  email_taken: 'email',
  email_invalid: 'email',
  ...PASSWORD_ERROR_FIELDS,
};

const EMPTY: Record<FieldName, string> = { first_name: '', last_name: '', email: '', password: '' };

/** Returns the empty form, with a guest's name filled in. */
const initialValues = () => ({ ...EMPTY, first_name: mirror.getState().session.guest ?? '' });

/** The login or signup form. The core validates the fields; the form only shows its errors at the right field. */
export function AuthForm({ mode }: { mode: 'login' | 'signup' }) {
  const { submitting, error, submit, clearError } = useSubmission();
  const notice = useMirror(({ session }) => session.notice);
  const sessionEnded = useMirror(({ session }) => session.sessionEnded);
  const isInvitedToBoard = useMirror(({ session }) => session.hasInvitation);
  const isGuest = useIsGuest();
  const [values, setValues] = useState(initialValues);
  const [query] = useSearchParams();
  const { key } = useLocation();
  const form = useFocusInvalidField(error);

  const isSignUp = mode === 'signup';
  const invitation = query.get('invitation') || null;
  const errorField = error && FIELD_OF[error.code];

  const send = (event: FormEvent) => {
    event.preventDefault();
    const { first_name, last_name, email, password } = values;
    submit(
      isSignUp
        ? { type: 'sign_up', first_name, last_name, email, password, invitation }
        : { type: 'log_in', email, password },
    );
  };

  const field = (name: FieldName) => ({
    name,
    required: true,
    value: values[name],
    error: errorField === name ? error?.message : null,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.target.value });
      if (errorField === name) clearError();
    },
  });

  return (
    <>
      {!isSignUp && <FormNotice>{notice}</FormNotice>}
      {!isSignUp && <FormNotice isSuccess={false}>{sessionEnded ? messages.sessionEnded() : null}</FormNotice>}
      {isInvitedToBoard && (
        <div className="mb-5">
          <InfoBox>{messages.invitedToBoard()}</InfoBox>
        </div>
      )}
      {isGuest && (
        <div className="mb-5">
          <InfoBox>{messages.guestDataMoves()}</InfoBox>
        </div>
      )}
      <form ref={form} noValidate onSubmit={send} className="flex flex-col gap-4">
        {isSignUp && (
          <div className="grid gap-4 sm:grid-cols-2">
            {/* Focuses the field only after a navigation within the app. */}
            <Field label={accountForms.firstName()} autoComplete="given-name" autoFocus={key !== 'default'} {...field('first_name')} />
            <Field label={accountForms.lastName()} autoComplete="family-name" {...field('last_name')} />
          </div>
        )}
        <Field
          label={accountForms.email()}
          type="email"
          autoComplete={isSignUp ? 'email' : 'username'}
          autoFocus={!isSignUp && key !== 'default'}
          {...field('email')}
        />
        <div className="flex flex-col gap-1.5">
          <PasswordField
            label={accountForms.password()}
            autoComplete={isSignUp ? 'new-password' : 'current-password'}
            hint={isSignUp ? accountForms.newPasswordHint() : undefined}
            aside={!isSignUp && <ForgotPasswordLink email={values.email} />}
            {...field('password')}
          />
          {isSignUp && <PasswordStrength password={values.password} userInputs={[values.first_name, values.last_name, values.email]} />}
        </div>
        {error && !errorField && <FormError error={error} />}
        <Button type="submit" variant="primary" size="large" disabled={submitting} aria-busy={submitting} className="mt-1">
          {isSignUp ? common.signUp() : common.logIn()}
        </Button>
      </form>
    </>
  );
}
