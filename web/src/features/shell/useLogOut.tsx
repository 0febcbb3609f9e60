import { type ReactElement, useCallback, useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import { UnsentDialog } from './UnsentDialog';

interface LogOut {
  /** Logs out, or asks first where something would be lost. */
  logOut: () => void;
  /** That question; it stands wherever logging out is offered. */
  question: ReactElement;
}

const leave = (discard_unsent: boolean) => dispatch({ type: 'log_out', discard_unsent });

/** The way out of this browser. */
export function useLogOut(): LogOut {
  const [asksToLose, setAsksToLose] = useState(false);
  const stay = useCallback(() => setAsksToLose(false), []);

  const logOut = () => {
    // What was refused is kept in this browser alone, and would leave it.
    const hasRefused = mirror.getState().sync.refused.length > 0;
    const refusal = hasRefused ? null : leave(false);
    if (hasRefused || refusal?.code === 'unsent_changes') setAsksToLose(true);
  };

  return { logOut, question: <UnsentDialog open={asksToLose} leave={leave} onClose={stay} /> };
}
