import { type ReactElement, useCallback, useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import { UnsentDialog } from './UnsentDialog';

interface LogOut {
  /** Logs out, or asks first where something would be lost. */
  logOut: () => void;
  /** That question; it stands wherever logging out is offered. */
  question: ReactElement;
}

/** The way out of this browser, or of every place where the account is logged in. */
export function useLogOut(intent: 'log_out' | 'log_out_everywhere' = 'log_out'): LogOut {
  const [asksToLose, setAsksToLose] = useState(false);
  const stay = useCallback(() => setAsksToLose(false), []);

  const logOut = () => {
    // What was refused is kept in this browser alone, and would leave it.
    const hasRefused = mirror.getState().sync.refused.length > 0;
    const refusal = hasRefused ? null : dispatch({ type: intent, discard_unsent: false });
    if (hasRefused || refusal?.code === 'unsent_changes') setAsksToLose(true);
  };

  return { logOut, question: <UnsentDialog open={asksToLose} intent={intent} onClose={stay} /> };
}
