import type { ErrorCode, Rejection } from '@twentyfour/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';

type FieldName = 'first_name' | 'last_name' | 'email' | 'password';

/** Beside which field a refusal is shown. Those of no field stand above the button. */
const FIELD_OF: Partial<Record<ErrorCode, FieldName>> = {
  first_name_required: 'first_name',
  last_name_required: 'last_name',
  email_taken: 'email',
  email_invalid: 'email',
  password_required: 'password',
  password_too_short: 'password',
  password_too_long: 'password',
};

const EMPTY: Record<FieldName, string> = { first_name: '', last_name: '', email: '', password: '' };

/** The form of one mode. What may stand in a field is the core's rule; the form shows its refusals where they belong. */
export function AuthForm({ mode }: { mode: 'login' | 'signup' }) {
  const submitting = useMirror((mirror) => mirror.session.submitting);
  const answered = useMirror((mirror) => mirror.session.error);
  const [values, setValues] = useState(EMPTY);
  const [refused, setRefused] = useState<Rejection | null>(null);
  // An answer that came before this form was shown, or before the person typed on, is not about what stands in it now.
  const [outdated, setOutdated] = useState(answered);
  const form = useRef<HTMLFormElement>(null);

  const error = refused ?? (answered === outdated ? null : answered);
  const place = error && FIELD_OF[error.code];

  useEffect(() => {
    const refusedField = error && FIELD_OF[error.code];
    if (refusedField) form.current?.querySelector<HTMLInputElement>(`[name="${refusedField}"]`)?.focus();
  }, [error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { first_name, last_name, email, password } = values;
    setOutdated(answered);
    setRefused(
      dispatch(
        mode === 'login'
          ? { type: 'log_in', email, password }
          : { type: 'sign_up', first_name, last_name, email, password },
      ),
    );
  };

  const field = (name: FieldName) => ({
    name,
    value: values[name],
    error: place === name ? error?.message : null,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.target.value });
      if (place === name) {
        setRefused(null);
        setOutdated(answered);
      }
    },
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {mode === 'signup' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" autoComplete="given-name" required {...field('first_name')} />
          <Field label="Last name" autoComplete="family-name" required {...field('last_name')} />
        </div>
      )}
      <Field label="Email" type="email" autoComplete="email" required {...field('email')} />
      <Field
        label="Password"
        type="password"
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        required
        hint={mode === 'signup' ? 'At least 8 characters.' : undefined}
        {...field('password')}
      />
      {error && !place && (
        <p role="alert" className="text-sm text-danger">
          {error.message}
        </p>
      )}
      <Button type="submit" look="primary" size="large" disabled={submitting} aria-busy={submitting} className="mt-1">
        {mode === 'login' ? 'Log In' : 'Sign Up'}
      </Button>
    </form>
  );
}
