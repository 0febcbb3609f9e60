import { useEffect } from 'react';
import { useMirror } from '../core/hooks';
import { pluralize } from '../platform/format/plural';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { useDelayedFlag } from '../ui/useDelayedFlag';
import { RejectedChangesList } from './RejectedChangesList';

/** Changes sent within this time need no confirmation, in milliseconds. */
const SHOW_AFTER_MS = 500;

interface UnsentChangesDialogProps {
  open: boolean;
  /** Logs out; `losesUnsent` discards unsent changes. */
  onLogOut: (losesUnsent: boolean) => void;
  onClose: () => void;
}

/** A confirmation when logging out with unsent changes, because losing them cannot be undone. */
export function UnsentChangesDialog({ open, onLogOut, onClose }: UnsentChangesDialogProps) {
  const { unsent, send_failure, refused } = useMirror((mirror) => mirror.sync);
  const hasRejectedChanges = refused.length > 0;
  const isSlow = useDelayedFlag(open, SHOW_AFTER_MS);

  useEffect(() => {
    if (!open || unsent > 0 || hasRejectedChanges) return;
    // Nothing is left to lose, so the log-out continues.
    onClose();
    onLogOut(false);
  }, [open, unsent, hasRejectedChanges, onLogOut, onClose]);

  const changes = pluralize(unsent, 'change');
  const waiting = send_failure === 'offline'
    ? `${changes} can’t be sent while you’re offline.`
    : send_failure === 'server'
      ? `${changes} can’t be sent because of a server error.`
      : `Sending ${changes}.`;
  const consequence = hasRejectedChanges
    ? 'Logging out also deletes the rejected changes from this browser.'
    : unsent === 1
      ? 'You’ll be logged out once it’s sent. If you log out now, you’ll lose it.'
      : 'You’ll be logged out once they’re sent. If you log out now, you’ll lose them.';
  return (
    <Dialog
      open={open && (isSlow || send_failure !== null || hasRejectedChanges)}
      onClose={onClose}
      title={unsent > 0 ? 'Some changes haven’t been sent' : 'Some changes couldn’t be saved'}
      description={unsent > 0 ? `${waiting} ${consequence}` : consequence}
    >
      {hasRejectedChanges && <RejectedChangesList />}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onLogOut(true);
          }}
        >
          Log out anyway
        </Button>
        <Button variant="primary" onClick={onClose}>
          Stay logged in
        </Button>
      </div>
    </Dialog>
  );
}
