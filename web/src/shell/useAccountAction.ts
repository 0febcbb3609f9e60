import type { AccountAction, Intent, Rejection } from '@twentyfour/core';
import { useCallback, useState } from 'react';
import { dispatch, mirror } from '../core/client';
import { useMirror } from '../core/hooks';

/** The state of an account action started by this component. */
export interface AccountActionState {
  /** Whether it is in flight. */
  isBusy: boolean;
  /** Whether any account action is in flight: the core runs one at a time. */
  isBlocked: boolean;
  /** Whether it has succeeded since it was started here. */
  isDone: boolean;
  /** Its rejection; null if there is none. */
  rejection: Rejection | null;
  /** Starts the action. Returns whether it was accepted. */
  run: (intent: Intent) => boolean;
  /** Starts the action by a function that returns the core's rejection. Returns whether it was accepted. */
  start: (send: () => Rejection | null) => boolean;
  /** Shows the result of an action that was started elsewhere. */
  track: () => void;
  /** Clears the result, because the input has changed. */
  clear: () => void;
}

/** Returns the state of an account action. Results from before this component was mounted are ignored. */
export function useAccountAction(action: AccountAction): AccountActionState {
  const { busy, done, refused } = useMirror((state) => state.account);
  const [attempt, setAttempt] = useState<{ rejection: Rejection | null } | null>(null);
  const track = useCallback(() => setAttempt({ rejection: null }), []);
  const start = (send: () => Rejection | null) => {
    if (mirror.getState().account.busy !== null) return false;
    const rejection = send();
    setAttempt({ rejection });
    return rejection === null;
  };
  return {
    isBusy: busy === action,
    isBlocked: busy !== null,
    isDone: attempt !== null && attempt.rejection === null && done === action,
    rejection: attempt?.rejection ?? (attempt && refused?.action === action ? refused.rejection : null),
    run: (intent) => start(() => dispatch(intent)),
    start,
    track,
    clear: () => setAttempt(null),
  };
}
