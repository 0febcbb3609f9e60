import type { AuditAction, AuditEntry } from '@twentyfour/core';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/admin';
import { formatTimestamp } from '../../platform/format/times';
import { AdminList, AdminRow, AdminState } from './AdminList';
import { useAdminContent } from './useAdminContent';

/** What each action did, as a sentence. */
const SENTENCES: Readonly<Record<AuditAction, (entry: { target: string; detail: string }) => string>> = {
  make_admin: messages.auditMakeAdmin,
  set_plan: ({ target, detail }) =>
    messages.auditSetPlan({ target, plan: detail === 'pro' ? messages.planPro() : messages.planBasic() }),
  end_logins: messages.auditEndLogins,
  delete_account: messages.auditDeleteAccount,
  keep_account: messages.auditKeepAccount,
  reset_password: messages.auditResetPassword,
  invite: messages.auditInvite,
  remove_from_waitlist: messages.auditRemoveFromWaitlist,
  retry_mail: messages.auditRetryMail,
  delete_mail: messages.auditDeleteMail,
  create_api_token: messages.auditCreateApiToken,
  revoke_api_token: messages.auditRevokeApiToken,
  add_webhook: messages.auditAddWebhook,
  change_webhook: messages.auditChangeWebhook,
  delete_webhook: messages.auditDeleteWebhook,
};

/** What administrators and the operator have done, and users to their API tokens and webhooks, the newest first. */
export function AuditSection() {
  const [page, setPage] = useState(0);
  const { status, content, reload } = useAdminContent('audit', page);
  if (!content) return <AdminState status={status} onReload={reload} />;
  return (
    <AdminList
      label={messages.sectionAudit()}
      isLoading={status === 'loading'}
      page={page}
      hasMore={content.has_more}
      onPage={setPage}
      empty={{ icon: ScrollText, title: messages.auditEmpty(), hint: messages.auditEmptyHint() }}
    >
      {content.entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </AdminList>
  );
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const format = useTimeFormat();
  const admin = entry.admin ?? messages.auditOperator();
  return (
    <AdminRow
      title={sentenceOf(entry)}
      details={messages.auditBy({ time: formatTimestamp(entry.at, format), admin: admin === '' ? messages.auditForgotten() : admin })}
    />
  );
}

/** Returns what an entry says. */
function sentenceOf({ action, target, detail }: AuditEntry): string {
  if (target === null) return action === 'invite' ? messages.auditCreateInvitation() : messages.auditEndAllLogins();
  return SENTENCES[action]({ target: target === '' ? messages.auditForgotten() : target, detail });
}
