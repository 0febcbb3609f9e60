import type { Id } from '@twentyfour/core';
import { Archive, ArrowRightLeft, CircleCheck, CircleDashed, Copy, Pause, Play, SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { dispatch } from '../../core/client';
import { useBoardPermissions, useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import { AnchoredMenu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { TIMER_ACTION_LABELS, toggleCardTimer, useCardTimer } from './cardTimer';
import { MoveCardDialog } from './MoveCardDialog';
import { copyCard } from './transfer';

/** The id of the card whose menu is open, and the button that opened it. */
const openMenu = createStore<{ card_id: Id | null; button: HTMLElement | null }>(() => ({ card_id: null, button: null }));

/**
 * The button of a card's menu. The whole board shares one menu, because one per card would be expensive with a thousand
 * cards.
 */
export function CardMenuButton({ id, title }: { id: Id; title: string }) {
  return (
    <button
      type="button"
      aria-label={common.optionsFor({ name: title })}
      aria-haspopup="menu"
      onClick={(event) => openMenu.setState({ card_id: id, button: event.currentTarget })}
      className="css-icon icon-ellipsis absolute top-1 right-1 grid size-7 place-items-center rounded-sm bg-(--card-bg-hover) text-secondary opacity-0 group-hover:opacity-100 hover:text-primary focus-visible:opacity-100 coarse:top-0 coarse:right-0 coarse:size-11 coarse:bg-transparent coarse:opacity-100 coarse:[[data-has-cover]~&]:bg-(--card-bg-hover) [--icon-size:16px]"
    />
  );
}

/** The menu of the card whose button was pressed. */
export function CardMenu({ onOpenCard }: { onOpenCard: (id: Id) => void }) {
  const { card_id, button } = useStore(openMenu);
  const card = useMirror(({ cards }) => (card_id === null ? undefined : cards.get(card_id)));
  const board_id = useMirror(({ board }) => board?.id);
  const { can_edit } = useBoardPermissions();
  const { timerState } = useCardTimer(card_id ?? '');
  const [moving, setMoving] = useState<Id | null>(null);
  const close = () => openMenu.setState({ card_id: null });
  const isDone = card?.priority === 'completed';
  return (
    <>
      {card && (
        <AnchoredMenu anchor={button} onClose={close}>
          <MenuItem icon={SquareArrowOutUpRight} movesFocus onSelect={() => onOpenCard(card.id)}>
            {common.open()}
          </MenuItem>
          <MenuItem icon={timerState === 'running' ? Pause : Play} onSelect={() => toggleCardTimer(card.id, board_id, timerState)}>
            {TIMER_ACTION_LABELS[timerState]()}
          </MenuItem>
          <MenuItem
            icon={Copy}
            movesFocus
            onSelect={() => {
              // The dialog returns the focus to what had it before.
              button?.focus();
              copyCard(card.id);
            }}
          >
            {common.copyTo()}
          </MenuItem>
          {can_edit && (
            <>
              <MenuItem icon={ArrowRightLeft} movesFocus onSelect={() => setMoving(card.id)}>
                {common.moveTo()}
              </MenuItem>
              <MenuItem
                icon={isDone ? CircleDashed : CircleCheck}
                onSelect={() =>
                  dispatch({ type: 'edit_card', card_id: card.id, edits: [{ field: 'completed', value: !isDone }] })
                }
              >
                {isDone ? common.markNotDone() : common.markDone()}
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={Archive} onSelect={() => dispatch({ type: 'archive_card', card_id: card.id })}>
                {common.archive()}
              </MenuItem>
              <MenuItem icon={Trash2} isDanger onSelect={() => dispatch({ type: 'delete_card', card_id: card.id })}>
                {common.deleteAction()}
              </MenuItem>
            </>
          )}
        </AnchoredMenu>
      )}
      {moving !== null && can_edit && <MoveCardDialog card_id={moving} onClose={() => setMoving(null)} />}
    </>
  );
}
