import type { AdminChange, Rejection } from '@twentyfour/core';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/admin';
import * as common from '../../messages/common';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ErrorText } from '../../ui/ErrorText';
import { useFocusInvalidField } from '../../ui/focus';
import { PasswordField } from '../auth';

/** The id of the open section's heading, which takes the focus after a change. */
export const ADMIN_TITLE_ID = 'section-title';

/** A change that waits for the administrator's confirmation. */
export interface ChangeToConfirm {
  change: AdminChange;
  title: string;
  details: string;
  /** The label of the button. */
  submit: string;
  /** The text after success. */
  done: string;
  isDanger?: boolean;
}

interface AdminChanges {
  /** Asks for confirmation and the password. */
  confirm: (change: ChangeToConfirm) => void;
  /** The open dialog, and the result of the last change. */
  outlet: ReactNode;
}

/** Changes by the administrator, each with the password. */
export function useAdminChanges(): AdminChanges {
  const [pending, setPending] = useState<ChangeToConfirm | null>(null);
  const [done, setDone] = useState('');
  const isFinished = useRef(false);
  const close = useCallback(() => setPending(null), []);
  const finish = useCallback(() => {
    isFinished.current = true;
    setDone(pending?.done ?? '');
    setPending(null);
  }, [pending]);
  const confirm = (change: ChangeToConfirm) => {
    isFinished.current = false;
    setDone('');
    setPending(change);
  };
  const outlet = (
    <>
      {/* Always rendered, because screen readers do not announce a new live region. Negative margins place it in the heading's margin. */}
      <p role="status" className="-mt-4 -mb-1 min-h-5 text-sm text-secondary">
        {done}
      </p>
      {pending && (
        <Dialog
          open
          onClose={close}
          title={pending.title}
          description={pending.details}
          // The button of the menu may be removed with its row.
          getCloseFocusTarget={() => (isFinished.current ? document.getElementById(ADMIN_TITLE_ID) : null)}
        >
          <ConfirmForm pending={pending} onClose={close} onDone={finish} />
        </Dialog>
      )}
    </>
  );
  return { confirm, outlet };
}

interface ConfirmFormProps {
  pending: ChangeToConfirm;
  onClose: () => void;
  onDone: () => void;
}

function ConfirmForm({ pending, onClose, onDone }: ConfirmFormProps) {
  const email = useMirror((mirror) => mirror.user?.email ?? '');
  const hasPassword = useMirror((mirror) => mirror.account.account?.has_password ?? true);
  const { is_changing, is_done, rejection: refused } = useMirror((mirror) => mirror.admin);
  const [password, setPassword] = useState('');
  // The outcome of the last submit; null before it.
  const [attempt, setAttempt] = useState<{ rejection: Rejection | null } | null>(null);
  const rejection = attempt && (attempt.rejection ?? (is_changing ? null : refused));
  const isWrongPassword = rejection?.code === 'password_wrong';
  const form = useFocusInvalidField(rejection);

  useEffect(() => {
    if (attempt && !attempt.rejection && is_done) onDone();
  }, [attempt, is_done, onDone]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!is_changing) setAttempt({ rejection: dispatch({ type: 'change_admin', change: pending.change, password }) });
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {/* The username, for password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label={messages.password()}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={isWrongPassword ? rejection.message : null}
          onChange={(event) => {
            setPassword(event.target.value);
            setAttempt(null);
          }}
        />
      )}
      {rejection && !(isWrongPassword && hasPassword) && <ErrorText>{rejection.message}</ErrorText>}
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {common.cancel()}
        </Button>
        <Button
          type="submit"
          variant={pending.isDanger ? 'danger' : 'primary'}
          aria-disabled={is_changing}
          aria-busy={is_changing}
          className="aria-disabled:cursor-default aria-disabled:opacity-50"
        >
          {pending.submit}
        </Button>
      </div>
    </form>
  );
}
