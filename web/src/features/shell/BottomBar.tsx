import { Ellipsis } from 'lucide-react';
import { NavLink } from 'react-router';
import { Icon } from '../../ui/Icon';
import { AccountMenu } from './AccountMenu';
import { MORE_PLACES, PLACES } from './navigation';
import { SoundMark } from './SoundMark';
import { SyncMark } from './SyncMark';

const ENTRY = 'flex h-14 min-w-14 flex-col items-center justify-center gap-0.5 rounded-md text-xs text-glass-secondary';

/** The rail's links as a bar at the bottom of a phone, within a thumb's reach. */
export function BottomBar() {
  return (
    <header className="pane fixed inset-x-0 bottom-0 z-30 flex items-center justify-around pb-[env(safe-area-inset-bottom)] md:hidden">
      <nav aria-label="Main" className="flex flex-1 justify-around">
        {PLACES.map(({ path, name, icon, isExact }) => (
          <NavLink key={path} to={path} end={isExact} className={`${ENTRY} aria-[current=page]:text-accent-text`}>
            <Icon of={icon} size={20} />
            {name}
          </NavLink>
        ))}
      </nav>
      <SoundMark />
      <SyncMark side="top" />
      <AccountMenu
        side="top"
        places={MORE_PLACES}
        trigger={
          <button type="button" className={`${ENTRY} mr-1 aria-expanded:text-primary`}>
            <Icon of={Ellipsis} size={20} />
            More
          </button>
        }
      />
    </header>
  );
}
