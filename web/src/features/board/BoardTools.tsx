import type { Id } from '@twentyfour/core';
import { CardPickers } from './pickers/CardPickers';
import { SelectionBar } from './SelectionBar';
import { useBoardCommands } from './useBoardCommands';

/** What editing cards by keyboard and in numbers needs: the commands, the pickers, and the bar of the selection. */
export default function BoardTools({ onOpenCard }: { onOpenCard: (id: Id) => void }) {
  useBoardCommands(onOpenCard);
  return (
    <>
      <SelectionBar />
      <CardPickers />
    </>
  );
}
