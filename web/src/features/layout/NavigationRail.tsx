import { Bell, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link, NavLink } from 'react-router';
import { useIsGuest, useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/layout';
import { ariaKeys, useShortcut } from '../../shell/commands/shortcuts';
import { AvatarPicture } from '../../ui/AvatarPicture';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Logo } from '../../ui/Logo';
import { Tooltip } from '../../ui/Tooltip';
import { openPalette } from '../palette';
import { RailTimer } from '../timer';
import { WeatherWidget } from '../weather';
import { AccountMenu } from './AccountMenu';
import { type Destination, DESTINATIONS, INBOX } from './destinations';
import { SoundBlockedButton } from './SoundBlockedButton';
import { SyncStatusButton } from './SyncStatusButton';
import { toggleSidebar, useIsSidebarOpen } from './useSidebar';

const RAIL_LINK =
  'relative grid size-9 place-items-center rounded-md text-glass-secondary transition-colors duration-120 coarse:size-11 before:absolute before:inset-y-2 before:-left-1.5 coarse:before:inset-y-3 coarse:before:-left-0.5 before:w-0.75 before:rounded-r-full hover:bg-hover hover:text-primary aria-[current=page]:bg-hover aria-[current=page]:text-primary aria-[current=page]:before:bg-accent-text';

/** The navigation rail on the left: 48 px wide, with four links. It toggles the sidebar. */
export function NavigationRail() {
  const paletteKeys = useShortcut('open_palette');
  return (
    // In low windows it scrolls.
    <header className="pane fixed inset-y-0 left-0 z-30 flex w-12 flex-col items-center py-2 *:shrink-0 overflow-y-auto [scrollbar-width:none] max-md:hidden">
      <Tooltip text={common.productName()} side="right">
        <Link to="/app" aria-label={common.productName()} className="mb-4 grid size-9 place-items-center rounded-md coarse:size-11">
          <Logo className="size-7" />
        </Link>
      </Tooltip>
      <Tooltip text={messages.paletteOpen()} keys={paletteKeys} side="right">
        <IconButton
          label={messages.paletteOpen()}
          aria-haspopup="dialog"
          aria-keyshortcuts={ariaKeys(paletteKeys)}
          onClick={openPalette}
          className="mb-1 text-glass-secondary"
        >
          <Icon icon={Search} size={20} />
        </IconButton>
      </Tooltip>
      <nav aria-label={messages.mainNavigation()} className="flex flex-col gap-1 coarse:gap-0">
        {DESTINATIONS.map((destination) => (
          <RailLink key={destination.path} {...destination} />
        ))}
      </nav>
      <RailTimer />
      <div className="mt-auto flex flex-col items-center gap-1">
        <SidebarToggle />
        <InboxLink />
        <WeatherWidget location="rail" />
        <SoundBlockedButton />
        <SyncStatusButton side="right" />
        <AccountMenu side="right" trigger={<AccountButton />} />
      </div>
    </header>
  );
}

function RailLink({ path, name, icon, isExact, command }: Destination) {
  return (
    <Tooltip text={name()} keys={useShortcut(command)} side="right">
      <NavLink to={path} end={isExact} aria-label={name()} className={RAIL_LINK}>
        <Icon icon={icon} size={20} />
      </NavLink>
    </Tooltip>
  );
}

/** Opens and closes the sidebar. */
function SidebarToggle() {
  const isOpen = useIsSidebarOpen();
  const keys = useShortcut('toggle_sidebar');
  return (
    <Tooltip text={messages.sidebarToggle()} keys={keys} side="right">
      <IconButton
        label={messages.sidebarToggle()}
        aria-expanded={isOpen}
        aria-controls="side-list"
        aria-keyshortcuts={ariaKeys(keys)}
        onClick={toggleSidebar}
        className="text-glass-secondary"
      >
        <Icon icon={isOpen ? PanelLeftClose : PanelLeftOpen} size={20} />
      </IconButton>
    </Tooltip>
  );
}

/** A bell that links to the inbox, with the number of unread entries. Guests have no inbox. */
function InboxLink() {
  const unread = useMirror((mirror) => mirror.inbox.unread_count);
  const isGuest = useIsGuest();
  const keys = useShortcut(INBOX.command);
  if (isGuest) return null;
  const name = unread > 0 ? messages.inboxUnread({ count: unread }) : messages.inbox();
  return (
    <Tooltip text={name} keys={keys} side="right">
      <NavLink to={INBOX.path} aria-label={name} className={RAIL_LINK}>
        <Icon icon={Bell} size={20} />
        {unread > 0 && (
          <span
            aria-hidden
            className="digits absolute -top-0.5 -right-1 coarse:top-0.5 coarse:right-0 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold text-on-accent"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </NavLink>
    </Tooltip>
  );
}

/** A round button with the user's picture or initial. */
function AccountButton(props: ComponentProps<'button'>) {
  const name = useMirror(({ session, user }) => user?.first_name ?? session.guest);
  const picture = useMirror(({ user }) => user?.picture);
  return (
    <button
      type="button"
      aria-label={messages.account()}
      {...props}
      className="relative grid size-9 place-items-center rounded-full bg-accent text-sm font-semibold text-on-accent transition-colors duration-120 hover:bg-accent-hover coarse:size-11"
    >
      {name ? Array.from(name)[0]?.toUpperCase() : '·'}
      <AvatarPicture picture={picture} />
    </button>
  );
}
