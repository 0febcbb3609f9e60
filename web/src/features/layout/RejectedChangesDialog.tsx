import { useEffect } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/sync';
import { RejectedChangesList } from '../../shell/RejectedChangesList';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

/** A dialog with the rejected changes. It closes when all have been dismissed. */
export function RejectedChangesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const count = useMirror((mirror) => mirror.sync.refused.length);
  useEffect(() => {
    if (open && count === 0) onClose();
  }, [open, count, onClose]);
  // None are left while the dialog closes.
  const shownCount = Math.max(count, 1);
  return (
    <Dialog
      open={open && count > 0}
      onClose={onClose}
      title={messages.rejectedTitle({ count: shownCount })}
      description={messages.rejectedDescription({ count: shownCount })}
    >
      <RejectedChangesList />
      {count > 1 && (
        <div className="mt-4 flex justify-end">
          <Button onClick={() => dispatch({ type: 'dismiss_refused', refused_id: null })}>{messages.rejectedDismissAll()}</Button>
        </div>
      )}
    </Dialog>
  );
}
