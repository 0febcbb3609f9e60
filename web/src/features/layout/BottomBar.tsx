import { Ellipsis, Search } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { useIsGuest, useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/layout';
import { Icon } from '../../ui/Icon';
import { LazyPanel } from '../../ui/LazyPanel';
import { lazyComponent } from '../../ui/lazyComponent';
import { openPalette } from '../palette';
import { AccountMenu } from './AccountMenu';
import { DESTINATIONS, INBOX, MORE_DESTINATIONS } from './destinations';
import { SoundBlockedButton } from './SoundBlockedButton';
import { SyncStatusButton } from './SyncStatusButton';

const ViewsDialog = lazyComponent(async () => ({ default: (await import('../views')).ViewsDialog }));

/** With a larger text size, the labels grow only as far as all six fit beside each other. */
const ENTRY =
  'flex h-14 min-w-[44px] flex-col items-center justify-center gap-0.5 rounded-md text-[length:min(0.75rem,max(12px,3.3vw))] leading-4 whitespace-nowrap text-glass-secondary';
const CURRENT =
  'relative before:absolute before:inset-x-3 before:top-0 before:h-0.75 before:rounded-b-full aria-[current=page]:font-medium aria-[current=page]:text-primary aria-[current=page]:before:bg-accent-text';

/** The main navigation as a bar at the bottom on phones. */
export function BottomBar() {
  const unread = useMirror((mirror) => mirror.inbox.unread_count);
  const isGuest = useIsGuest();
  const [areViewsOpen, setAreViewsOpen] = useState(false);
  const inboxName = () => (unread > 0 ? messages.inboxUnread({ count: unread }) : messages.inbox());
  return (
    <header className="pane fixed inset-x-0 bottom-0 z-30 flex items-center justify-around pb-[env(safe-area-inset-bottom)] md:hidden">
      <nav aria-label={messages.mainNavigation()} className="flex min-w-0 flex-1 justify-around">
        {DESTINATIONS.map(({ path, name, icon, isExact }) => (
          <NavLink key={path} to={path} end={isExact} className={`${ENTRY} ${CURRENT}`}>
            <Icon icon={icon} size={20} />
            {name()}
          </NavLink>
        ))}
      </nav>
      {/* Their space is kept while they are hidden, so that the entries do not move. */}
      <div className="flex w-9 justify-center coarse:w-[44px]">
        <SoundBlockedButton />
        <SyncStatusButton side="top" />
      </div>
      <button type="button" aria-label={messages.paletteOpen()} aria-haspopup="dialog" onClick={openPalette} className={ENTRY}>
        <Icon icon={Search} size={20} />
        {common.search()}
      </button>
      <AccountMenu
        side="top"
        onOpenViews={() => setAreViewsOpen(true)}
        destinations={isGuest ? MORE_DESTINATIONS : [{ ...INBOX, name: inboxName }, ...MORE_DESTINATIONS]}
        trigger={
          <button
            type="button"
            aria-label={unread > 0 ? messages.inboxMoreUnread({ name: messages.moreNavigation(), count: unread }) : undefined}
            className={`${ENTRY} relative mr-1 aria-expanded:text-primary`}
          >
            <Icon icon={Ellipsis} size={20} />
            {unread > 0 && <span aria-hidden className="absolute top-2 right-3 size-2 rounded-full bg-accent-text" />}
            {messages.moreNavigation()}
          </button>
        }
      />
      {areViewsOpen && (
        <LazyPanel component={ViewsDialog} open onClose={() => setAreViewsOpen(false)}>
          <ViewsDialog onClose={() => setAreViewsOpen(false)} />
        </LazyPanel>
      )}
    </header>
  );
}
