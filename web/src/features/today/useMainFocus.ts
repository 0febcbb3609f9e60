import type { Id } from '@twentyfour/core';
import { useEffect, useMemo, useState } from 'react';
import { type Finder, type FoundItem, loadFinder } from '../../core/finder';
import { useMirror } from '../../core/hooks';
import { type MainFocus, readMainFocus, storeMainFocus } from '../../platform/main-focus-storage';
import { cardOfItem, cardOfTask, type FocusCard, userDay } from './today';

export interface MainFocusState {
  /** The main focus of the day; null if none was chosen. */
  focus: MainFocus | null;
  /** Its card; null if it is gone, or not known yet. */
  card: FocusCard | null;
  choose: (card: FocusCard | null) => void;
}

/** Returns a card that is on this device; null while it is not known. */
function useCardOnDevice(card_id: Id | null): FoundItem | null {
  const [found, setFound] = useState<FoundItem | null>(null);
  useEffect(() => {
    if (card_id === null) return undefined;
    let isCurrent = true;
    const show = (finder: Finder) => isCurrent && setFound(finder.card(card_id));
    const find = async () => {
      const finder = await loadFinder();
      show(finder);
      await finder.refresh();
      show(finder);
    };
    // Without the finder, only the title is shown.
    find().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [card_id]);
  return found?.id === card_id ? found : null;
}

/** Returns the main focus of the day, which is a card. It ends when the user's next day begins. */
export function useMainFocus(): MainFocusState {
  const owner = useMirror(({ session, user }) => (session.isAuthenticated ? (user?.id ?? '') : (session.guest ?? '')));
  const day = useMirror(({ clock, preferences }) => userDay(clock.minute, preferences.day_start_minutes));
  const [chosen, setChosen] = useState({ owner, day, focus: readMainFocus({ owner, day }) });
  // Of another user or day.
  if (chosen.owner !== owner || chosen.day !== day) setChosen({ owner, day, focus: readMainFocus({ owner, day }) });
  const { focus } = chosen;
  const { tasks, status } = useMirror((mirror) => mirror.tasks);
  const task = useMemo(() => (focus && tasks.find(({ card_id }) => card_id === focus.card_id)) ?? null, [focus, tasks]);
  // Cards without a due date or a reminder are no tasks.
  const item = useCardOnDevice(task === null && status !== 'loading' ? (focus?.card_id ?? null) : null);
  const card = useMemo(() => (task ? cardOfTask(task) : item && cardOfItem(item)), [task, item]);

  const store = (next: MainFocus | null) => {
    storeMainFocus({ owner, day }, next);
    setChosen({ owner, day, focus: next });
  };
  const title = card?.title;
  useEffect(() => {
    // The title to show when the card is gone.
    if (focus && title !== undefined && title !== focus.title) store({ ...focus, title });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `store` depends on the same values.
  }, [focus, title]);
  return { focus, card, choose: (next) => store(next && { card_id: next.card_id, title: next.title }) };
}
