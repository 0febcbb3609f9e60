import { useEffect } from 'react';
import { useMirror } from '../../core/hooks';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { counted } from '../../ui/words';
import { RefusedList } from './RefusedList';
import { useLasting } from './useLasting';

/** What is sent within this time needs no question, in milliseconds. */
const PATIENCE = 500;

interface UnsentDialogProps {
  open: boolean;
  /** Does what was asked for, and loses what has not been sent if told to. */
  leave: (losesUnsent: boolean) => void;
  onClose: () => void;
}

/** Asked on logging out while something has not been sent: losing it cannot be undone, so this one asks. */
export function UnsentDialog({ open, leave, onClose }: UnsentDialogProps) {
  const { unsent, send_failure, refused } = useMirror((mirror) => mirror.sync);
  const hasRefused = refused.length > 0;
  const isSlow = useLasting(open, PATIENCE);

  useEffect(() => {
    if (!open || unsent > 0 || hasRefused) return;
    // Nothing is left to lose: what was asked for can be done.
    onClose();
    leave(false);
  }, [open, unsent, hasRefused, leave, onClose]);

  const changes = counted(unsent, 'change');
  const waiting = send_failure === 'offline'
    ? `${changes} can’t be sent while you’re offline.`
    : send_failure === 'server'
      ? `${changes} can’t be sent because of a server error.`
      : `Sending ${changes}.`;
  const way = hasRefused
    ? 'Logging out also deletes the rejected changes from this browser.'
    : unsent === 1
      ? 'You’ll be logged out once it’s sent. If you log out now, you’ll lose it.'
      : 'You’ll be logged out once they’re sent. If you log out now, you’ll lose them.';
  return (
    <Dialog
      open={open && (isSlow || send_failure !== null || hasRefused)}
      onClose={onClose}
      title={unsent > 0 ? 'Some changes haven’t been sent' : 'Some changes couldn’t be saved'}
      description={unsent > 0 ? `${waiting} ${way}` : way}
    >
      {hasRefused && <RefusedList />}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button
          look="danger"
          onClick={() => {
            onClose();
            leave(true);
          }}
        >
          Log out anyway
        </Button>
        <Button look="primary" onClick={onClose}>
          Stay logged in
        </Button>
      </div>
    </Dialog>
  );
}
