import type { AccountAction, ErrorCode, Intent } from '@twentyfour/core';
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import * as common from '../../../messages/common';
import { useAccountAction } from '../../../shell/useAccountAction';
import { Button, type ButtonProps } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ErrorText } from '../../../ui/ErrorText';
import { Field } from '../../../ui/Field';
import { useFocusInvalidField } from '../../../ui/focus';
import { PasswordField } from '../../auth';
import { ActionButton } from './ActionButton';

/** A field of the dialog. */
interface DialogField<Name extends string> {
  name: Name;
  label: string;
  type: 'email' | 'password';
  autoComplete: string;
  hint?: string;
}

interface AccountDialogProps<Name extends string> {
  title: string;
  description: string;
  action: AccountAction;
  fields: readonly DialogField<Name>[];
  /**
   * Returns the field beside which an error is shown, by the fields' values. Other errors are shown above the buttons.
   */
  errorFieldOf: (code: ErrorCode, values: Record<NoInfer<Name>, string>) => NoInfer<Name> | undefined;
  /** Returns the intent for the fields' values. */
  intent: (values: Record<NoInfer<Name>, string>) => Intent;
  /** The label of the submit button. */
  submitLabel: string;
  variant?: ButtonProps['variant'];
  onClose: () => void;
  /** Called when the action has succeeded. */
  onDone: () => void;
  /** Called when the action was rejected, with the values of the fields. */
  onRejected?: (code: ErrorCode, values: Record<NoInfer<Name>, string>) => void;
  /** Returns the element to focus after closing; the previously focused one by default. */
  getCloseFocusTarget?: () => HTMLElement | null;
  /** Content below the fields, by their values. */
  children?: (values: Record<NoInfer<Name>, string>) => ReactNode;
}

/**
 * A dialog for an account action that needs the password. The input is not stored anywhere: it is dropped with the
 * dialog, which stays open until the action has succeeded.
 */
export function AccountDialog<Name extends string>({ title, description, onClose, getCloseFocusTarget, ...form }: AccountDialogProps<Name>) {
  return (
    <Dialog open onClose={onClose} title={title} description={description} {...(getCloseFocusTarget ? { getCloseFocusTarget } : {})}>
      <AccountForm onClose={onClose} {...form} />
    </Dialog>
  );
}

type AccountFormProps<Name extends string> = Omit<AccountDialogProps<Name>, 'title' | 'description' | 'getCloseFocusTarget'>;

function AccountForm<Name extends string>({
  action: name,
  fields,
  errorFieldOf,
  intent,
  submitLabel,
  variant = 'primary',
  onClose,
  onDone,
  onRejected,
  children,
}: AccountFormProps<Name>) {
  const email = useMirror((mirror) => mirror.user?.email ?? '');
  const action = useAccountAction(name);
  const [values, setValues] = useState(() => Object.fromEntries(fields.map((field) => [field.name, ''])) as Record<Name, string>);
  const { isDone, rejection } = action;
  const form = useFocusInvalidField(rejection);
  const errorField = rejection && fields.find((field) => field.name === errorFieldOf(rejection.code, values))?.name;

  useEffect(() => {
    if (rejection) onRejected?.(rejection.code, values);
  }, [rejection, values, onRejected]);

  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.run(intent(values));
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {/* The username, for password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {fields.map(({ name: fieldName, type, ...rest }) => {
        const field = {
          ...rest,
          name: fieldName,
          required: true,
          value: values[fieldName],
          error: errorField === fieldName ? rejection?.message : null,
          onChange: (event: ChangeEvent<HTMLInputElement>) => {
            setValues({ ...values, [fieldName]: event.target.value });
            action.clear();
          },
        };
        return type === 'password' ? <PasswordField key={fieldName} {...field} /> : <Field key={fieldName} type={type} {...field} />;
      })}
      {children?.(values)}
      {rejection && !errorField && <ErrorText>{rejection.message}</ErrorText>}
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {common.cancel()}
        </Button>
        <ActionButton type="submit" variant={variant} action={action} isBusy={action.isBusy}>
          {submitLabel}
        </ActionButton>
      </div>
    </form>
  );
}
