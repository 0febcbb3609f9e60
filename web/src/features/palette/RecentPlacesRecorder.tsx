import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { useMirror } from '../../core/hooks';
import type { Mirror } from '../../core/mirror-state';
import { type RecentPlace, storeRecentPlace } from '../../platform/recent-places';
import { placesOwner } from './placesOwner';

interface Address {
  noteId: string | undefined;
  slug: string | undefined;
  card: string | null;
}

/** Returns the card, note or board at an address; null while it is not loaded. */
function describe(state: Mirror, { noteId, slug, card }: Address): Omit<RecentPlace, 'path'> | null {
  const note = noteId === undefined ? undefined : state.notes.get(noteId);
  if (note) return { kind: 'note', title: note.title, context: '' };
  const { board } = state;
  if (slug === undefined || !board || state.open_slug !== slug) return null;
  if (card === null) return { kind: 'board', title: board.name, context: '' };
  const title = state.cards.get(card)?.title;
  return title === undefined ? null : { kind: 'card', title, context: board.name };
}

/** Stores which boards, cards and notes are opened, for the palette. */
export default function RecentPlacesRecorder() {
  const { pathname, search } = useLocation();
  const card = new URLSearchParams(search).get('card');
  const owner = useMirror(placesOwner);
  // Parsed here, because the mirror changes more often than the address.
  const address: Address = {
    noteId: matchPath('/app/notes/:id', pathname)?.params.id,
    slug: matchPath('/app/b/:slug', pathname)?.params.slug,
    card,
  };
  const place = useMirror((state) => JSON.stringify(describe(state, address)));
  useEffect(() => {
    const described = JSON.parse(place) as Omit<RecentPlace, 'path'> | null;
    if (owner === null || !described) return;
    storeRecentPlace(owner, { ...described, path: described.kind === 'card' ? `${pathname}?card=${card}` : pathname });
  }, [owner, place, pathname, card]);
  return null;
}
