import type { Id } from '@twentyfour/core';
import { CardTitleEditor } from './card/CardTitleEditor';
import './dnd/settle';
import { useFieldClicks } from './fieldClicks';
import { CardPickers } from './pickers/CardPickers';
import { SelectionBar } from './SelectionBar';
import { useBoardCommands } from './useBoardCommands';
import { useLeaveRemovedFields } from './useLeaveRemovedFields';

/**
 * What editing cards on the board needs: the commands, the pickers, the field for a title, the bar of the selection, and how
 * a dropped card settles. The hidden
 * element says that keys change cards from now on.
 */
export default function BoardTools({ onOpenCard }: { onOpenCard: (id: Id) => void }) {
  useBoardCommands(onOpenCard);
  useFieldClicks();
  useLeaveRemovedFields();
  return (
    <>
      <span hidden data-board-tools="" />
      <SelectionBar />
      <CardPickers />
      <CardTitleEditor />
    </>
  );
}
