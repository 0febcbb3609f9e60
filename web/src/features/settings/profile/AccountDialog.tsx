import type { AccountAction, ErrorCode, Intent } from '@twentyfour/core';
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import { Button, type ButtonProps } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { useFocusOnRefused } from '../../../ui/focus';
import { PasswordField } from '../../auth/PasswordField';
import { useAccountAction } from '../../shell/useAccountAction';
import { ActionButton } from './ActionButton';
import { Refusal } from './Outcome';

/** One field of such a dialog. */
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
  /** Beside which field a refusal is shown, by what stands in them. Those of no field stand above the buttons. */
  placeOf: (code: ErrorCode, values: Record<NoInfer<Name>, string>) => NoInfer<Name> | undefined;
  /** What is asked for by what stands in the fields. */
  intent: (values: Record<NoInfer<Name>, string>) => Intent;
  /** What the button says. */
  verb: string;
  look?: ButtonProps['look'];
  onClose: () => void;
  /** It has been done. */
  onDone: () => void;
  /** It was refused, with what stood in the fields. */
  onRefused?: (code: ErrorCode, values: Record<NoInfer<Name>, string>) => void;
  /** What gets the focus as it closes; what had it before, unless told. */
  onCloseFocus?: () => HTMLElement | null;
  /** What stands below the fields, by what is in them. */
  children?: (values: Record<NoInfer<Name>, string>) => ReactNode;
}

/**
 * Asks for something of the account that needs the password. What is typed here is kept nowhere: it goes with the dialog,
 * which stays until it is done.
 */
export function AccountDialog<Name extends string>({ title, description, onClose, onCloseFocus, ...form }: AccountDialogProps<Name>) {
  return (
    <Dialog open onClose={onClose} title={title} description={description} {...(onCloseFocus ? { onCloseFocus } : {})}>
      <AccountForm onClose={onClose} {...form} />
    </Dialog>
  );
}

type AccountFormProps<Name extends string> = Omit<AccountDialogProps<Name>, 'title' | 'description' | 'onCloseFocus'>;

function AccountForm<Name extends string>({
  action: name,
  fields,
  placeOf,
  intent,
  verb,
  look = 'primary',
  onClose,
  onDone,
  onRefused,
  children,
}: AccountFormProps<Name>) {
  const email = useMirror((mirror) => mirror.user?.email ?? '');
  const action = useAccountAction(name);
  const [values, setValues] = useState(() => Object.fromEntries(fields.map((field) => [field.name, ''])) as Record<Name, string>);
  const { isDone, refusal } = action;
  const form = useFocusOnRefused(refusal);
  const place = refusal && fields.find((field) => field.name === placeOf(refusal.code, values))?.name;

  useEffect(() => {
    if (refusal) onRefused?.(refusal.code, values);
  }, [refusal, values, onRefused]);

  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.begin(intent(values));
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {/* Whose password it is, for what keeps passwords. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {fields.map(({ name: own, type, ...rest }) => {
        const field = {
          ...rest,
          name: own,
          required: true,
          value: values[own],
          error: place === own ? refusal?.message : null,
          onChange: (event: ChangeEvent<HTMLInputElement>) => {
            setValues({ ...values, [own]: event.target.value });
            action.forget();
          },
        };
        return type === 'password' ? <PasswordField key={own} {...field} /> : <Field key={own} type={type} {...field} />;
      })}
      {children?.(values)}
      {refusal && !place && <Refusal>{refusal.message}</Refusal>}
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <ActionButton type="submit" look={look} action={action} isBusy={action.isBusy}>
          {verb}
        </ActionButton>
      </div>
    </form>
  );
}
