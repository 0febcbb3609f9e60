import type { Id } from '@twentyfour/core';
import { Archive, ArrowRightLeft, Check, Eye, EyeOff, Link2, type LucideIcon, Pause, Play, SkipForward, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useBoardPermissions, useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import * as planning from '../../../messages/planning';
import { copyText } from '../../../platform/clipboard';
import type { CommandId } from '../../../shell/commands/commands';
import { ariaKeys, useShortcut } from '../../../shell/commands/shortcuts';
import { cx } from '../../../ui/cx';
import { Icon } from '../../../ui/Icon';
import { LazyKeys } from '../../../ui/LazyKeys';
import { TIMER_ACTION_LABELS, toggleCardTimer, useCardTimer } from '../cardTimer';
import { skipOccurrence } from '../changeCards';
import { isWatched, toggleWatching, useSharedBoard } from '../watching';

interface CardActionsProps {
  card_id: Id;
  /** The card's path, with its leading slash. */
  path: string;
  onMove: () => void;
  /** Called when the card was removed from the board, to close the dialog. */
  onRemoved: () => void;
}

/** The actions for a whole card. */
export function CardActions({ card_id, path, onMove, onRemoved }: CardActionsProps) {
  const board_id = useMirror(({ board }) => board?.id);
  const { can_edit } = useBoardPermissions();
  const repeats = useMirror(({ cards }) => Boolean(cards.get(card_id)?.recurrence));
  const { timerState } = useCardTimer(card_id);
  const shared = useSharedBoard();
  return (
    <div className="-mx-2 flex flex-col">
      <Action icon={timerState === 'running' ? Pause : Play} onPress={() => toggleCardTimer(card_id, board_id, timerState)}>
        {TIMER_ACTION_LABELS[timerState]()}
      </Action>
      {can_edit && (
        <Action icon={ArrowRightLeft} command="card_move" onPress={onMove}>
          {common.moveTo()}
        </Action>
      )}
      {can_edit && repeats && (
        <Action icon={SkipForward} onPress={() => skipOccurrence(card_id)}>
          {planning.skip()}
        </Action>
      )}
      {shared && (
        <Action icon={isWatched(shared, card_id) ? EyeOff : Eye} onPress={() => toggleWatching(shared, card_id)}>
          {isWatched(shared, card_id) ? common.stopWatching() : common.watch()}
        </Action>
      )}
      <CopyLink path={path} />
      {can_edit && (
        <>
          <Action
            icon={Archive}
            command="card_archive"
            onPress={() => {
              onRemoved();
              dispatch({ type: 'archive_card', card_id });
            }}
          >
            {common.archive()}
          </Action>
          <Action
            icon={Trash2}
            isDanger
            onPress={() => {
              onRemoved();
              dispatch({ type: 'delete_card', card_id });
            }}
          >
            {common.deleteAction()}
          </Action>
        </>
      )}
    </div>
  );
}

interface ActionProps {
  icon: LucideIcon;
  /** The command whose keys do the same. */
  command?: CommandId;
  isDanger?: boolean;
  onPress: () => void;
  children: string;
}

function Action({ command, ...action }: ActionProps) {
  return command ? <ActionWithKeys command={command} {...action} /> : <ActionButton {...action} />;
}

function ActionWithKeys({ command, ...action }: Omit<ActionProps, 'command'> & { command: CommandId }) {
  return <ActionButton keys={useShortcut(command)} {...action} />;
}

function ActionButton({ icon, keys, isDanger = false, onPress, children }: Omit<ActionProps, 'command'> & { keys?: string | undefined }) {
  return (
    <button
      type="button"
      aria-keyshortcuts={ariaKeys(keys)}
      onClick={onPress}
      className={cx(
        'group flex h-9 items-center gap-2.5 rounded-sm px-2 text-left transition-colors duration-120 hover:bg-hover coarse:h-11',
        isDanger ? 'text-danger' : 'text-primary',
      )}
    >
      <Icon icon={icon} size={16} />
      {children}
      {keys !== undefined && (
        <span aria-hidden className="ml-auto opacity-0 transition-opacity duration-120 group-hover:opacity-100 group-focus-visible:opacity-100 coarse:hidden">
          <LazyKeys keys={keys} />
        </span>
      )}
    </button>
  );
}

type CopyState = 'idle' | 'copied' | 'denied';

const WORDS: Record<CopyState, () => string> = {
  idle: messages.copyLink,
  copied: messages.linkCopied,
  denied: messages.linkNotCopied,
};

/** A button that copies the card's URL. If the browser forbids it, the URL is still in the address bar. */
function CopyLink({ path }: { path: string }) {
  const [copied, setCopied] = useState<CopyState>('idle');
  useEffect(() => {
    if (copied === 'idle') return;
    const timer = setTimeout(() => setCopied('idle'), 3000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => setCopied((await copyText(`${location.origin}${path}`)) ? 'copied' : 'denied');
  return (
    <>
      <Action icon={copied === 'copied' ? Check : Link2} onPress={() => void copy()}>
        {WORDS[copied]()}
      </Action>
      <span role="status" className="sr-only">
        {copied === 'idle' ? '' : WORDS[copied]()}
      </span>
    </>
  );
}
