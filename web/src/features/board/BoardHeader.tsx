import type { Board } from '@twentyfour/core';
import { ChevronLeft, Ellipsis, History, ListFilter, Settings2, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as messages from '../../messages/board';
import * as common from '../../messages/common';
import { formatDuration } from '../../platform/format/durations';
import { usePermissionsOn } from '../../core/hooks';
import { ariaKeys, useShortcut } from '../../shell/commands/shortcuts';
import { useResolvedTheme } from '../../shell/theme';
import { withReadableContrast } from '../../ui/contrast';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Tooltip } from '../../ui/Tooltip';
import { ShareButton } from '../sharing';
import { BoardNotifications } from './BoardNotifications';
import { useFocusedSeconds } from './cardTimer';

/**
 * The backgrounds for which the breadcrumb's color is adjusted: slightly closer to mid-gray than the page's own, as a
 * safety margin.
 */
const CONTRAST_BACKGROUNDS = { dark: '#2b2d31', light: '#d8dadb' };

interface BoardHeaderProps {
  board: Board | null;
  /** Whether the header is on a picture: the board's own, or the wallpaper. */
  isOverImage: boolean;
  isFiltering: boolean;
  onFilter: () => void;
  onSettings: () => void;
  onActivity: () => void;
  onShare: () => void;
  /** Content below the name. */
  children: ReactNode;
}

/** The header of a board: a breadcrumb in the board's color, its name, and its actions. */
export function BoardHeader({ board, isOverImage, isFiltering, onFilter, onSettings, onActivity, onShare, children }: BoardHeaderProps) {
  const theme = useResolvedTheme();
  const filterKeys = useShortcut('filter_cards');
  const focused = useFocusedSeconds(board?.id);
  const { can_comment, can_edit, can_edit_board } = usePermissionsOn(board);
  const role = can_edit ? null : can_comment ? messages.roleCanComment() : messages.roleViewOnly();
  const badge = board?.is_template ? messages.template() : role;
  const color = board?.color ? withReadableContrast(CONTRAST_BACKGROUNDS[theme], board.color) : null;
  return (
    <header
      className={cx(
        // What it shows depends on its own width, because the sidebar may be beside it.
        '@container px-4 pt-3 pb-2 sm:px-6',
        // Opaque, because on some pictures a translucent background takes the accent color below 4.5:1.
        isOverImage && 'mb-2 bg-page',
      )}
    >
      {/* On phones, the line below the name needs space above the filters. */}
      <div className="flex min-h-11 items-center gap-2 max-sm:not-last:mb-1">
        {/* With the largest text it would leave the name no room on phones, where the bottom bar has the same link. */}
        <nav aria-label={common.breadcrumb()} className="shrink-0 @max-2xl:-mx-3 max-sm:in-data-[text-size=larger]:hidden">
          <Link
            to="/app/b"
            style={{ color: color ?? (board?.color ? 'var(--global-text-primary)' : 'var(--accent-text)') }}
            className="inline-flex min-h-9 items-center rounded-sm text-lg font-medium underline-offset-4 hover:underline coarse:min-h-11"
          >
            {/* Where it is narrow an arrow, which leaves more space for the name. */}
            <Icon icon={ChevronLeft} size={24} className="mx-2.5 @2xl:hidden" />
            <span className="@max-2xl:sr-only">{messages.backToBoards()}</span>
          </Link>
        </nav>
        <div className="relative min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
          <h1 title={board?.name} dir="auto" className="truncate text-lg font-semibold tracking-tight max-sm:leading-6">
            {board?.name}
          </h1>
          {/* On phones below the name, which does not move when they are known. */}
          <div className="max-sm:absolute max-sm:inset-x-0 max-sm:top-5 max-sm:flex max-sm:gap-2 sm:contents">
            {focused > 0 && (
              <p title={messages.focusTimeHint()} className="digits shrink-0 whitespace-nowrap text-secondary max-sm:text-xs/4 sm:text-sm">
                {messages.focusTime({ duration: formatDuration(focused) })}
              </p>
            )}
            {board && badge && (
              <p className="truncate text-xs font-medium text-secondary max-sm:leading-4 sm:ml-auto sm:shrink-0 sm:self-center sm:rounded-full sm:px-2.5 sm:py-0.5 sm:ring-1 sm:ring-control sm:ring-inset">
                {badge}
              </p>
            )}
          </div>
        </div>
        {board && <ShareButton board={board} onOpen={onShare} />}
        <Tooltip text={messages.filterButton()} keys={filterKeys} side="bottom">
          <IconButton
            label={messages.filterButton()}
            aria-expanded={isFiltering}
            aria-keyshortcuts={ariaKeys(filterKeys)}
            className={isFiltering ? 'bg-hover text-primary' : ''}
            onClick={onFilter}
          >
            <Icon icon={ListFilter} />
          </IconButton>
        </Tooltip>
        {board && <BoardNotifications board={board} className="@max-2xl:hidden" />}
        <IconButton
          label={messages.activity()}
          title={messages.activity()}
          aria-haspopup="dialog"
          disabled={!board}
          // There is no space for this and the notifications then; the panel of the last button contains both too.
          className="@max-2xl:hidden"
          onClick={onActivity}
        >
          <Icon icon={History} />
        </IconButton>
        {/* The sidebar and "More" also link there. */}
        <Link
          to="/app/trash"
          aria-label={common.trash()}
          title={common.trash()}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-md text-secondary transition-colors duration-120 hover:bg-hover hover:text-primary @max-2xl:hidden coarse:size-11"
        >
          <Icon icon={Trash2} />
        </Link>
        {can_edit_board || !board ? (
          <IconButton label={messages.settings()} title={messages.settings()} aria-haspopup="dialog" disabled={!board} onClick={onSettings}>
            <Icon icon={Settings2} />
          </IconButton>
        ) : (
          <IconButton label={messages.options()} title={messages.options()} aria-haspopup="dialog" onClick={onSettings}>
            <Icon icon={Ellipsis} />
          </IconButton>
        )}
      </div>
      {children}
    </header>
  );
}
