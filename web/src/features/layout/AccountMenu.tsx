import { Keyboard, LogIn, LogOut, Moon, Sun, UserPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
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
            <span className="block max-w-60 text-sm text-secondary">Guest · this browser only</span>
          </MenuLabel>
        )}
        <MenuSeparator />
        {destinations.map(({ path, name, icon }) => (
          <MenuItem key={path} icon={icon} onSelect={() => navigate(path)}>
            {name}
          </MenuItem>
        ))}
        {destinations.length > 0 && <MenuSeparator />}
        <MenuItem icon={other === 'light' ? Sun : Moon} onSelect={() => dispatch({ type: 'set_theme', theme: other })}>
          Switch to {other} theme
        </MenuItem>
        {destinations.length === 0 && (
          <MenuItem icon={Keyboard} movesFocus onSelect={openShortcuts}>
            Keyboard shortcuts
          </MenuItem>
        )}
        {guest === null ? (
          <MenuItem icon={LogOut} onSelect={logOut}>
            Log Out
          </MenuItem>
        ) : (
          <>
            <MenuItem icon={UserPlus} onSelect={() => navigate('/auth?type=signup')}>
              Sign Up
            </MenuItem>
            <MenuItem icon={LogIn} onSelect={() => navigate('/auth?type=login')}>
              Log In
            </MenuItem>
          </>
        )}
      </Menu>
      {confirmDialog}
    </>
  );
}
