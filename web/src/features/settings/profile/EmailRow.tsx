import type { Account, ErrorCode, User } from '@twentyfour/core';
import { BadgeCheck, CircleAlert, Hourglass, type LucideIcon } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Icon } from '../../../ui/Icon';
import { NoMailNote } from '../../auth/notes';
import { useAccountAction } from '../../shell/useAccountAction';
import { AccountDialog } from './AccountDialog';
import { Outcome } from './Outcome';
import { PASSWORD, PASSWORD_PLACES } from './password';
import { ProfileRow } from './ProfileRow';

const PLACES: Partial<Record<ErrorCode, 'email' | 'password'>> = {
  email_taken: 'email',
  email_invalid: 'email',
  ...PASSWORD_PLACES,
};

interface EmailRowProps {
  user: User;
  account: Account;
}

/** The email, whether it is confirmed, and which one is to take its place. */
export function EmailRow({ user, account }: EmailRowProps) {
  const sending = useAccountAction('confirmation');
  const sendsMail = useMirror((mirror) => mirror.session.features?.mail ?? true);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const { pending_email, has_password } = account;
  const awaitsLink = !user.is_verified || pending_email !== null;

  const sendAgain = (
    <button
      type="button"
      aria-disabled={sending.isBlocked}
      aria-busy={sending.isBusy}
      onClick={() => sending.begin({ type: 'send_confirmation' })}
      className="inline-flex min-h-9 items-center rounded-sm font-medium text-accent-text underline-offset-4 hover:underline aria-disabled:opacity-50 coarse:min-h-11"
    >
      Resend link
    </button>
  );

  return (
    <ProfileRow label="Email" action={<Button onClick={() => setIsOpen(true)}>Change email</Button>}>
      <p className="truncate text-base text-primary" title={user.email}>
        {user.email}
      </p>
      {user.is_verified ? (
        <Standing icon={BadgeCheck} className="text-accent-text">
          Confirmed
        </Standing>
      ) : (
        <Standing icon={CircleAlert} className="text-warning">
          Not confirmed yet {pending_email === null && sendAgain}
        </Standing>
      )}
      {pending_email !== null && (
        <Standing icon={Hourglass} className="text-warning">
          <span>
            Waiting for confirmation of <span className="font-medium text-primary">{pending_email}</span>
          </span>
          {sendAgain}
        </Standing>
      )}
      {/* Where the email is confirmed by now no link was sent, or it has done what it was for. */}
      <Outcome
        action={{ isDone: sending.isDone && awaitsLink, refusal: sending.refusal }}
        done={sendsMail ? 'Link sent. It expires in 24 hours.' : 'The link is in the server log.'}
      />
      {awaitsLink && <NoMailNote />}
      {isOpen && (
        <AccountDialog
          title="Change email"
          description={
            sendsMail
              ? 'We’ll send a link to the new address. Open it to confirm the change.'
              : 'Open the link to confirm the new email.'
          }
          action="email"
          fields={[{ name: 'email', label: 'New email', type: 'email', autoComplete: 'email' }, ...(has_password ? [PASSWORD] : [])]}
          placeOf={(code) => PLACES[code]}
          intent={({ email, password = '' }) => ({ type: 'change_email', email, password })}
          verb="Send link"
          onClose={close}
          onDone={close}
        >
          {() => <NoMailNote />}
        </AccountDialog>
      )}
    </ProfileRow>
  );
}

/** How the email stands. */
function Standing({ icon, className, children }: { icon: LucideIcon; className: string; children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5">
      <Icon of={icon} size={16} className={classes('mt-0.5 shrink-0', className)} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">{children}</span>
    </p>
  );
}
