import type { Board } from '@twentyfour/core';
import { Bell, BellOff, BellRing } from 'lucide-react';
import * as messages from '../../messages/board';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem } from '../../ui/Menu';
import { isWatched, notificationActions } from './watching';

/** A button with a menu to watch and to mute a board. Its icon and name say which is on. Not shown if the board is not shared. */
export function BoardNotifications({ board, className = '' }: { board: Board; className?: string }) {
  const actions = notificationActions(board);
  if (actions.length === 0) return null;
  const watched = isWatched(board, board.id);
  // A muted board adds nothing to the inbox, even if it is watched.
  const label = board.is_muted ? messages.notificationsMuted() : watched ? messages.notificationsWatching() : messages.notifications();
  return (
    <Menu
      trigger={
        <IconButton label={label} title={label} className={className}>
          <Icon icon={board.is_muted ? BellOff : watched ? BellRing : Bell} />
        </IconButton>
      }
    >
      {actions.map(({ name, icon, text, run }) => (
        <MenuItem key={name} icon={icon} onSelect={run}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  );
}
