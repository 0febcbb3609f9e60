import { useEffect } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { pluralize } from '../../platform/format/plural';
import { RejectedChangesList } from '../../shell/RejectedChangesList';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

/** A dialog with the rejected changes. It closes when all have been dismissed. */
export function RejectedChangesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const count = useMirror((mirror) => mirror.sync.refused.length);
  useEffect(() => {
    if (open && count === 0) onClose();
  }, [open, count, onClose]);
  return (
    <Dialog
      open={open && count > 0}
      onClose={onClose}
      title={count > 1 ? `${pluralize(count, 'change')} couldn’t be saved` : 'A change couldn’t be saved'}
      description={`The server rejected ${count > 1 ? 'them, so they were' : 'it, so it was'} undone. You can still copy your text.`}
    >
      <RejectedChangesList />
      {count > 1 && (
        <div className="mt-4 flex justify-end">
          <Button onClick={() => dispatch({ type: 'dismiss_refused', refused_id: null })}>Dismiss all</Button>
        </div>
      )}
    </Dialog>
  );
}
