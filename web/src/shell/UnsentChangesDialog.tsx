import { useEffect, useState } from 'react';
import { useMirror } from '../core/hooks';
import * as messages from '../messages/shell';
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
export function UnsentChangesDialog(props: UnsentChangesDialogProps) {
  const { open } = props;
  const [isOpened, setIsOpened] = useState(open);
  if (open && !isOpened) setIsOpened(true);
  // Every page has this dialog, and its texts follow each change that is sent.
  return isOpened && <OpenedDialog {...props} />;
}

/** The dialog from the first time that it opens. */
function OpenedDialog({ open, onLogOut, onClose }: UnsentChangesDialogProps) {
  const { unsent, send_failure, refused } = useMirror((mirror) => mirror.sync);
  const hasRejectedChanges = refused.length > 0;
  const isSlow = useDelayedFlag(open, SHOW_AFTER_MS);

  useEffect(() => {
    if (!open || unsent > 0 || hasRejectedChanges) return;
    // Nothing is left to lose, so the log-out continues.
    onClose();
    onLogOut(false);
  }, [open, unsent, hasRejectedChanges, onLogOut, onClose]);

  const unsentStatus = {
    offline: messages.unsentOffline,
    server: messages.unsentServerError,
    none: messages.unsentSending,
  }[send_failure ?? 'none'];
  const consequence = hasRejectedChanges ? messages.rejectedChangesHint() : messages.unsentLogOutHint({ count: unsent });
  return (
    <Dialog
      open={open && (isSlow || send_failure !== null || hasRejectedChanges)}
      onClose={onClose}
      isScrollFocusable={hasRejectedChanges}
      title={unsent > 0 ? messages.unsentTitle() : messages.unsentRejectedTitle()}
      description={unsent > 0 ? messages.unsentDescription({ status: unsentStatus({ count: unsent }), consequence }) : consequence}
    >
      {hasRejectedChanges && <RejectedChangesList />}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {messages.unsentStay()}
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onLogOut(true);
          }}
        >
          {messages.unsentLogOut()}
        </Button>
      </div>
    </Dialog>
  );
}
