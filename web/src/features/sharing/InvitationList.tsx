import type { BoardInvitation } from '@twentyfour/core';
import { Link, Mail } from 'lucide-react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/sharing';
import { formatRelativeDay, localDate } from '../../platform/format/dates';
import { Button } from '../../ui/Button';
import { ErrorText } from '../../ui/ErrorText';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';
import { TitledSection } from '../../ui/TitledSection';
import { ChangeError } from './ChangeError';
import { ROLE_NAMES } from './roles';
import type { SharingChanges } from './useSharingChange';

/** The invitations that can still be accepted. */
export function InvitationList({ changes }: { changes: SharingChanges }) {
  const { status, invitations } = useMirror((mirror) => mirror.sharing);
  return (
    <TitledSection title={messages.invitationsTitle()}>
      {status === 'loading' && (
        <div role="status" className="flex h-12 items-center">
          <span className="sr-only">{messages.invitationsLoading()}</span>
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
      {status === 'failed' && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <ErrorText>{messages.invitationsFailed()}</ErrorText>
          <Button onClick={() => dispatch({ type: 'load_invitations' })}>{common.tryAgain()}</Button>
        </div>
      )}
      {status === 'ready' && invitations.length === 0 && <p className="text-secondary">{messages.invitationsEmpty()}</p>}
      {status === 'ready' && invitations.length > 0 && (
        <ul>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} changes={changes} />
          ))}
        </ul>
      )}
      <ChangeError changes={changes} types={['revoke_invitation']} />
    </TitledSection>
  );
}

interface InvitationRowProps {
  invitation: BoardInvitation;
  changes: SharingChanges;
}

function InvitationRow({ invitation: { id, email, role, expires_at }, changes: { changing, run } }: InvitationRowProps) {
  const today = useMirror((mirror) => mirror.clock.today);
  const name = email ?? messages.invitationLink();
  const isRevoking = changing?.type === 'revoke_invitation' && changing.invitation_id === id;
  return (
    <li className="flex min-h-12 items-center gap-3 py-1">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-secondary ring-1 ring-line ring-inset">
        <Icon icon={email === null ? Link : Mail} size={16} />
      </span>
      <span className="min-w-0 flex-1">
        <span title={name} className="block truncate">
          {name}
        </span>
        <span className="block text-sm text-secondary">
          {messages.invitationDetails({ role: ROLE_NAMES[role](), day: formatRelativeDay(localDate(expires_at), today, 'sentence') })}
        </span>
      </span>
      <Button
        variant="quiet"
        aria-label={messages.invitationRevokeNamed({ name })}
        aria-disabled={isRevoking}
        aria-busy={isRevoking}
        onClick={() => run({ type: 'revoke_invitation', invitation_id: id })}
        className="aria-disabled:opacity-50"
      >
        {messages.invitationRevoke()}
      </Button>
    </li>
  );
}
