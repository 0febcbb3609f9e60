import type { Id } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import * as messages from '../../messages/board';
import { MoveDialog } from './MoveDialog';
import { displayListName } from './text';

/** A dialog that moves all cards of a list to another list. Cards that a filter hides are moved too. */
export function MoveCardsDialog({ list_id, onClose }: { list_id: Id; onClose: () => void }) {
  // Read once, so that changes of the board do not affect the user's choice.
  const [targets] = useState(() => {
    const { list_ids, lists } = mirror.getState();
    const others = list_ids.filter((id) => id !== list_id).map((id) => ({ id, list: lists.get(id) }));
    return others.map(({ id, list }) => ({
      id,
      name: displayListName(list?.name ?? ''),
      positionCount: (list?.card_ids.length ?? 0) + 1,
    }));
  });
  const [first] = targets;
  return (
    <MoveDialog
      title={messages.moveCardsTitle()}
      targets={targets}
      target_id={first?.id ?? ''}
      index={(first?.positionCount ?? 1) - 1}
      isTargetShown
      onMove={(target_id, to) => {
        const { lists } = mirror.getState();
        const before = lists.get(target_id)?.card_ids[to] ?? null;
        const card_ids = [...(lists.get(list_id)?.card_ids ?? [])];
        return dispatch({ type: 'change_cards', card_ids, change: { type: 'move', list_id: target_id, before } });
      }}
      onClose={onClose}
    />
  );
}
