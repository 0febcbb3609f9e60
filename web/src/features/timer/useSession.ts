import type { TimerView } from '@twentyfour/core';
import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import { homeView } from '../home/view';

/** Returns the timer while a session is running or paused and Home's large timer is not on screen; null otherwise. */
export function useSession(): TimerView | null {
  const isShownLarge = useStore(homeView, ({ shown }) => shown === 'timer');
  const timer = useMirror((mirror) => {
    const { isActive, hasPreviousSession } = mirror.timer.state;
    return isActive || hasPreviousSession ? mirror.timer : null;
  });
  return isShownLarge ? null : timer;
}
