import { Ellipsis } from 'lucide-react';
import { NavLink } from 'react-router';
import * as messages from '../../messages/layout';
import { Icon } from '../../ui/Icon';
import { AccountMenu } from './AccountMenu';
import { MORE_DESTINATIONS, DESTINATIONS } from './destinations';
import { SoundBlockedButton } from './SoundBlockedButton';
import { SyncStatusButton } from './SyncStatusButton';

const ENTRY = 'flex h-14 min-w-14 flex-col items-center justify-center gap-0.5 rounded-md text-xs text-glass-secondary';
const CURRENT =
  'relative before:absolute before:inset-x-3 before:top-0 before:h-0.75 before:rounded-b-full aria-[current=page]:font-medium aria-[current=page]:text-primary aria-[current=page]:before:bg-accent-text';

/** The main navigation as a bar at the bottom on phones. */
export function BottomBar() {
  return (
    <header className="pane fixed inset-x-0 bottom-0 z-30 flex items-center justify-around pb-[env(safe-area-inset-bottom)] md:hidden">
      <nav aria-label={messages.mainNavigation()} className="flex flex-1 justify-around">
        {DESTINATIONS.map(({ path, name, icon, isExact }) => (
          <NavLink key={path} to={path} end={isExact} className={`${ENTRY} ${CURRENT}`}>
            <Icon icon={icon} size={20} />
            {name()}
          </NavLink>
        ))}
      </nav>
      <SoundBlockedButton />
      <SyncStatusButton side="top" />
      <AccountMenu
        side="top"
        destinations={MORE_DESTINATIONS}
        trigger={
          <button type="button" className={`${ENTRY} mr-1 aria-expanded:text-primary`}>
            <Icon icon={Ellipsis} size={20} />
            {messages.moreNavigation()}
          </button>
        }
      />
    </header>
  );
}
