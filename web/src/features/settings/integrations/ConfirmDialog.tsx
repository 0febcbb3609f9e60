import { type FormEvent, useState } from 'react';
import * as common from '../../../messages/common';
import { Button } from '../../../ui/Button';
import { Dialog, type DialogProps } from '../../../ui/Dialog';
import { ErrorText } from '../../../ui/ErrorText';
import { useFocusInvalidField } from '../../../ui/focus';
import { type ChangeError, isPasswordError } from './changeError';
import { CurrentPasswordField } from './CurrentPasswordField';

interface ConfirmFormProps {
  submit: string;
  isDanger?: boolean;
  /** Whether the change needs the password of the account. */
  needsPassword?: boolean;
  onClose: () => void;
  /** Sends the change. Returns why it was refused; null if it was accepted. */
  onConfirm: (password: string) => Promise<ChangeError | null>;
}

interface ConfirmDialogProps extends ConfirmFormProps, Pick<DialogProps, 'title' | 'getCloseFocusTarget'> {
  details: string;
}

/** Asks for confirmation of a change, and shows why it was refused. */
export function ConfirmDialog({ title, details, getCloseFocusTarget, ...form }: ConfirmDialogProps) {
  return (
    <Dialog open title={title} description={details} onClose={form.onClose} {...(getCloseFocusTarget ? { getCloseFocusTarget } : {})}>
      <ConfirmForm {...form} />
    </Dialog>
  );
}

function ConfirmForm({ submit, isDanger = false, needsPassword = false, onClose, onConfirm }: ConfirmFormProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<ChangeError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useFocusInvalidField(error);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setError(await onConfirm(password));
    setIsBusy(false);
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void confirm(event)} className="flex flex-col gap-4">
      {needsPassword && (
        <CurrentPasswordField
          value={password}
          error={error}
          onValueChange={(value) => {
            setPassword(value);
            setError(null);
          }}
        />
      )}
      {error !== null && !(needsPassword && isPasswordError(error)) && <ErrorText>{error.message}</ErrorText>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {common.cancel()}
        </Button>
        {/* Not disabled while it is busy, because it would lose the focus, which a dialog that follows returns. */}
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} aria-busy={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
