import type { Mirror } from '../../core/mirror';
import type { Lifted, Words } from '../../ui/dnd';
import { type Order, placeOf } from './drag';

/** What a list is called on screen; an empty name is allowed. */
export function listName(name: string): string {
  return name === '' ? 'Untitled list' : name;
}

/** What a screen reader is told while something is dragged. */
export function dragWords(mirror: () => Mirror, order: () => Order): Words {
  const nameOf = ({ id, type }: Lifted) =>
    type === 'list' ? listName(mirror().lists.get(id)?.name ?? '') : (mirror().cards.get(id)?.title ?? 'Card');

  const whereIs = ({ id, type }: Lifted): string => {
    const { lists, cards } = order();
    if (type === 'list') return `position ${lists.indexOf(id) + 1} of ${lists.length}`;
    const place = placeOf(order(), id);
    if (!place) return 'no list';
    const list = listName(mirror().lists.get(place.list_id)?.name ?? '');
    return `${list}, position ${place.index + 1} of ${cards[place.list_id]?.length ?? 0}`;
  };

  return {
    instructions: 'Press Space to pick up, the arrow keys to move, Space to drop, or Escape to cancel.',
    lifted: (what) => `Picked up ${nameOf(what)} from ${whereIs(what)}.`,
    moved: (what) => `${nameOf(what)} moved to ${whereIs(what)}.`,
    dropped: (what) => `${nameOf(what)} dropped in ${whereIs(what)}.`,
    putBack: (what) => `Canceled moving ${nameOf(what)}.`,
  };
}
