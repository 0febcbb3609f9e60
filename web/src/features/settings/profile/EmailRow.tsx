import type { Account, ErrorCode, User } from '@twentyfour/core';
import { BadgeCheck, CircleAlert, Hourglass, type LucideIcon } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import * as accountForms from '../../../messages/account_forms';
import * as messages from '../../../messages/settings_profile';
import { useAccountAction } from '../../../shell/useAccountAction';
import { Button } from '../../../ui/Button';
import { cx } from '../../../ui/cx';
import { Icon } from '../../../ui/Icon';
import { InfoRow } from '../../../ui/InfoRow';
import { MailDisabledInfo } from '../../auth';
import { AccountDialog } from './AccountDialog';
import { ActionResult } from './ActionResult';
import { CURRENT_PASSWORD_ERROR_FIELDS, currentPasswordField } from './passwordField';

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
      {messages.emailResendLink()}
    </button>
  );

  return (
    <InfoRow label={accountForms.email()} action={<Button onClick={() => setIsOpen(true)}>{messages.emailChange()}</Button>}>
      <p className="truncate text-base text-primary" title={user.email}>
        {user.email}
      </p>
      {user.is_verified ? (
        <EmailStatus icon={BadgeCheck} className="text-accent-text">
          {messages.emailConfirmed()}
        </EmailStatus>
      ) : (
        <EmailStatus icon={CircleAlert} className="text-warning">
          {messages.emailUnconfirmed()} {pending_email === null && sendAgain}
        </EmailStatus>
      )}
      {pending_email !== null && (
        <EmailStatus icon={Hourglass} className="text-warning">
          <span>{messages.emailPending({ address: pending_email, email: emphasized })}</span>
          {sendAgain}
        </EmailStatus>
      )}
      {/* If the email is confirmed by now, no link was sent or it has been used already. */}
      <ActionResult
        action={{ isDone: confirmationAction.isDone && awaitsLink, rejection: confirmationAction.rejection }}
        done={sendsMail ? messages.emailLinkSent() : messages.emailLinkLogged()}
      />
      {awaitsLink && <MailDisabledInfo />}
      {isOpen && (
        <AccountDialog
          title={messages.emailChange()}
          description={sendsMail ? messages.emailChangeDetails() : messages.emailChangeDetailsWithoutMail()}
          action="email"
          fields={[
            { name: 'email', label: messages.emailNew(), type: 'email', autoComplete: 'email' },
            ...(has_password ? [currentPasswordField()] : []),
          ]}
          errorFieldOf={(code) => ERROR_FIELDS[code]}
          intent={({ email, password = '' }) => ({ type: 'change_email', email, password })}
          submitLabel={accountForms.sendLink()}
          onClose={close}
          onDone={close}
        >
          {() => <MailDisabledInfo />}
        </AccountDialog>
      )}
    </InfoRow>
  );
}

const emphasized = (address: string) => <span className="font-medium text-primary">{address}</span>;

/** A line about the status of the email. */
function EmailStatus({ icon, className, children }: { icon: LucideIcon; className: string; children: ReactNode }) {
  return (
    <p className="flex items-center gap-1.5">
      <Icon icon={icon} size={16} className={cx('shrink-0', className)} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">{children}</span>
    </p>
  );
}
