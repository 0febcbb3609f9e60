import type { Id } from '@twentyfour/core';
import { useMirror } from '../../../core/hooks';
import { Preview } from './Preview';

/** Reaches the edges of the card through its padding. `estimateHeight` in `CardList.tsx` knows the height. */
const FRAME = '-mx-3 -mt-2.5 mb-2 block h-32 rounded-t-md compact:-mx-2.5 compact:-mt-1.5 coarse:-mt-3! compact:mb-1.5 compact:h-20';

/** The cover of a card on its board. Its height is reserved until its address is known, so that the list below stays in place. */
export function CardCover({ id }: { id: Id }) {
  const link = useMirror(({ attachment_links }) => attachment_links?.get(id));
  if (link === undefined) return <div aria-hidden data-cover className={`${FRAME} bg-hover`} />;
  return <Preview key={id} url={link.preview_url} fallback={null} className={`${FRAME} w-[calc(100%+1.5rem)] compact:w-[calc(100%+1.25rem)] max-w-none bg-hover object-cover`} />;
}
