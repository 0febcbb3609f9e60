import { type ReactElement, useCallback, useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import { UnsentChangesDialog } from './UnsentChangesDialog';

interface LogOut {
  /** Logs out, or asks first where something would be lost. */
  logOut: () => void;
  /** That question; it stands wherever logging out is offered. */
  confirmDialog: ReactElement;
}

const onLogOut = (discard_unsent: boolean) => dispatch({ type: 'log_out', discard_unsent });

/** The way out of this browser. */
export function useLogOut(): LogOut {
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const stay = useCallback(() => setIsConfirmOpen(false), []);

  const logOut = () => {
    // What was refused is kept in this browser alone, and would leave it.
    const hasRefused = mirror.getState().sync.refused.length > 0;
    const refusal = hasRefused ? null : onLogOut(false);
    if (hasRefused || refusal?.code === 'unsent_changes') setIsConfirmOpen(true);
  };

  return { logOut, confirmDialog: <UnsentChangesDialog open={isConfirmOpen} onLogOut={onLogOut} onClose={stay} /> };
}
