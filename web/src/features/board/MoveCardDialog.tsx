import type { Id } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import * as messages from '../../messages/board';
import { MoveDialog } from './MoveDialog';
import { displayListName } from './text';

/**
 * A dialog that moves a card to a position in a list. Positions count all cards, including those hidden by a filter.
 */
export function MoveCardDialog({ card_id, onClose }: { card_id: Id; onClose: () => void }) {
  // Read once, so that changes of the board do not affect the user's choice.
  const [{ targets, from, index }] = useState(() => {
    const { list_ids, lists, list_of } = mirror.getState();
    const here = list_of.get(card_id) ?? '';
    return {
      from: here,
      index: lists.get(here)?.card_ids.indexOf(card_id) ?? 0,
      targets: list_ids.map((id) => {
        const list = lists.get(id);
        const others = list ? list.card_ids.length + (list.unloaded_cards ?? 0) : 0;
        return { id, name: displayListName(list?.name ?? ''), positionCount: id === here ? others : others + 1 };
      }),
    };
  });
  return (
    <MoveDialog
      title={messages.moveCardTitle()}
      targets={targets}
      target_id={from}
      index={index}
      onMove={(list_id, to) => dispatch({ type: 'move_card', card_id, list_id, index: to })}
      onClose={onClose}
    />
  );
}
