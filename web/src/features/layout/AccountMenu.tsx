import { cloneElement, type ComponentProps, type ReactElement, useState } from 'react';
import { useLogOut } from '../../shell/useLogOut';
import { isKey } from '../../ui/keyboard';
import { LazyPanel } from '../../ui/LazyPanel';
import { lazyComponent } from '../../ui/lazyComponent';
import type { Destination } from './destinations';

const AccountMenuPanel = lazyComponent(() => import('./AccountMenuPanel'));

export const preloadAccountMenu = AccountMenuPanel.preload;

interface AccountMenuProps {
  trigger: ReactElement<ComponentProps<'button'>>;
  side: 'right' | 'top';
  /** Extra page links, for layouts without space for them elsewhere. */
  destinations?: readonly Destination[];
  /** Opens the saved views, for layouts without a sidebar. */
  onOpenViews?: () => void;
}

/** The account menu: the user's name, the theme and log-out; for guests, links to create an account. */
export function AccountMenu({ trigger, side, destinations = [], onOpenViews }: AccountMenuProps) {
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
        <LazyPanel component={AccountMenuPanel} open onClose={() => setAnchor(null)}>
          <AccountMenuPanel anchor={anchor} side={side} destinations={destinations} onOpenViews={onOpenViews} onLogOut={logOut} onClose={() => setAnchor(null)} />
        </LazyPanel>
      )}
      {confirmDialog}
    </>
  );
}
