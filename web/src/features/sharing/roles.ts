/** The names of roles, and what members see of each other. */
import type { Member, Role } from '@twentyfour/core';
import * as messages from '../../messages/sharing';

export const ROLE_NAMES: Record<Role, () => string> = {
  viewer: messages.roleViewer,
  commenter: messages.roleCommenter,
  editor: messages.roleEditor,
  admin: messages.roleAdmin,
  owner: messages.roleOwner,
};

/** What a new member may do; the owner is never new. */
export const ROLE_HINTS: Record<Exclude<Role, 'owner'>, () => string> = {
  viewer: messages.roleViewerHint,
  commenter: messages.roleCommenterHint,
  editor: messages.roleEditorHint,
  admin: messages.roleAdminHint,
};

/** Returns the roles that a select offers: the owner is made by an action of its own. */
export const selectableRoles = (roles: readonly Role[]) =>
  roles.filter((role) => role !== 'owner').map((role) => ({ value: role, text: ROLE_NAMES[role]() }));

export const fullName = ({ first_name, last_name }: Member): string => `${first_name} ${last_name}`;
