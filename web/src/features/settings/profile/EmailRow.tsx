import type { Account, ErrorCode, User } from '@twentyfour/core';
import { BadgeCheck, CircleAlert, Hourglass, type LucideIcon } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import { useAccountAction } from '../../../shell/useAccountAction';
import { Button } from '../../../ui/Button';
import { cx } from '../../../ui/cx';
import { Icon } from '../../../ui/Icon';
import { InfoRow } from '../../../ui/InfoRow';
import { MailDisabledInfo } from '../../auth';
import { AccountDialog } from './AccountDialog';
import { ActionResult } from './ActionResult';
import { PASSWORD_FIELD, CURRENT_PASSWORD_ERROR_FIELDS } from './passwordField';

const ERROR_FIELDS: Partial<Record<ErrorCode, 'email' | 'password'>> = {
  email_taken: 'email',
  email_invalid: 'email',
  ...CURRENT_PASSWORD_ERROR_FIELDS,
};

interface EmailRowProps {
  user: User;
  account: Account;
}

/** The email address, its confirmation status, and a pending new address. */
export function EmailRow({ user, account }: EmailRowProps) {
  const confirmationAction = useAccountAction('confirmation');
  const sendsMail = useMirror((mirror) => mirror.session.features?.mail ?? true);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const { pending_email, has_password } = account;
  const awaitsLink = !user.is_verified || pending_email !== null;

  const sendAgain = (
    <button
      type="button"
      aria-disabled={confirmationAction.isBlocked}
      aria-busy={confirmationAction.isBusy}
      onClick={() => confirmationAction.run({ type: 'send_confirmation' })}
      className="inline-flex min-h-9 items-center rounded-sm font-medium text-accent-text underline-offset-4 hover:underline aria-disabled:opacity-50 coarse:min-h-11"
    >
      Resend link
    </button>
  );

  return (
    <InfoRow label="Email" action={<Button onClick={() => setIsOpen(true)}>Change email</Button>}>
      <p className="truncate text-base text-primary" title={user.email}>
        {user.email}
      </p>
      {user.is_verified ? (
        <EmailStatus icon={BadgeCheck} className="text-accent-text">
          Confirmed
        </EmailStatus>
      ) : (
        <EmailStatus icon={CircleAlert} className="text-warning">
          Not confirmed yet {pending_email === null && sendAgain}
        </EmailStatus>
      )}
      {pending_email !== null && (
        <EmailStatus icon={Hourglass} className="text-warning">
          <span>
            Waiting for confirmation of <span className="font-medium text-primary">{pending_email}</span>
          </span>
          {sendAgain}
        </EmailStatus>
      )}
      {/* If the email is confirmed by now, no link was sent or it has been used already. */}
      <ActionResult
        action={{ isDone: confirmationAction.isDone && awaitsLink, rejection: confirmationAction.rejection }}
        done={sendsMail ? 'Link sent. It expires in 24 hours.' : 'The link is in the server log.'}
      />
      {awaitsLink && <MailDisabledInfo />}
      {isOpen && (
        <AccountDialog
          title="Change email"
          description={
            sendsMail
              ? 'We’ll send a link to the new address. Open it to confirm the change.'
              : 'Open the link to confirm the new email.'
          }
          action="email"
          fields={[{ name: 'email', label: 'New email', type: 'email', autoComplete: 'email' }, ...(has_password ? [PASSWORD_FIELD] : [])]}
          errorFieldOf={(code) => ERROR_FIELDS[code]}
          intent={({ email, password = '' }) => ({ type: 'change_email', email, password })}
          submitLabel="Send link"
          onClose={close}
          onDone={close}
        >
          {() => <MailDisabledInfo />}
        </AccountDialog>
      )}
    </InfoRow>
  );
}

/** A line about the status of the email. */
function EmailStatus({ icon, className, children }: { icon: LucideIcon; className: string; children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5">
      <Icon icon={icon} size={16} className={cx('mt-0.5 shrink-0', className)} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">{children}</span>
    </p>
  );
}
