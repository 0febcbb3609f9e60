import { Keyboard, LogIn, LogOut, Moon, Sun, UserPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/layout';
import * as shortcuts from '../../messages/shortcuts';
import { useResolvedTheme } from '../../shell/theme';
import { useLogOut } from '../../shell/useLogOut';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/Menu';
import type { Destination } from './destinations';
import { openShortcuts } from './KeyboardShortcuts';

interface AccountMenuProps {
  trigger: ReactElement;
  side: 'right' | 'top';
  /** Extra page links, for layouts without space for them elsewhere. */
  destinations?: readonly Destination[];
}

/** The account menu: the user's name, the theme and log-out; for guests, links to create an account. */
export function AccountMenu({ trigger, side, destinations = [] }: AccountMenuProps) {
  const user = useMirror(({ user: known }) => known);
  const guest = useMirror(({ session }) => session.guest);
  const { logOut, confirmDialog } = useLogOut();
  const navigate = useNavigate();
  const other = useResolvedTheme() === 'dark' ? 'light' : 'dark';

  return (
    <>
      <Menu side={side} align="end" trigger={trigger}>
        {user && (
          <MenuLabel>
            <span className="block max-w-60 truncate font-semibold">
              {user.first_name} {user.last_name}
            </span>
            <span className="block max-w-60 truncate text-sm text-secondary">{user.email}</span>
          </MenuLabel>
        )}
        {guest !== null && (
          <MenuLabel>
            <span className="block max-w-60 truncate font-semibold">{guest}</span>
            <span className="block max-w-60 text-sm text-secondary">{messages.accountGuest()}</span>
          </MenuLabel>
        )}
        <MenuSeparator />
        {destinations.map(({ path, name, icon }) => (
          <MenuItem key={path} icon={icon} onSelect={() => navigate(path)}>
            {name()}
          </MenuItem>
        ))}
        {destinations.length > 0 && <MenuSeparator />}
        <MenuItem icon={other === 'light' ? Sun : Moon} onSelect={() => dispatch({ type: 'set_theme', theme: other })}>
          {other === 'light' ? messages.themeSwitchLight() : messages.themeSwitchDark()}
        </MenuItem>
        {destinations.length === 0 && (
          <MenuItem icon={Keyboard} movesFocus onSelect={openShortcuts}>
            {shortcuts.title()}
          </MenuItem>
        )}
        {guest === null ? (
          <MenuItem icon={LogOut} onSelect={logOut}>
            {common.logOut()}
          </MenuItem>
        ) : (
          <>
            <MenuItem icon={UserPlus} onSelect={() => navigate('/auth?type=signup')}>
              {common.signUp()}
            </MenuItem>
            <MenuItem icon={LogIn} onSelect={() => navigate('/auth?type=login')}>
              {common.logIn()}
            </MenuItem>
          </>
        )}
      </Menu>
      {confirmDialog}
    </>
  );
}
