import { cloneElement, type ComponentProps, type ReactElement, useState } from 'react';
import { useLogOut } from '../../shell/useLogOut';
import { isKey } from '../../ui/keyboard';
import { LazyPanel } from '../../ui/LazyPanel';
import { type LazyComponent, lazyComponent } from '../../ui/lazyComponent';
import type { AccountMenuPanelProps } from './AccountMenuPanel';

const AccountMenuPanel = lazyComponent(() => import('./AccountMenuPanel'));

export const preloadAccountMenu = AccountMenuPanel.preload;

interface AccountMenuProps {
  trigger: ReactElement<ComponentProps<'button'>>;
  side: 'right' | 'top';
  /** The panel; by default one without page links. */
  panel?: LazyComponent<AccountMenuPanelProps>;
}

/** The account menu: the user's name, the theme and log-out; for guests, links to create an account. */
export function AccountMenu({ trigger, side, panel: Panel = AccountMenuPanel }: AccountMenuProps) {
  const { logOut, confirmDialog } = useLogOut();
  // The button, while the menu is open.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        onClick: ({ currentTarget }) => setAnchor(anchor ? null : currentTarget),
        onKeyDown: (event) => {
          if (!isKey(event, 'ArrowDown')) return;
          event.preventDefault();
          setAnchor(event.currentTarget);
        },
      })}
      {anchor && (
        <LazyPanel component={Panel} open onClose={() => setAnchor(null)}>
          <Panel anchor={anchor} side={side} onLogOut={logOut} onClose={() => setAnchor(null)} />
        </LazyPanel>
      )}
      {confirmDialog}
    </>
  );
}
