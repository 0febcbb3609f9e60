import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link, NavLink } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/layout';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Logo } from '../../ui/Logo';
import { Tooltip } from '../../ui/Tooltip';
import { RailTimer } from '../timer';
import { WeatherWidget } from '../weather';
import { AccountMenu } from './AccountMenu';
import { DESTINATIONS } from './destinations';
import { SoundBlockedButton } from './SoundBlockedButton';
import { SyncStatusButton } from './SyncStatusButton';

interface NavigationRailProps {
  isSidebarOpen: boolean;
  onToggle: () => void;
}

/** The navigation rail on the left: 48 px wide, with four links. It toggles the sidebar. */
export function NavigationRail({ isSidebarOpen, onToggle }: NavigationRailProps) {
  return (
    <header className="pane fixed inset-y-0 left-0 z-30 flex w-12 flex-col items-center py-2 max-md:hidden">
      <Tooltip text={common.productName()} side="right">
        <Link to="/app" aria-label={common.productName()} className="mb-4 grid size-9 place-items-center rounded-md">
          <Logo className="size-7" />
        </Link>
      </Tooltip>
      <nav aria-label={messages.mainNavigation()} className="flex flex-col gap-1">
        {DESTINATIONS.map(({ path, name, icon, isExact }) => (
          <Tooltip key={path} text={name()} side="right">
            <NavLink
              to={path}
              end={isExact}
              aria-label={name()}
              className="relative grid size-9 place-items-center rounded-md text-glass-secondary transition-colors duration-120 before:absolute before:inset-y-2 before:-left-1.5 before:w-0.75 before:rounded-r-full hover:bg-hover hover:text-primary aria-[current=page]:bg-hover aria-[current=page]:text-primary aria-[current=page]:before:bg-accent-text"
            >
              <Icon icon={icon} size={20} />
            </NavLink>
          </Tooltip>
        ))}
      </nav>
      <RailTimer />
      <div className="mt-auto flex flex-col items-center gap-1">
        <Tooltip text={messages.sidebarToggleTooltip()} side="right">
          <IconButton
            label={messages.sidebarToggle()}
            aria-expanded={isSidebarOpen}
            aria-controls="side-list"
            aria-keyshortcuts="["
            onClick={onToggle}
            className="text-glass-secondary"
          >
            <Icon icon={isSidebarOpen ? PanelLeftClose : PanelLeftOpen} size={20} />
          </IconButton>
        </Tooltip>
        <WeatherWidget location="rail" />
        <SoundBlockedButton />
        <SyncStatusButton side="right" />
        <AccountMenu side="right" trigger={<AccountButton />} />
      </div>
    </header>
  );
}

/** A round button with the user's initial. */
function AccountButton(props: ComponentProps<'button'>) {
  const name = useMirror(({ session, user }) => user?.first_name ?? session.guest);
  return (
    <button
      type="button"
      aria-label={messages.account()}
      {...props}
      className="grid size-9 place-items-center rounded-full bg-accent text-sm font-semibold text-on-accent transition-colors duration-120 hover:bg-accent-hover coarse:size-11"
    >
      {name ? Array.from(name)[0]?.toUpperCase() : '·'}
    </button>
  );
}
