import { CopyDialog } from './CopyDialog';
import { MoveCardsDialog } from './MoveCardsDialog';
import type { Transfer } from './transfer';

/** The dialog that copies a card or a list, or moves the cards of a list. */
export function TransferDialog({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  return transfer.type === 'move_cards' ? (
    <MoveCardsDialog list_id={transfer.list_id} onClose={onClose} />
  ) : (
    <CopyDialog source={transfer} onClose={onClose} />
  );
}
