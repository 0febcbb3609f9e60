import { Bookmark, Download, Keyboard, LogIn, LogOut, Moon, ShieldCheck, Sun, UserPlus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as install from '../../messages/install';
import * as messages from '../../messages/layout';
import { startInstall, useInstall } from '../../platform/install';
import { useShortcut } from '../../shell/commands/shortcuts';
import { useResolvedTheme } from '../../shell/theme';
import { AnchoredMenu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/Menu';
import type { Destination } from './destinations';
import { openShortcuts } from './KeyboardShortcuts';

interface AccountMenuPanelProps {
  /** The button that opened the menu. */
  anchor: HTMLElement | null;
  side: 'right' | 'top';
  destinations: readonly Destination[];
  /** Opens the saved views, for layouts without a sidebar. */
  onOpenViews?: (() => void) | undefined;
  onLogOut: () => void;
  onClose: () => void;
}

/** The open account menu, which is loaded on first use. */
export default function AccountMenuPanel({ anchor, side, destinations, onOpenViews, onLogOut, onClose }: AccountMenuPanelProps) {
  const user = useMirror(({ user: known }) => known);
  const guest = useMirror(({ session }) => session.guest);
  const accountName = user ? `${user.first_name} ${user.last_name}` : guest;
  const hasViews = useMirror(({ preferences }) => Boolean(preferences.views));
  const { method } = useInstall();
  const navigate = useNavigate();
  const shortcutsKeys = useShortcut('show_shortcuts');
  const other = useResolvedTheme() === 'dark' ? 'light' : 'dark';

  return (
    <AnchoredMenu anchor={anchor} side={side} onClose={onClose}>
      {accountName !== null && (
        <MenuLabel>
          <span title={accountName} dir="auto" className="block max-w-60 truncate font-semibold">
            {accountName}
          </span>
          <span title={user?.email} className="block max-w-60 truncate text-sm text-secondary">
            {user?.email ?? messages.accountGuest()}
          </span>
        </MenuLabel>
      )}
      <MenuSeparator />
      {destinations.map(({ path, name, icon }) => (
        <MenuItem key={path} icon={icon} onSelect={() => navigate(path)}>
          {name()}
        </MenuItem>
      ))}
      {onOpenViews && hasViews && (
        <MenuItem icon={Bookmark} movesFocus onSelect={onOpenViews}>
          {common.views()}
        </MenuItem>
      )}
      {user?.is_admin && (
        <MenuItem icon={ShieldCheck} onSelect={() => navigate('/app/admin')}>
          {messages.administration()}
        </MenuItem>
      )}
      {(destinations.length > 0 || user?.is_admin) && <MenuSeparator />}
      <MenuItem icon={other === 'light' ? Sun : Moon} onSelect={() => dispatch({ type: 'set_theme', theme: other })}>
        {other === 'light' ? messages.themeSwitchLight() : messages.themeSwitchDark()}
      </MenuItem>
      {destinations.length === 0 && (
        <MenuItem icon={Keyboard} keys={shortcutsKeys} movesFocus onSelect={openShortcuts}>
          {common.keyboardShortcuts()}
        </MenuItem>
      )}
      {method && (
        <MenuItem icon={Download} onSelect={() => void startInstall()}>
          {install.install()}
        </MenuItem>
      )}
      {guest === null ? (
        <MenuItem icon={LogOut} onSelect={onLogOut}>
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
    </AnchoredMenu>
  );
}
