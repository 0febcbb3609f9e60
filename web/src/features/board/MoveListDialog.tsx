import type { Id } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import * as messages from '../../messages/board';
import { MoveDialog } from './MoveDialog';

/** A dialog that moves a list to another position on its board. */
export default function MoveListDialog({ list_id, onClose }: { list_id: Id; onClose: () => void }) {
  const [{ index, positionCount }] = useState(() => {
    const { list_ids } = mirror.getState();
    return { index: list_ids.indexOf(list_id), positionCount: list_ids.length };
  });
  return (
    <MoveDialog
      title={messages.moveListTitle()}
      targets={[{ id: list_id, name: '', positionCount }]}
      target_id={list_id}
      index={index}
      onMove={(_target, to) => dispatch({ type: 'move_list', list_id, index: to })}
      onClose={onClose}
    />
  );
}
