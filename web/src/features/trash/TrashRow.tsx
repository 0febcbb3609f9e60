import type { Intent, TrashEntry, TrashKind } from '@twentyfour/core';
import { Archive, Columns3, type LucideIcon, RotateCcw, SquareKanban, StickyNote } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/trash';
import { announce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { formatDaysLeft, formatDeletedAt } from './trashEntries';

const ICONS: Record<TrashKind, LucideIcon> = { board: SquareKanban, list: Columns3, card: StickyNote };

function toRestoreIntent({ kind, id, board_id }: TrashEntry): Intent {
  switch (kind) {
    case 'board':
      return { type: 'restore_board', board_id: id };
    case 'list':
      return { type: 'restore_list', board_id, list_id: id };
    case 'card':
      return { type: 'restore_card', board_id, card_id: id };
    default:
      return kind satisfies never;
  }
}

interface TrashRowProps {
  entry: TrashEntry;
  /** The element to focus if this row was the last one. */
  fallbackFocus: RefObject<HTMLElement | null>;
}

/** A deleted or archived item: its kind, its original location, and the time left. */
export function TrashRow({ entry, fallbackFocus }: TrashRowProps) {
  const today = useMirror((mirror) => mirror.clock.today);
  const [error, setError] = useState<string | null>(null);
  const { name, days_left } = entry;

  const restore = (button: Element) => {
    const rejection = dispatch(toRestoreIntent(entry));
    setError(rejection?.message ?? null);
    if (rejection) return;
    // The row is removed in the next render, so the focus is moved before.
    moveFocusBeforeUnmount(button, '[data-restore]', fallbackFocus.current);
    announce(messages.restored({ name }));
  };

  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-transparent pr-1 pl-2 [content-visibility:auto] [contain-intrinsic-size:auto_4.3rem]">
      <Icon icon={entry.is_archived ? Archive : ICONS[entry.kind]} className="mt-0.5 shrink-0 self-start text-secondary" />
      <div className="min-w-0 flex-1">
        <p title={name} dir="auto" className="line-clamp-2">
          {name}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-secondary">
          {entry.place !== '' && <span className="max-w-full truncate">{messages.origin({ place: entry.place })}</span>}
          <span>{formatDeletedAt(entry, today)}</span>
          {days_left !== null && <span>{formatDaysLeft(days_left)}</span>}
        </p>
        {error && (
          <p role="alert" className="mt-1 text-sm text-danger">
            {error}
          </p>
        )}
      </div>
      {entry.can_restore && (
        <Button data-restore aria-label={messages.restoreItem({ name })} onClick={(event) => restore(event.currentTarget)}>
          <Icon icon={RotateCcw} size={16} />
          {common.restore()}
        </Button>
      )}
    </li>
  );
}
