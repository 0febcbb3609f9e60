import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { counted } from '../../ui/words';

/** Asked on logging out while changes have not been sent: losing them cannot be undone, so this one asks. */
export function UnsentDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const unsent = useMirror((mirror) => mirror.sync.unsent);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Some changes have not been sent"
      description={`${counted(unsent, 'change')} can only be sent with a connection. Stay until they are sent, or log out and lose them for good.`}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          look="danger"
          onClick={() => {
            onClose();
            dispatch({ type: 'log_out', discard_unsent: true });
          }}
        >
          Log out and lose them
        </Button>
        <Button look="primary" onClick={onClose}>
          Stay
        </Button>
      </div>
    </Dialog>
  );
}
