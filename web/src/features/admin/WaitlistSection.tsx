import type { AdminWaitlistEntry } from '@twentyfour/core';
import { Mail, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useMirror, useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/admin';
import * as common from '../../messages/common';
import { copyText } from '../../platform/clipboard';
import { formatTimestamp } from '../../platform/format/times';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { MenuItem } from '../../ui/Menu';
import { AdminList, AdminRow, AdminState } from './AdminList';
import { type ChangeToConfirm, useAdminChanges } from './AdminDialog';
import { useAdminContent } from './useAdminContent';

/** The waitlist, with a menu to invite or remove each entry. */
export function WaitlistSection() {
  const [page, setPage] = useState(0);
  const { status, content, reload } = useAdminContent('waitlist', page);
  const { confirm, outlet } = useAdminChanges();
  const invitationUrl = useMirror((mirror) => mirror.admin.invitation_url);
  // The address that was invited last in this section.
  const [invited, setInvited] = useState<string | null>(null);
  return (
    <>
      {outlet}
      {invitationUrl !== null && invited !== null && <InvitationLink key={invitationUrl} email={invited} url={invitationUrl} />}
      {content ? (
        <AdminList
          label={messages.sectionWaitlist()}
          isLoading={status === 'loading'}
          page={page}
          hasMore={content.has_more}
          onPage={setPage}
          empty={{ icon: UserPlus, title: messages.waitlistEmpty(), hint: messages.waitlistEmptyHint() }}
        >
          {content.entries.map((entry) => (
            <EntryRow key={entry.email} entry={entry} onConfirm={confirm} onInvite={setInvited} />
          ))}
        </AdminList>
      ) : (
        <AdminState status={status} onReload={reload} />
      )}
    </>
  );
}

/** The link of a new invitation, with a button to copy it. */
function InvitationLink({ email, url }: { email: string; url: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => setCopied(await copyText(url));
  return (
    <div className="mb-4 flex flex-wrap items-end gap-2">
      <Field
        label={messages.invitationLink({ email })}
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
        error={copied === false ? messages.copyFailed() : null}
        className="min-w-60 flex-1"
      />
      <Button className="h-10 coarse:h-11" onClick={() => void copy()}>
        {copied ? common.copied() : common.copy()}
      </Button>
    </div>
  );
}

interface EntryRowProps {
  entry: AdminWaitlistEntry;
  onConfirm: (change: ChangeToConfirm) => void;
  onInvite: (email: string) => void;
}

function EntryRow({ entry: { email, name, joined_at, invited_at }, onConfirm, onInvite }: EntryRowProps) {
  const format = useTimeFormat();
  const sendsMail = useMirror((mirror) => mirror.session.features?.mail ?? true);
  const details = [
    messages.waitlistJoined({ time: formatTimestamp(joined_at, format, 'sentence') }),
    ...(invited_at === null ? [] : [messages.waitlistInvited({ time: formatTimestamp(invited_at, format, 'sentence') })]),
  ];
  const invite = () => {
    onInvite(email);
    onConfirm({
      change: { type: 'waitlist', email, change: 'invite' },
      title: messages.inviteTitle({ email }),
      details: sendsMail ? messages.inviteMailDetails() : messages.inviteLinkDetails(),
      submit: messages.invite(),
      done: messages.inviteDone(),
    });
  };
  const remove = () =>
    onConfirm({
      change: { type: 'waitlist', email, change: 'remove' },
      title: messages.waitlistRemoveTitle({ email }),
      details: messages.waitlistRemoveDetails(),
      submit: messages.waitlistRemove(),
      done: messages.waitlistRemoveDone(),
      isDanger: true,
    });
  return (
    <AdminRow
      title={email}
      subtitle={name}
      details={details.join(' · ')}
      menu={
        <>
          <MenuItem icon={Mail} onSelect={invite}>
            {messages.invite()}
          </MenuItem>
          <MenuItem icon={Trash2} isDanger onSelect={remove}>
            {messages.waitlistRemove()}
          </MenuItem>
        </>
      }
    />
  );
}
