import { Link } from 'react-router';
import * as messages from '../../messages/quick_add';

/** A card that was added. */
export interface Added {
  /** The name of its board. */
  board: string;
  path: string;
}

interface AddedCardProps {
  added: Added;
  onOpen: () => void;
}

/** Says where the last card was added, with a link to it. */
export function AddedCard({ added, onOpen }: AddedCardProps) {
  const link = (text: string) => (
    <Link to={added.path} onClick={onOpen} className="rounded-sm font-medium text-accent-text underline-offset-2 hover:underline">
      <bdi>{text}</bdi>
    </Link>
  );
  return <p className="px-1 text-sm wrap-anywhere text-secondary">{messages.added({ board: added.board, link })}</p>;
}
