import type { TimerView } from '@twentyfour/core';
import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import { homeViewStore } from './homeTimer';

/** Returns the timer while a session is running or paused and Home's large timer is not on screen; null otherwise. */
export function useActiveTimer(): TimerView | null {
  const isHomeTimerVisible = useStore(homeViewStore, ({ shown }) => shown === 'timer');
  const timer = useMirror((mirror) => {
    const { isActive, hasPreviousSession } = mirror.timer.state;
    return isActive || hasPreviousSession ? mirror.timer : null;
  });
  return isHomeTimerVisible ? null : timer;
}
