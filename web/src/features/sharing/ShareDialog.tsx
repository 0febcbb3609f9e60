import type { Board, SharingChange } from '@twentyfour/core';
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/sharing';
import { useIsServerUnreachable } from '../../shell/useIsServerUnreachable';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FieldRow } from '../../ui/FieldRow';
import { Icon } from '../../ui/Icon';
import { Switch } from '../../ui/Switch';
import { ChangeError } from './ChangeError';
import { InvitationList } from './InvitationList';
import { InviteForm } from './InviteForm';
import { MemberList } from './MemberList';
import { PublicLink } from './PublicLink';
import { membersOf } from './roles';
import { type ChangeToConfirm, useSharingChange } from './useSharingChange';

interface ShareDialogProps {
  board: Board;
  open: boolean;
  onClose: () => void;
}

/** The members of a board and, for those who may manage them, its invitations. */
export function ShareDialog({ board, open, onClose }: ShareDialogProps) {
  const canManage = useMirror((mirror) => mirror.sharing.roles.length > 0);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={canManage ? messages.shareTitle({ name: board.name }) : messages.membersTitle({ name: board.name })}
      // Invitations are loaded while it is open, and new ones are added.
      isTopFixed
      // Its keyboard would cover the members.
      opensKeyboard={false}
    >
      <ShareDialogContent board={board} canManage={canManage} />
    </Dialog>
  );
}

/** The content, which is mounted while the dialog is open. */
function ShareDialogContent({ board, canManage }: { board: Board; canManage: boolean }) {
  const changes = useSharingChange();
  const [pending, setPending] = useState<ChangeToConfirm | null>(null);
  const isOffline = useIsServerUnreachable(changes.refused?.rejection.code === 'unavailable');
  const canLeave = useMirror((mirror) => mirror.sharing.can_leave);

  useEffect(() => {
    if (canManage) dispatch({ type: 'load_invitations' });
  }, [canManage]);

  return (
    <div className="flex flex-col gap-6">
      {isOffline && (
        <p role="status" className="rounded-md bg-sunken p-3 text-sm text-secondary ring-1 ring-line ring-inset">
          {messages.offline()}
        </p>
      )}
      {canManage && <InviteForm changes={changes} />}
      <MemberList board={board} changes={changes} onConfirm={setPending} />
      {membersOf(board).length > 0 && <FocusSwitch board={board} />}
      {canManage && <InvitationList changes={changes} />}
      {canManage && <PublicLink changes={changes} onConfirm={setPending} />}
      {canLeave && (
        <div className="border-t border-line pt-4">
          <Button
            variant="danger"
            onClick={() =>
              setPending({
                change: { type: 'leave' },
                title: messages.leaveTitle({ name: board.name }),
                details: messages.leaveDetails(),
                submit: messages.leave(),
                isDanger: true,
              })
            }
          >
            <Icon icon={LogOut} size={16} />
            {messages.leave()}
          </Button>
          <ChangeError changes={changes} types={['leave']} />
        </div>
      )}
      {pending && <ConfirmDialog pending={pending} onConfirm={changes.run} onClose={() => setPending(null)} />}
    </div>
  );
}

/** Whether the members see the user's focus time on each card. */
function FocusSwitch({ board }: { board: Board }) {
  return (
    <FieldRow label={messages.shareFocus()} hint={messages.shareFocusHint()}>
      {(ids) => (
        <Switch
          isOn={board.shares_focus ?? false}
          onChange={(value) => dispatch({ type: 'edit_board', board_id: board.id, edits: [{ field: 'shares_focus', value }] })}
          {...ids}
        />
      )}
    </FieldRow>
  );
}

interface ConfirmDialogProps {
  pending: ChangeToConfirm;
  onConfirm: (change: SharingChange) => void;
  onClose: () => void;
}

/** Asks for confirmation of a change. */
function ConfirmDialog({ pending: { change, title, details, submit, isDanger }, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} description={details}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {common.cancel()}
        </Button>
        <Button
          variant={isDanger ? 'danger' : 'primary'}
          onClick={() => {
            onConfirm(change);
            onClose();
          }}
        >
          {submit}
        </Button>
      </div>
    </Dialog>
  );
}
