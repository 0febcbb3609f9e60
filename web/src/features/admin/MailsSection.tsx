import type { AdminMail } from '@twentyfour/core';
import { MailCheck, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/admin';
import { formatTimestamp } from '../../platform/format/times';
import { MenuItem } from '../../ui/Menu';
import { AdminList, AdminRow, AdminState } from './AdminList';
import { type ChangeToConfirm, useAdminChanges } from './AdminDialog';
import { useAdminContent } from './useAdminContent';

/** The names of the kinds of mails. A newer server may have others. */
const KIND_NAMES: Readonly<Record<string, () => string>> = {
  confirm_email: messages.mailConfirmEmail,
  reset_password: messages.mailResetPassword,
  email_changed: messages.mailEmailChanged,
  password_changed: messages.mailPasswordChanged,
  account_deletion: messages.mailAccountDeletion,
  google_linked: messages.mailGoogleLinked,
  api_token_created: messages.mailApiTokenCreated,
  webhook_changed: messages.mailWebhookChanged,
  webhook_disabled: messages.mailWebhookDisabled,
  waitlist_joined: messages.mailWaitlistJoined,
  invitation: messages.mailInvitation,
  contact: messages.mailContact,
};

/** The mails that wait to be sent, with a menu to send or delete each. */
export function MailsSection() {
  const [page, setPage] = useState(0);
  const { status, content, reload } = useAdminContent('mails', page);
  const { confirm, outlet } = useAdminChanges();
  return (
    <>
      {outlet}
      {content ? (
        <AdminList
          label={messages.sectionMails()}
          isLoading={status === 'loading'}
          page={page}
          hasMore={content.has_more}
          onPage={setPage}
          empty={{ icon: MailCheck, title: messages.mailsEmpty(), hint: messages.mailsEmptyHint() }}
        >
          {content.mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} onConfirm={confirm} />
          ))}
        </AdminList>
      ) : (
        <AdminState status={status} onReload={reload} />
      )}
    </>
  );
}

interface MailRowProps {
  mail: AdminMail;
  onConfirm: (change: ChangeToConfirm) => void;
}

function MailRow({ mail: { id, kind, recipient: email, next_try_at, tries }, onConfirm }: MailRowProps) {
  const format = useTimeFormat();
  const details = [messages.mailWaiting({ time: formatTimestamp(next_try_at, format, 'sentence') }), messages.mailTries({ count: tries })];
  const retry = () =>
    onConfirm({
      change: { type: 'mail', id, change: 'retry' },
      title: messages.mailRetryTitle({ email }),
      details: messages.mailRetryDetails(),
      submit: messages.mailRetry(),
      done: messages.mailRetryDone(),
    });
  const remove = () =>
    onConfirm({
      change: { type: 'mail', id, change: 'delete' },
      title: messages.mailDeleteTitle({ email }),
      details: messages.mailDeleteDetails(),
      submit: messages.mailDelete(),
      done: messages.mailDeleteDone(),
      isDanger: true,
    });
  return (
    <AdminRow
      title={email}
      badges={[{ text: (KIND_NAMES[kind] ?? messages.mailOther)() }]}
      details={details.join(' · ')}
      menu={
        <>
          <MenuItem icon={Send} onSelect={retry}>
            {messages.mailRetry()}
          </MenuItem>
          <MenuItem icon={Trash2} isDanger onSelect={remove}>
            {messages.mailDelete()}
          </MenuItem>
        </>
      }
    />
  );
}
