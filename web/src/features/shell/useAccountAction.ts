import type { AccountAction, Intent, Rejection } from '@twentyfour/core';
import { useCallback, useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';

/** Something that is done with the account, as it stands for whoever has asked for it here. */
export interface AccountActionState {
  /** Whether it is on its way. */
  isBusy: boolean;
  /** Whether nothing else can begin: the core does one thing at a time. */
  isBlocked: boolean;
  /** Whether it was done since it was asked for here. */
  isDone: boolean;
  /** Why it was refused; null where it was not. */
  refusal: Rejection | null;
  /** Asks for it. Answers whether it has begun. */
  run: (intent: Intent) => boolean;
  /** Takes what comes of it for an answer to what is asked for elsewhere on this part of the page. */
  track: () => void;
  /** Forgets how it ended: what is typed now is something else. */
  clear: () => void;
}

/** How one action stands. What came of it before this part of the page was shown says nothing here. */
export function useAccountAction(action: AccountAction): AccountActionState {
  const { busy, done, refused } = useMirror((state) => state.account);
  const [attempt, setAttempt] = useState<{ rejection: Rejection | null } | null>(null);
  const track = useCallback(() => setAttempt({ rejection: null }), []);
  return {
    isBusy: busy === action,
    isBlocked: busy !== null,
    isDone: attempt !== null && attempt.rejection === null && done === action,
    refusal: attempt?.rejection ?? (attempt && refused?.action === action ? refused.rejection : null),
    run: (intent) => {
      if (mirror.getState().account.busy !== null) return false;
      const rejection = dispatch(intent);
      setAttempt({ rejection });
      return rejection === null;
    },
    track,
    clear: () => setAttempt(null),
  };
}
