import type { TaskView } from '@twentyfour/core';
import { useEffect, useMemo, useState } from 'react';
import { useMirror } from '../../core/hooks';
import { type MainFocus, readMainFocus, storeMainFocus } from '../../platform/main-focus-storage';
import { userDay } from './today';

export interface MainFocusState {
  /** The main focus of the day; null if none was chosen. */
  focus: MainFocus | null;
  /** Its card; null if it is gone, or has neither a due date nor a reminder any more. */
  task: TaskView | null;
  choose: (task: TaskView | null) => void;
}

/** Returns the main focus of the day, which is a card. It ends when the user's next day begins. */
export function useMainFocus(): MainFocusState {
  const owner = useMirror(({ session, user }) => (session.isAuthenticated ? (user?.id ?? '') : (session.guest ?? '')));
  const day = useMirror(({ clock, preferences }) => userDay(clock.minute, preferences.day_start_minutes));
  const [chosen, setChosen] = useState({ owner, day, focus: readMainFocus({ owner, day }) });
  // Of another user or day.
  if (chosen.owner !== owner || chosen.day !== day) setChosen({ owner, day, focus: readMainFocus({ owner, day }) });
  const { focus } = chosen;
  const tasks = useMirror((mirror) => mirror.tasks.tasks);
  const task = useMemo(() => (focus && tasks.find(({ card_id }) => card_id === focus.card_id)) ?? null, [focus, tasks]);

  const store = (next: MainFocus | null) => {
    storeMainFocus({ owner, day }, next);
    setChosen({ owner, day, focus: next });
  };
  const title = task?.title;
  useEffect(() => {
    // The title to show when the card is gone.
    if (focus && title !== undefined && title !== focus.title) store({ ...focus, title });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `store` depends on the same values.
  }, [focus, title]);
  return { focus, task, choose: (next) => store(next && { card_id: next.card_id, title: next.title }) };
}
