import { LogOut, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/Menu';
import { UnsentDialog } from './UnsentDialog';

/** Who is signed in, the theme, and the way out. */
export function AccountMenu({ side }: { side: 'right' | 'top' }) {
  const user = useMirror((mirror) => mirror.user);
  const theme = useMirror((mirror) => mirror.preferences.theme);
  const [asksToLose, setAsksToLose] = useState(false);
  const other = theme === 'dark' ? 'light' : 'dark';

  const logOut = () => {
    const refusal = dispatch({ type: 'log_out', discard_unsent: false });
    if (refusal?.code === 'unsent_changes') setAsksToLose(true);
  };

  return (
    <>
      <Menu
        side={side}
        align="end"
        trigger={
          <button
            type="button"
            aria-label="Account"
            className="grid size-9 place-items-center rounded-full bg-accent text-sm font-semibold text-on-accent transition-colors duration-120 hover:bg-accent-hover coarse:size-11"
          >
            {user ? Array.from(user.first_name)[0]?.toUpperCase() : '·'}
          </button>
        }
      >
        {user && (
          <MenuLabel>
            <span className="block max-w-60 truncate font-semibold">
              {user.first_name} {user.last_name}
            </span>
            <span className="block max-w-60 truncate text-sm text-secondary">{user.email}</span>
          </MenuLabel>
        )}
        <MenuSeparator />
        <MenuItem icon={other === 'light' ? Sun : Moon} onSelect={() => dispatch({ type: 'set_theme', theme: other })}>
          Switch to {other} theme
        </MenuItem>
        <MenuItem icon={LogOut} onSelect={logOut}>
          Log Out
        </MenuItem>
      </Menu>
      <UnsentDialog open={asksToLose} onClose={() => setAsksToLose(false)} />
    </>
  );
}
