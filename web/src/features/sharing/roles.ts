/** The names of roles, and what members see of each other. */
import type { Board, Member, Role } from '@twentyfour/core';
import * as messages from '../../messages/sharing';

export const ROLE_NAMES: Record<Role, () => string> = {
  viewer: messages.roleViewer,
  commenter: messages.roleCommenter,
  editor: messages.roleEditor,
  admin: messages.roleAdmin,
  owner: messages.roleOwner,
};

/** The role of a new member. */
export type InvitedRole = Exclude<Role, 'owner'>;

/** What a new member may do; the owner is never new. */
export const ROLE_HINTS: Record<InvitedRole, () => string> = {
  viewer: messages.roleViewerHint,
  commenter: messages.roleCommenterHint,
  editor: messages.roleEditorHint,
  admin: messages.roleAdminHint,
};

/** Returns the roles that a select offers: the owner is made by an action of its own. */
export const selectableRoles = (roles: readonly Role[]) =>
  roles.filter((role): role is InvitedRole => role !== 'owner').map((role) => ({ value: role, text: ROLE_NAMES[role]() }));

/** Returns the members of a board, the owner first; none if it is not shared. */
export const membersOf = ({ members }: Board): readonly Member[] => members ?? [];
