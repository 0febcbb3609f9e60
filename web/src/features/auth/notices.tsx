/** Notices outside of the form fields. */
import type { Rejection } from '@twentyfour/core';
import { CircleCheck, Info, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useMirror } from '../../core/hooks';
import * as accountForms from '../../messages/account_forms';
import { announce } from '../../ui/Announcer';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';

/** Returns a link to the waitlist for use within a sentence. */
export const waitlistLink = (text: string) => (
  <a href="/waitlist" className="rounded-sm font-medium text-accent-text underline underline-offset-4">
    {text}
  </a>
);

const codeText = (text: string) => <code>{text}</code>;

function MessageBox({ icon, isSuccess = false, children }: { icon: LucideIcon; isSuccess?: boolean; children: ReactNode }) {
  return (
    <div className="flex gap-2.5 rounded-md bg-sunken p-3 text-sm ring-1 ring-line ring-inset">
      <Icon icon={icon} className={cx('shrink-0', isSuccess ? 'text-accent-text' : 'text-glass-secondary')} />
      <p className="min-w-0 text-glass-secondary">{children}</p>
    </div>
  );
}

/** A notice above a form, announced by screen readers: the result of the last step, or why the form is shown. */
export function FormNotice({ isSuccess = true, children }: { isSuccess?: boolean; children: string | null }) {
  // Announced explicitly, because screen readers only announce changes in a live region that already existed.
  useEffect(() => {
    if (children) announce(children);
  }, [children]);
  if (!children) return null;
  return (
    <div role="note" className="mb-5">
      <MessageBox icon={isSuccess ? CircleCheck : Info} isSuccess={isSuccess}>
        {children}
      </MessageBox>
    </div>
  );
}

/** An informational note. */
export function InfoBox({ children }: { children: ReactNode }) {
  return <MessageBox icon={Info}>{children}</MessageBox>;
}

/** Explains where to find the email on a server that does not send any; renders nothing on others. */
export function MailDisabledInfo() {
  const sends = useMirror((mirror) => mirror.session.features?.mail ?? true);
  if (sends) return null;
  return <InfoBox>{accountForms.mailDisabled({ code: codeText })}</InfoBox>;
}

/** The error of a form that is not about one of its fields. */
export function FormError({ error }: { error: Rejection }) {
  const isAboutInvitation = error.code === 'invitation_required' || error.code === 'invitation_invalid';
  return (
    <p role="alert" className="text-sm text-danger">
      {error.message}
      {isAboutInvitation && <> {waitlistLink(accountForms.joinWaitlist())}</>}
    </p>
  );
}
