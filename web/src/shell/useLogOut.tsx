import { type ReactElement, useCallback, useState } from 'react';
import { dispatch, mirror } from '../core/client';
import { UnsentChangesDialog } from './UnsentChangesDialog';

interface LogOut {
  /** Logs out, after a confirmation if changes would be lost. */
  logOut: () => void;
  /** The confirmation dialog, to be rendered wherever logging out is offered. */
  confirmDialog: ReactElement;
}

const onLogOut = (discard_unsent: boolean) => dispatch({ type: 'log_out', discard_unsent });

/** Returns the log-out action and its confirmation dialog. */
export function useLogOut(): LogOut {
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const stay = useCallback(() => setIsConfirmOpen(false), []);

  const logOut = () => {
    // Rejected changes are stored in this browser only and would be lost.
    const hasRejectedChanges = mirror.getState().sync.refused.length > 0;
    const rejection = hasRejectedChanges ? null : onLogOut(false);
    if (hasRejectedChanges || rejection?.code === 'unsent_changes') setIsConfirmOpen(true);
  };

  return { logOut, confirmDialog: <UnsentChangesDialog open={isConfirmOpen} onLogOut={onLogOut} onClose={stay} /> };
}
