import type { Board, Member, Role } from '@twentyfour/core';
import { Crown, EllipsisVertical, UserMinus } from 'lucide-react';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/sharing';
import { memberName } from '../../shell/memberName';
import { Avatar } from '../../ui/Avatar';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem } from '../../ui/Menu';
import { Select } from '../../ui/Select';
import { TitledSection } from '../../ui/TitledSection';
import { ChangeError } from './ChangeError';
import { usePresentIds } from './presence';
import { membersOf, ROLE_NAMES, selectableRoles } from './roles';
import type { ChangeToConfirm, SharingChanges } from './useSharingChange';

interface MemberListProps {
  board: Board;
  changes: SharingChanges;
  onConfirm: (change: ChangeToConfirm) => void;
}

/** The members of a board with their roles. */
export function MemberList({ board, changes, onConfirm }: MemberListProps) {
  const members = membersOf(board);
  return (
    <TitledSection title={messages.members()}>
      {members.length === 0 ? (
        <p className="text-secondary">{messages.notShared()}</p>
      ) : (
        <ul>
          {members.map((member) => (
            <MemberRow key={member.user_id} member={member} changes={changes} onConfirm={onConfirm} />
          ))}
        </ul>
      )}
      <ChangeError changes={changes} types={['set_role', 'remove_member']} />
    </TitledSection>
  );
}

interface MemberRowProps extends Omit<MemberListProps, 'board'> {
  member: Member;
}

function MemberRow({ member, changes: { changing, run }, onConfirm }: MemberRowProps) {
  const { user_id } = member;
  const name = memberName(member);
  const isYou = useMirror(({ user }) => user?.id === user_id);
  const isHere = usePresentIds().has(user_id);
  const roles = useMirror((mirror) => mirror.sharing.roles);
  // Nobody changes their own role by accident: without the right to manage members, they could not change it back.
  const canChange = roles.length > 0 && member.role !== 'owner' && !isYou;
  // The new role is shown while the change is in flight.
  const isChanging = changing?.type === 'set_role' && changing.user_id === user_id;
  const role: Role = isChanging ? changing.role : member.role;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <Avatar name={name} userId={user_id} picture={member.picture} />
      <span className="min-w-0 flex-1">
        <span title={name} dir="auto" className="block truncate">
          {name}
        </span>
        {isYou && <span className="block text-sm text-secondary">{messages.you()}</span>}
        {isHere && <span className="block text-sm text-accent-text">{messages.hereNow()}</span>}
      </span>
      {canChange && role !== 'owner' ? (
        <Select
          label={messages.roleOf({ name })}
          value={role}
          options={selectableRoles(roles)}
          aria-busy={isChanging}
          onValueChange={(chosen) => run({ type: 'set_role', user_id, role: chosen })}
          className="w-34 shrink-0 max-sm:order-last max-sm:ml-11 max-sm:w-[calc(100%-2.75rem)]"
        />
      ) : (
        // In line with the texts of the selects.
        <span className={cx('shrink-0 text-secondary', roles.length > 0 && 'sm:mr-12 sm:w-34 sm:px-3 coarse:sm:mr-14')}>
          {ROLE_NAMES[role]()}
        </span>
      )}
      {canChange && (
        <Menu
          trigger={
            <IconButton label={common.optionsFor({ name })}>
              <Icon icon={EllipsisVertical} />
            </IconButton>
          }
        >
          {roles.includes('owner') && (
            <MenuItem
              icon={Crown}
              movesFocus
              onSelect={() =>
                onConfirm({
                  change: { type: 'set_role', user_id, role: 'owner' },
                  title: messages.makeOwnerTitle({ name }),
                  details: messages.makeOwnerDetails({ name }),
                  submit: messages.memberMakeOwner(),
                  isDanger: false,
                })
              }
            >
              {messages.memberMakeOwner()}
            </MenuItem>
          )}
          <MenuItem
            icon={UserMinus}
            isDanger
            movesFocus
            onSelect={() =>
              onConfirm({
                change: { type: 'remove_member', user_id },
                title: messages.removeTitle({ name }),
                details: messages.removeDetails({ name }),
                submit: messages.memberRemove(),
                isDanger: true,
              })
            }
          >
            {messages.memberRemove()}
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}
