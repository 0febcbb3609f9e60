import type { CommentView, ReactionView } from '@twentyfour/core';
import { SmilePlus } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../../core/client';
import { useBoardPermissions } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import { formatNumber } from '../../../messages/format';
import { formatList } from '../../../platform/format/lists';
import { cx } from '../../../ui/cx';
import { Icon } from '../../../ui/Icon';
import { iconButtonClassName } from '../../../ui/IconButton';
import { Popover } from '../../../ui/Popover';
import { Tooltip } from '../../../ui/Tooltip';
import { authorName } from './authorName';

/** The emoji to choose from. Others show too: they come from other clients. */
const PALETTE: readonly { emoji: string; name: () => string }[] = [
  { emoji: '👍', name: messages.reactionThumbsUp },
  { emoji: '❤️', name: messages.reactionHeart },
  { emoji: '🎉', name: messages.reactionParty },
  { emoji: '😄', name: messages.reactionLaugh },
  { emoji: '👀', name: messages.reactionEyes },
  { emoji: '🚀', name: messages.reactionRocket },
  { emoji: '😕', name: messages.reactionConfused },
  { emoji: '✅', name: messages.reactionCheck },
];

const CHIP = 'inline-flex h-7 items-center gap-1.5 rounded-full px-2 text-sm ring-1 ring-inset coarse:h-9 coarse:px-3';

/** The reactions to a comment with their counts. Members who may comment add or remove their own by a click. */
export function Reactions({ comment: { id, reactions } }: { comment: CommentView }) {
  const { can_comment } = useBoardPermissions();
  if (reactions.length === 0) return null;
  return (
    <ul aria-label={messages.reactions()} className="mt-1 flex flex-wrap gap-1.5">
      {reactions.map((reaction) => {
        const { emoji, people, is_own } = reaction;
        const names = namesOf(reaction);
        const label = messages.reaction({ emoji, count: people.length, names });
        const content = (
          <>
            <span aria-hidden>{emoji}</span>
            <span aria-hidden className="digits text-xs font-medium">
              {formatNumber(people.length)}
            </span>
          </>
        );
        return (
          <li key={emoji}>
            {can_comment ? (
              <Tooltip text={names}>
                <button
                  type="button"
                  aria-label={label}
                  aria-pressed={is_own}
                  onClick={() => dispatch({ type: 'set_reaction', item_id: id, emoji, is_set: !is_own })}
                  className={cx(
                    CHIP,
                    'transition-colors duration-120 hover:bg-hover',
                    is_own ? 'bg-hover text-primary ring-accent-text' : 'text-secondary ring-control',
                  )}
                >
                  {content}
                </button>
              </Tooltip>
            ) : (
              <span role="img" aria-label={label} title={names} className={cx(CHIP, 'text-secondary ring-line')}>
                {content}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const namesOf = ({ people }: ReactionView): string => formatList(people.map(authorName));

/** A button that opens a palette of reactions. */
export function AddReaction({ comment: { id, reactions } }: { comment: CommentView }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label={messages.reactionAdd()}
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      className="p-1!"
      trigger={
        <button
          type="button"
          aria-label={messages.reactionAdd()}
          className={cx(
            iconButtonClassName,
            '-my-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 coarse:opacity-100',
          )}
        >
          <Icon icon={SmilePlus} size={16} />
        </button>
      }
    >
      <div className="grid grid-cols-4">
        {PALETTE.map(({ emoji, name }) => {
          const isOwn = reactions.some((reaction) => reaction.emoji === emoji && reaction.is_own);
          return (
            <button
              key={emoji}
              type="button"
              aria-label={name()}
              title={name()}
              aria-pressed={isOwn}
              onClick={() => {
                setIsOpen(false);
                dispatch({ type: 'set_reaction', item_id: id, emoji, is_set: !isOwn });
              }}
              className={cx(
                'grid size-10 place-items-center rounded-sm text-lg transition-colors duration-120 hover:bg-hover coarse:size-11',
                isOwn && 'bg-hover ring-1 ring-accent-text ring-inset',
              )}
            >
              <span aria-hidden>{emoji}</span>
            </button>
          );
        })}
      </div>
    </Popover>
  );
}
